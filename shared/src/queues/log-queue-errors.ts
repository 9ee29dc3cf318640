import type { EventEmitter } from 'node:events';
import type { Log } from '../observe/log.ts';
import { oncePerMinute } from '../process/once-per-minute.ts';

const warn = oncePerMinute((log: Log, queue: string, err: Error) =>
  log.warn({ queue, err, request_id: undefined }, 'queue failed'),
);

/** Those of the system, of ioredis and of its timeouts. */
const isConnectionError = (err: Error): boolean =>
  'syscall' in err || /Connection is closed|timeout|timed out/i.test(err.message);

/**
 * Logs what a queue's worker or its events report, a line a minute at most: that Redis refuses a command, or that a job's lock was
 * lost. That Redis is down, the connection logs itself.
 */
export const logQueueErrors = (reporter: EventEmitter, queue: string, log: Log): void => {
  reporter.on('error', (err: Error) => {
    if (!isConnectionError(err)) warn(log, queue, err);
  });
};
