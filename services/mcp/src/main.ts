import { createCallLog } from 'shared/admission/call-log.ts';
import { createLimits } from 'shared/admission/limits.ts';
import { watchReplicas } from 'shared/calls/replicas.ts';
import { LIMITS_MS } from 'shared/deadlines.ts';
import { runService } from 'shared/http/run-service.ts';
import { createLog } from 'shared/observe/log.ts';
import { startTracing } from 'shared/observe/tracing.ts';
import { createKeys } from 'shared/process/keys.ts';
import { createRedis } from 'shared/store/redis.ts';
import packageJson from '../package.json' with { type: 'json' };
import { createMcpApp } from './app.ts';
import { config } from './config.ts';

const log = createLog('mcp', config.LOG_LEVEL);
await startTracing('mcp', config, log);
const keys = createKeys(config.SECRET_KEY);
const redis = createRedis(config.REDIS_URL, log, LIMITS_MS);
const callLog = createCallLog(config.REDIS_URL, log);
const caller = { service: 'mcp', keys, log } as const;
const [auth, diary, reports] = await Promise.all([
  watchReplicas(caller, 'auth', config.AUTH_SERVICE_URL),
  watchReplicas(caller, 'diary', config.DIARY_SERVICE_URL),
  watchReplicas(caller, 'reports', config.REPORTS_SERVICE_URL),
]);

runService({
  service: 'mcp',
  app: createMcpApp({
    log,
    siteUrl: config.SITE_URL,
    version: packageJson.version,
    keys,
    limits: createLimits(redis),
    callLog,
    services: { auth, diary, reports },
  }),
  log,
  config,
  keys,
  // A service that is down is reported in the result of each call.
  checks: {},
  alsoWatched: { redis: () => redis.ping() },
  close: [() => callLog.close()],
});
