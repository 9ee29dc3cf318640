import { z } from 'zod';
import { date, day, dayParams, profileId, profileQuery } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { mapFields } from '../map-fields.ts';
import { TARGET_FIELDS } from '../measures.ts';
import { operation } from '../operation.ts';
import { activity, exampleActivity } from './activity.ts';
import { exampleMeal, exampleTotals, meal, totals } from './meals.ts';
import { exampleSleep, sleep } from './sleep.ts';
import { exampleNote, wellbeingNote } from './wellbeing.ts';

/** What the person set as their own targets for a day, never computed (`C3.targets`). */
export const targets = z.object(mapFields(TARGET_FIELDS, () => z.number().nullable()));
export type Targets = z.infer<typeof targets>;

export const dayRecord = z.object({
  day: date,
  profile_id: z.string(),
  time_zone: z.string(),
  meals: z.array(meal),
  totals: totals.nullable(),
  activity: activity.nullable(),
  sleep: sleep.nullable(),
  wellbeing: z.array(wellbeingNote),
  targets: targets.nullable(),
});

export const getDay = operation({
  id: 'get_day',
  method: 'GET',
  path: '/days/{day}',
  owner: 'diary',
  access: 'records:read',
  summary: 'Read everything recorded for a day',
  params: dayParams,
  query: profileQuery,
  status: 200,
  response: dayRecord,
  example: {
    params: { day: '2026-10-04' },
    response: {
      day: '2026-10-04',
      profile_id: exampleMeal.profile_id,
      time_zone: 'Europe/Madrid',
      meals: [exampleMeal],
      totals: exampleTotals,
      activity: exampleActivity,
      sleep: exampleSleep,
      wellbeing: [exampleNote],
      targets: null,
    },
  },
});

export const daySummary = z.object({
  day: date,
  meal_count: z.int(),
  totals: totals.nullable(),
  activity: activity.nullable(),
  sleep: sleep.nullable(),
});
export type DaySummary = z.infer<typeof daySummary>;

export const listDays = operation({
  id: 'list_days',
  method: 'GET',
  path: '/days',
  owner: 'diary',
  access: 'records:read',
  summary: 'Read totals, activity and sleep per day',
  description: `Up to ${LIMITS.daysRange} days, both ends included, every day listed. Without \`from\` and \`to\`: the last 7 days to today; with \`from\` alone: to today; with \`to\` alone: the 7 days that end there.`,
  query: z.strictObject({
    from: day.optional().meta({ description: 'The first day.' }),
    to: day.optional().meta({ description: 'The last day, included.' }),
    profile_id: profileId.optional(),
  }),
  status: 200,
  response: z.object({
    from: date,
    to: date,
    profile_id: z.string(),
    days: z.array(daySummary),
  }),
  problems: ['invalid_range', 'range_too_long'],
  example: {
    response: {
      from: '2026-10-03',
      to: '2026-10-04',
      profile_id: exampleMeal.profile_id,
      days: [
        { day: '2026-10-03', meal_count: 0, totals: null, activity: null, sleep: null },
        {
          day: '2026-10-04',
          meal_count: 1,
          totals: exampleTotals,
          activity: exampleActivity,
          sleep: exampleSleep,
        },
      ],
    },
  },
});
