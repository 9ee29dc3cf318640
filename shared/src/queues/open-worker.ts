import { type Processor, Worker, type WorkerOptions } from 'bullmq';
import type { Log } from '../observe/log.ts';
import { logQueueErrors } from './log-queue-errors.ts';
import { measureJobs } from './metrics-queues.ts';

/** A worker of a queue, its jobs measured, on a connection that itself logs when Redis is down. */
export const openWorker = <Job>(
  name: string,
  work: Processor<Job>,
  { log, ...options }: WorkerOptions & { log: Log },
): Worker<Job> => {
  const worker = new Worker<Job>(name, work, { ...options, skipVersionCheck: true });
  measureJobs(worker);
  logQueueErrors(worker, name, log);
  return worker;
};
