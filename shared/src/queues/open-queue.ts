import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';

/** A queue on a connection that logs itself that Redis is away. */
export const openQueue = <Job>(name: string, redis: Redis) => {
  const queue = new Queue<Job>(name, {
    connection: redis,
    skipWaitingForReady: true,
    // It would ask at once, and `createRedis` refuses what is asked before it is connected: for good, as far as BullMQ goes.
    skipVersionCheck: true,
  });
  queue.on('error', () => {});
  return queue;
};
