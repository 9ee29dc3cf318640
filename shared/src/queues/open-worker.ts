import { type Processor, Worker, type WorkerOptions } from 'bullmq';
import { measureJobs } from './metrics-queues.ts';

/** A worker of a queue, its jobs measured, on a connection that itself logs when Redis is down. */
export const openWorker = <Job>(name: string, work: Processor<Job>, options: WorkerOptions): Worker<Job> => {
  const worker = new Worker<Job>(name, work, options);
  measureJobs(worker);
  worker.on('error', () => {});
  return worker;
};
