import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environment } from '../support/config.ts';
import { eventually } from '../support/eventually.ts';
import { freePort, readParts, type SetAddresses } from '../support/set.ts';
import { endProcess } from '../support/start-part.ts';

export type SecondGateway = { set: SetAddresses; stop: () => Promise<void> };

const MAIN = new URL('../../services/gateway/src/main.ts', import.meta.url).pathname;

/** One more gateway in front of the services of a running set, with keys of its own where they are named. */
export const startSecondGateway = async (set: SetAddresses, secretKey?: string): Promise<SecondGateway> => {
  const port = await freePort();
  const parts = await readParts(set.dataDir);
  const local = (part: string) => `127.0.0.1:${parts[part]?.port}`;
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...environment,
      PORT: String(port),
      HOST: '127.0.0.1',
      SITE_URL: set.url,
      SECRET_KEY: secretKey ?? (await readFile(join(set.dataDir, 'secret-key'), 'utf8')).trim(),
      REDIS_URL: `redis://${local('redis')}`,
      AUTH_SERVICE_URL: `http://${local('auth')}`,
      DIARY_SERVICE_URL: `http://${local('diary')}`,
      REPORTS_SERVICE_URL: `http://${local('reports')}`,
      MCP_SERVICE_URL: `http://${local('mcp')}`,
    },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await eventually(isReady, 'a second gateway to start', 60_000);
  return { set: { ...set, url, base: `${url}/api/v1` }, stop: () => endProcess(child) };
};
