import { day } from 'shared/contract/fields.ts';
import { reportPeriod } from 'shared/contract/operations/reports.ts';
import { z } from 'zod';

const query = z.object({
  period: reportPeriod.catch('weekly'),
  day: day.optional().catch(undefined),
  profile: z.string().optional().catch(undefined),
});

/** What a report page's address asks for, this week at first. What cannot be read counts as absent. */
export const readReportQuery = (given: unknown): z.infer<typeof query> => query.parse(given);
