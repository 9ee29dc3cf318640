import { day } from 'shared/contract/fields.ts';
import { reportPeriod } from 'shared/contract/operations/reports.ts';
import { z } from 'zod';

const query = z.object({
  period: reportPeriod.optional().catch(undefined),
  day: day.optional().catch(undefined),
  from: day.optional().catch(undefined),
  to: day.optional().catch(undefined),
  compare: z.literal('previous').optional().catch(undefined),
  profile: z.string().optional().catch(undefined),
});
export type ReportQuery = z.infer<typeof query>;

/** What a report page's address asks for. What cannot be read counts as absent. */
export const readReportQuery = (given: unknown): ReportQuery => query.parse(given);
