import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';

/** A queue on a connection that itself logs when Redis is down. */
export const openQueue = <Job>(name: string, redis: Redis) => {
  const queue = new Queue<Job>(name, {
    connection: redis,
    skipWaitingForReady: true,
    // It would ask at once, and `createRedis` refuses commands before it is connected; BullMQ would not ask again.
    skipVersionCheck: true,
  });
  queue.on('error', () => {});
  return queue;
};
