import { z } from 'zod';
import { date, day, profileId, profileQuery, timestamp } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { mapFields } from '../map-fields.ts';
import { ACTIVITY_FIGURES, REQUIRED_NUTRIENTS, SLEEP_FIGURES } from '../measures.ts';
import { operation } from '../operation.ts';
import { exampleActivity } from './activity.ts';
import { targets } from './days.ts';
import { exampleMeal, exampleTotals, mealType, totals } from './meals.ts';
import { exampleSleep } from './sleep.ts';

export const reportPeriod = z.enum(['daily', 'weekly', 'monthly']);
export type ReportPeriod = z.infer<typeof reportPeriod>;

const average = z.number().nullable();

const clockAverage = z
  .string()
  .nullable()
  .meta({ description: 'HH:MM, averaged on the circle: 23:50 and 00:10 make 00:00.', examples: ['23:40'] });

export const activityAverages = z.object({ days: z.int(), ...mapFields(ACTIVITY_FIGURES, () => average) });

export const sleepAverages = z.object({
  nights: z.int(),
  ...mapFields(SLEEP_FIGURES, () => average),
  in_bed_from_clock: z.int().meta({
    description:
      'How many nights count in `in_bed_minutes` with the span between their clock times, because they state no minutes.',
  }),
  bedtime: clockAverage,
  wake_time: clockAverage,
});

export const report = z.object({
  period: z
    .enum([...reportPeriod.options, 'range'])
    .meta({ description: '`range`: the days that were asked for.' }),
  profile_id: z.string(),
  profile_name: z.string(),
  from: date.meta({ description: 'The first day of the period.' }),
  to: date.meta({ description: 'The last day of the period, which may lie ahead.' }),
  time_zone: z.string(),
  days_total: z.int(),
  days_with_meals: z.int(),
  meal_count: z.int(),
  totals: totals.nullable(),
  averages: totals
    .nullable()
    .meta({ description: 'The totals per day with meals; null where the total is.' }),
  top_foods: z
    .array(
      z.object({
        name: z.string().meta({ description: 'As it was last recorded.' }),
        count: z.int(),
        kcal: z.number(),
        weight_g: z.number().nullable(),
      }),
    )
    .meta({
      description: `At most ${LIMITS.topFoods}, by count, then kcal. Names that differ only in case or spaces are one food.`,
    }),
  meal_breakdown: z
    .array(
      z.object({
        meal_type: mealType,
        count: z.int(),
        ...mapFields(REQUIRED_NUTRIENTS, () => z.number()),
        kcal_share_pct: average.meta({ description: 'Of all kcal in the period; null where that is 0.' }),
      }),
    )
    .meta({ description: 'The types that occur.' }),
  activity_averages: activityAverages
    .nullable()
    .meta({ description: 'Each over the days that state it; null where no day has activity.' }),
  sleep_averages: sleepAverages
    .nullable()
    .meta({ description: 'Each over the nights that state it; null where there are none.' }),
  days: z
    .array(
      z.object({
        day: date,
        kcal: z.number().nullable(),
        steps: z.number().nullable(),
        asleep_minutes: z.number().nullable(),
      }),
    )
    .meta({ description: 'Every day of the period.' }),
  provenance: z
    .array(z.object({ model: z.string().nullable(), client_name: z.string(), records: z.int() }))
    .meta({
      description:
        'Which models and applications the records of the period come from, most records first; at most 1,000.',
    }),
  corrected_by_person: z.int().meta({ description: 'How many of these records the person corrected.' }),
  targets: targets.nullable(),
  generated_at: timestamp,
});
export type Report = z.infer<typeof report>;

const exampleReport: Report = {
  period: 'daily',
  profile_id: exampleMeal.profile_id,
  profile_name: 'Ana',
  from: '2026-10-04',
  to: '2026-10-04',
  time_zone: 'Europe/Madrid',
  days_total: 1,
  days_with_meals: 1,
  meal_count: 1,
  totals: exampleTotals,
  averages: exampleTotals,
  top_foods: [
    { name: 'Lentil soup', count: 1, kcal: 310, weight_g: 350 },
    { name: 'Bread', count: 1, kcal: 160, weight_g: null },
  ],
  meal_breakdown: [
    {
      meal_type: 'lunch',
      count: 1,
      ...mapFields(REQUIRED_NUTRIENTS, (field) => exampleTotals[field]),
      kcal_share_pct: 100,
    },
  ],
  activity_averages: {
    days: 1,
    ...mapFields(ACTIVITY_FIGURES, (field) => exampleActivity[field]),
  },
  sleep_averages: {
    nights: 1,
    ...mapFields(SLEEP_FIGURES, (field) => exampleSleep[field]),
    in_bed_from_clock: 0,
    bedtime: exampleSleep.bedtime,
    wake_time: exampleSleep.wake_time,
  },
  days: [
    {
      day: '2026-10-04',
      kcal: 470,
      steps: exampleActivity.steps,
      asleep_minutes: exampleSleep.asleep_minutes,
    },
  ],
  provenance: [
    { model: null, client_name: 'Kitchen assistant', records: 2 },
    { model: 'example-model-1', client_name: 'Kitchen assistant', records: 2 },
  ],
  corrected_by_person: 0,
  targets: null,
  generated_at: '2026-10-04T20:15:00Z',
};

export const getReport = operation({
  id: 'get_report',
  method: 'GET',
  path: '/reports/{period}',
  owner: 'reports',
  access: 'reports:read',
  summary: 'Read the report for today, this week or this month',
  description:
    '`daily` is today, `weekly` this Monday to Sunday, `monthly` this calendar month, in the time zone of the profile. Figures only: nothing is judged or recommended.',
  params: z.strictObject({
    period: reportPeriod.meta({ description: 'Today, this week or this calendar month.' }),
  }),
  query: profileQuery,
  status: 200,
  response: report,
  example: { params: { period: 'daily' }, response: exampleReport },
});

/** The days of a report that is of no period. */
const reportRange = z.strictObject({
  from: day.meta({ description: 'The first day.' }),
  to: day.meta({ description: 'The last day, included.' }),
  profile_id: profileId.optional(),
});

export const getReportOfRange = operation({
  id: 'get_report_of_range',
  method: 'GET',
  path: '/reports',
  owner: 'reports',
  access: 'reports:read',
  summary: 'Read the report for any range of days',
  description: `The report from \`from\` to \`to\`, both included and both needed: at most ${LIMITS.reportDays} days. The last two weeks are 14 days with today.`,
  query: reportRange,
  status: 200,
  response: report,
  problems: ['invalid_range', 'range_too_long'],
  example: {
    query: { from: exampleReport.from, to: exampleReport.to },
    response: { ...exampleReport, period: 'range' },
  },
});
