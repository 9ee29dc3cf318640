import { type CommonRedisOptions, Redis } from 'ioredis';
import type { Log } from './log.ts';

const reconnect = { retryStrategy: (attempt: number) => Math.min(attempt * 100, 2000) };

/**
 * A connection for what a request waits for: it fails at once while Redis is away instead of queueing, and a call that
 * takes longer than `commandTimeoutMs` fails too.
 */
export const createRedis = (url: string, log: Log, commandTimeoutMs = 1000): Redis =>
  connect(url, log, {
    ...reconnect,
    enableOfflineQueue: false,
    commandTimeout: commandTimeoutMs,
    enableAutoPipelining: true,
  });

/** A connection for a queue's worker, which waits for as long as it takes. */
export const createWorkerRedis = (url: string, log: Log): Redis =>
  connect(url, log, { ...reconnect, maxRetriesPerRequest: null });

type Options = Omit<CommonRedisOptions, 'replyMapping' | 'protocol'>;

const connect = (url: string, log: Log, options: Options): Redis => {
  const redis = new Redis(url, { ...options, connectTimeout: 2000 });
  let away = false;
  redis.on('error', (err) => {
    if (!away) log.warn({ err }, 'redis is away');
    away = true;
  });
  redis.on('ready', () => {
    if (away) log.warn('redis is back');
    away = false;
  });
  return redis;
};
