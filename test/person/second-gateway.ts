import { freePort } from 'shared/embedded/ports.ts';
import { keptSecretKey } from '../../scripts/secret-key.ts';
import { readParts, type SetAddresses } from '../support/set.ts';
import { endProcess } from '../support/start-part.ts';
import { startService } from '../support/start-service.ts';

export type SecondGateway = { set: SetAddresses; stop: () => Promise<void> };

/** One more gateway in front of the services of a running set; `env` is what it has of its own. */
export const startSecondGateway = async (
  set: SetAddresses,
  env: Record<string, string> = {},
): Promise<SecondGateway> => {
  const port = await freePort();
  const parts = await readParts(set.dataDir);
  const local = (part: string) => `127.0.0.1:${parts[part]?.port}`;
  const child = await startService('gateway', port, {
    SITE_URL: set.url,
    SECRET_KEY: keptSecretKey(set.dataDir),
    REDIS_URL: `redis://${local('redis')}`,
    AUTH_SERVICE_URL: `http://${local('auth')}`,
    DIARY_SERVICE_URL: `http://${local('diary')}`,
    REPORTS_SERVICE_URL: `http://${local('reports')}`,
    MCP_SERVICE_URL: `http://${local('mcp')}`,
    ...env,
  });
  const url = `http://127.0.0.1:${port}`;
  return { set: { ...set, url, base: `${url}/api/v1` }, stop: () => endProcess(child) };
};
