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
import { createIntrospector } from './admission/introspection.ts';
import { createGatewayApp } from './app.ts';
import { config } from './config.ts';
import { limitArrival } from './edge/limit-arrival.ts';
import { answerMalformedRequests } from './edge/malformed-requests.ts';

const log = createLog('gateway', config.LOG_LEVEL);
await startTracing('gateway', config, log);
const keys = createKeys(config.SECRET_KEY);
const redis = createRedis(config.REDIS_URL, log, LIMITS_MS);
const callLog = createCallLog(config.REDIS_URL, log);
const caller = { service: 'gateway', keys, log } as const;
const [auth, diary, reports, mcp] = await Promise.all([
  watchReplicas(caller, 'auth', config.AUTH_SERVICE_URL),
  watchReplicas(caller, 'diary', config.DIARY_SERVICE_URL),
  watchReplicas(caller, 'reports', config.REPORTS_SERVICE_URL),
  watchReplicas(caller, 'mcp', config.MCP_SERVICE_URL),
]);
const introspector = createIntrospector(auth, keys);
redis.on('ready', introspector.clear);
// So does a node of a cluster that goes, perhaps with its last writes.
redis.on('-node', introspector.clear);

const server = runService({
  service: 'gateway',
  app: createGatewayApp({
    log,
    keys,
    siteUrl: config.SITE_URL,
    authUrl: config.AUTH_URL ?? config.SITE_URL,
    offersClientDocuments: config.OFFER_CLIENT_DOCUMENTS,
    version: packageJson.version,
    furtherOrigins: config.ALLOWED_ORIGINS ?? [],
    trustProxyHops: config.TRUST_PROXY_HOPS,
    introspector,
    limits: createLimits(redis),
    callLog,
    upstreams: { auth, diary, reports, mcp },
  }),
  log,
  config,
  // A request without Host gets our own answer, not Node's.
  serverOptions: { requireHostHeader: false, connectionsCheckingInterval: 2000, maxHeaderSize: 16 * 1024 },
  // It answers for itself even where every service is down; /health says which are.
  checks: {},
  alsoWatched: { redis: () => redis.ping() },
  close: [() => callLog.close()],
});
answerMalformedRequests(server, config.SITE_URL);
// However many fit into 16 KiB: Node would drop those after the thousandth in silence.
server.maxHeadersCount = 0;
// An Expect that nobody knows is no reason to refuse (RFC 9110, 10.1.1).
server.on('checkExpectation', (request, response) => server.emit('request', request, response));
// Callers may be slow on purpose: headers have to be here in 10 s.
server.headersTimeout = 10_000;
limitArrival(server);
// One that reads nothing is cut off after five to ten minutes (Node looks at every second limit): a download may be paused.
server.timeout = 300_000;
