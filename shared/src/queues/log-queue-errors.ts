import type { EventEmitter } from 'node:events';
import type { Log } from '../service/log.ts';
import { oncePerMinute } from '../service/once-per-minute.ts';

/**
 * Logs what a queue's worker or its events report, a line a minute at most: that Redis refuses a command, or that a job's lock was
 * lost. That Redis is away is logged by the connection; BullMQ leaves it out here.
 */
export const logQueueErrors = (reporter: EventEmitter, queue: string, log: Log): void => {
  reporter.on(
    'error',
    oncePerMinute((err: Error) => log.warn({ queue, err, request_id: undefined }, 'queue failed')),
  );
};
