import { DelayedError, type Job } from 'bullmq';

/** Ends the turn of a job, which stays queued and gets its next one at a time (milliseconds): others are not held up by it. */
export const tryAgainAt = async (job: Job, token: string | undefined, at: number): Promise<never> => {
  await job.moveToDelayed(at, token);
  throw new DelayedError();
};
