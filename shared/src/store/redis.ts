import { Cluster, type CommonRedisOptions, Redis } from 'ioredis';
import { REDIS_ANSWER_MS } from '../deadlines.ts';
import type { Log } from '../observe/log.ts';
import { oncePerMinute } from '../process/once-per-minute.ts';

const reconnect = {
  connectTimeout: 2000,
  retryStrategy: (attempt: number) => Math.min(attempt * 100, 2000),
  // After a failover the old master lives on as a replica, and the address leads to another server.
  reconnectOnError: ({ message }: Error) => message.startsWith('READONLY'),
};

/**
 * A connection for what a request waits for: it fails at once while Redis is down instead of queueing, and a call that takes
 * longer than `commandTimeoutMs` fails too. A connection on which no answers come any more is replaced (`socketTimeout`): if
 * the other end vanished silently, the kernel would go on trying for a quarter of an hour. Commands without an answer on the
 * old one are not sent again: their callers were told so, and Redis may have executed them.
 */
export const createRedis = (url: string, log: Log, commandTimeoutMs = REDIS_ANSWER_MS): Redis =>
  connect(url, log, {
    ...reconnect,
    enableOfflineQueue: false,
    commandTimeout: commandTimeoutMs,
    socketTimeout: 5000,
    autoResendUnfulfilledCommands: false,
  });

/**
 * A connection for a queue's worker, which waits for as long as it takes. A silent one is replaced too, except in a cluster.
 * BullMQ duplicates it to wait for jobs and events, and watches those duplicates itself: one that both replace at once stays
 * dead.
 */
export const createWorkerRedis = (url: string, log: Log): Redis => {
  const options = { ...reconnect, maxRetriesPerRequest: null };
  if (isCluster(url)) return connect(url, log, options);
  const redis = connect(url, log, { ...options, socketTimeout: 5000 });
  const duplicate = redis.duplicate.bind(redis);
  redis.duplicate = (override) => duplicate({ ...override, socketTimeout: undefined });
  return redis;
};

const isCluster = (url: string): boolean => url.includes(',');

type Options = Omit<CommonRedisOptions, 'replyMapping' | 'protocol'> & typeof reconnect;

const connect = (url: string, log: Log, options: Options): Redis => {
  const redis = isCluster(url) ? newCluster(url, options) : new Redis(url, options);
  const newWarning = () => oncePerMinute((err: Error) => log.warn({ err }, 'redis is away'));
  let warn: ReturnType<typeof newWarning> | undefined;
  redis.on('error', (err: Error) => {
    warn ??= newWarning();
    warn(err);
  });
  redis.on('ready', () => {
    if (warn) log.warn('redis is back');
    warn = undefined;
  });
  return redis;
};

/**
 * A client of a cluster, some nodes of which the comma-separated `urls` name. It has the same commands; those on several keys
 * only ever use keys of one slot (docs/operating/redis.md).
 */
const newCluster = (urls: string, options: Options): Redis => {
  const nodes = urls.split(',');
  const { username, password, protocol } = new URL(nodes[0] ?? '');
  const { retryStrategy, enableOfflineQueue = true, ...ofNodes } = options;
  const cluster = new Cluster(nodes, {
    clusterRetryStrategy: retryStrategy,
    enableOfflineQueue,
    // The driver would look names up itself, and compare a certificate with the address that it found.
    dnsLookup: (name, callback) => callback(null, name),
    redisOptions: {
      ...ofNodes,
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      ...(protocol === 'rediss:' && { tls: {} }),
    },
  });
  return cluster as unknown as Redis;
};
