import { z } from 'zod';
import { type ErasingService, erasingService } from '../records/account.ts';

/**
 * The queue of a service's sweeps. auth fills it until the service has reported that it is done. The braces keep the keys of a
 * queue in one slot of a Redis Cluster.
 */
export const erasureQueue = (service: ErasingService): string => `{erasure-${service}}`;

/** `since`: when the account was closed, in milliseconds; what was let in before may still write for a while. */
export const erasureJob = z.object({ account_id: z.string(), since: z.int() });
export type ErasureJob = z.infer<typeof erasureJob>;

/**
 * Of every worker here. Locks are short, so that another process soon goes on with the job of one that was killed. A finished
 * job is removed at once; one that failed is queued again by auth.
 */
export const ERASURE_WORKER = {
  lockDuration: 5000,
  stalledInterval: 2500,
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
};

/** Where the services report to auth. */
export const ERASURE_DONE_QUEUE = '{erasure-done}';

/** Nothing of the account is left with the service. */
export const erasureDone = z.object({ account_id: z.string(), service: erasingService });
export type ErasureDone = z.infer<typeof erasureDone>;
