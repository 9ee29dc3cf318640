import type { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { Gauge, Histogram } from 'prom-client';
import { erasingService } from '../records/account.ts';
import { CALL_LOG_QUEUE } from './call-log.ts';
import { ERASURE_DONE_QUEUE, erasureQueue } from './erasure-queue.ts';
import { MAIL_QUEUE } from './mail.ts';
import { openQueue } from './open-queue.ts';

const LABELS = ['queue', 'outcome'] as const;
const durations = new Histogram({
  name: 'job_duration_seconds',
  help: 'How long jobs of the queues took, by outcome.',
  labelNames: LABELS,
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10],
});
const waits = new Histogram({
  name: 'job_wait_seconds',
  help: 'How long a job was in its queue until it was done or failed, the work included.',
  labelNames: LABELS,
  buckets: [0.05, 0.1, 0.5, 1, 2.5, 5, 10, 60, 300],
});

/** A queue without the braces that Redis Cluster needs in its name. */
const labelOf = (name: string): string => name.replace(/[{}]/g, '');

/** Measures the jobs that a worker finishes. */
export const measureJobs = (worker: Worker): void => {
  const queue = labelOf(worker.name);
  const note = (outcome: string) => (job: { timestamp: number; processedOn?: number } | undefined) => {
    if (!job?.processedOn) return;
    const now = Date.now();
    durations.labels(queue, outcome).observe((now - job.processedOn) / 1000);
    waits.labels(queue, outcome).observe((now - job.timestamp) / 1000);
  };
  worker.on('completed', note('completed'));
  worker.on('failed', note('failed'));
};

const QUEUES = [MAIL_QUEUE, CALL_LOG_QUEUE, ...erasingService.options.map(erasureQueue), ERASURE_DONE_QUEUE];
const STATES = ['wait', 'active', 'delayed'] as const;

/**
 * Reports the jobs in every queue, counted at each scrape. `redis` fails at once, or after its time limit, while Redis is down;
 * the figures are then absent rather than old.
 */
export const measureQueues = (redis: Redis): void => {
  const queues = QUEUES.map((name) => openQueue(name, redis));
  new Gauge({
    name: 'queue_jobs',
    help: 'Jobs in a queue by state.',
    labelNames: ['queue', 'state'],
    async collect() {
      this.reset();
      await Promise.all(
        queues.map(async (queue) => {
          const counts = await queue.getJobCounts(...STATES).catch(() => ({}));
          for (const [state, count] of Object.entries(counts))
            this.set({ queue: labelOf(queue.name), state }, count);
        }),
      );
    },
  });
};
