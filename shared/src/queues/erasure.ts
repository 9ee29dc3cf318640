import { z } from 'zod';

/** The services that hold something of an account. Each sweeps what it owns. */
export const erasingService = z.enum(['auth', 'diary', 'reports']);
export type ErasingService = z.infer<typeof erasingService>;

/** The queue of a service's sweeps. auth fills it until the service has reported that it is done. */
export const erasureQueue = (service: ErasingService): string => `erasure-${service}`;

/** `swept`: whether the first of the two sweeps is done. */
export const erasureJob = z.object({ account_id: z.string(), swept: z.boolean() });
export type ErasureJob = z.infer<typeof erasureJob>;

/** Where the services report to auth. */
export const ERASURE_DONE_QUEUE = 'erasure-done';

/** Nothing of the account is left with the service. */
export const erasureDone = z.object({ account_id: z.string(), service: erasingService });
export type ErasureDone = z.infer<typeof erasureDone>;
