import { mapFields } from 'shared/contract/map-fields.ts';
import {
  ACTIVITY_FIGURES,
  OPTIONAL_NUTRIENTS,
  REQUIRED_NUTRIENTS,
  SLEEP_FIGURES,
} from 'shared/contract/measures.ts';
import { mealType } from 'shared/contract/operations/meals.ts';
import type { Report } from 'shared/contract/operations/reports.ts';
import type { StoredActivity } from 'shared/records/activity.ts';
import { countDays, daysBetween } from 'shared/records/calendar.ts';
import { averageClockTime, minutesBetween } from 'shared/records/clock.ts';
import { presentTargets, type StoredProfile } from 'shared/records/profile.ts';
import type { StoredSleep } from 'shared/records/sleep.ts';
import { addUp, round, roundKnown, roundTotals, type Sums, sum } from 'shared/records/totals.ts';
import type { Findings } from './findings.ts';
import type { Range } from './range.ts';
import { topFoods } from './top-foods.ts';

/** The report of a period (`C3.report_totals`): averages are made and figures rounded here, from what was added up unrounded. */
export const presentReport = <Period extends Report['period']>(
  profile: StoredProfile,
  period: Period,
  { from, to }: Range,
  findings: Findings,
): Report & { period: Period } => {
  const daysWithMeals = [...findings.meals.values()];
  const sums = addUp(daysWithMeals.map((day) => day.sums));
  return {
    period,
    profile_id: profile._id,
    profile_name: profile.name,
    from,
    to,
    time_zone: profile.time_zone,
    days_total: countDays(from, to),
    days_with_meals: daysWithMeals.length,
    meal_count: sum(daysWithMeals.map((day) => day.count)),
    totals: sums && roundTotals(sums),
    averages: sums && perDay(sums, daysWithMeals.length),
    top_foods: topFoods(findings.spellings),
    meal_breakdown: mealBreakdown(findings.mealTypes, sums),
    activity_averages: activityAverages([...findings.activity.values()]),
    sleep_averages: sleepAverages([...findings.sleep.values()]),
    days: daysBetween(from, to).map((day) => ({
      day,
      kcal: roundKnown(findings.meals.get(day)?.sums.kcal),
      steps: findings.activity.get(day)?.steps ?? null,
      asleep_minutes: findings.sleep.get(day)?.asleep_minutes ?? null,
    })),
    provenance: findings.origins.map(({ model, client_name, records }) => ({ model, client_name, records })),
    corrected_by_person: sum(findings.origins.map(({ corrected }) => corrected)),
    targets: presentTargets(profile),
    generated_at: new Date().toISOString(),
  };
};

const perDay = (sums: Sums, days: number): Report['averages'] =>
  roundTotals({
    ...mapFields(REQUIRED_NUTRIENTS, (field) => sums[field] / days),
    ...mapFields(OPTIONAL_NUTRIENTS, (field) => sums[field] && sums[field] / days),
    coverage: sums.coverage,
  });

/** The types that occur, in the order of the specification. */
const mealBreakdown = (types: Findings['mealTypes'], sums: Sums | null): Report['meal_breakdown'] =>
  mealType.options.flatMap((type) => {
    const meals = types.get(type);
    if (!meals || !sums) return [];
    return {
      meal_type: type,
      count: meals.count,
      ...mapFields(REQUIRED_NUTRIENTS, (field) => round(meals[field])),
      kcal_share_pct: sums.kcal > 0 ? round((meals.kcal / sums.kcal) * 100) : null,
    };
  });

/** The values that are stated. */
const known = <Value>(values: readonly (Value | null)[]): Value[] => values.filter((value) => value !== null);

/** Each field's average over the records that state it. */
const averages = <Field extends string>(
  records: readonly Record<Field, number | null>[],
  fields: readonly Field[],
): Record<Field, number | null> =>
  mapFields(fields, (field) => {
    const values = known<number>(records.map((record) => record[field]));
    return values.length > 0 ? round(sum(values) / values.length) : null;
  });

const activityAverages = (days: readonly StoredActivity[]): Report['activity_averages'] =>
  days.length > 0 ? { days: days.length, ...averages(days, ACTIVITY_FIGURES) } : null;

/** Nobody is in bed for longer: somebody mixed up the times. */
const LONGEST_IN_BED_MINUTES = 18 * 60;

/** From going to bed to getting up, past midnight where that is earlier; null where a time is missing or they are too far apart. */
const inBedByClock = ({ bedtime, wake_time }: StoredSleep): number | null => {
  if (bedtime === null || wake_time === null) return null;
  const minutes = minutesBetween(bedtime, wake_time);
  return minutes <= LONGEST_IN_BED_MINUTES ? minutes : null;
};

/** A night that states no time in bed counts with that by the clock (`C12.in_bed`). */
const withTimeInBed = (night: StoredSleep): StoredSleep => ({
  ...night,
  in_bed_minutes: night.in_bed_minutes ?? inBedByClock(night),
});

const sleepAverages = (nights: readonly StoredSleep[]): Report['sleep_averages'] =>
  nights.length > 0
    ? {
        nights: nights.length,
        ...averages(nights.map(withTimeInBed), SLEEP_FIGURES),
        in_bed_from_clock: nights.filter(
          (night) => night.in_bed_minutes === null && inBedByClock(night) !== null,
        ).length,
        bedtime: averageClockTime(known(nights.map((night) => night.bedtime))),
        wake_time: averageClockTime(known(nights.map((night) => night.wake_time))),
      }
    : null;
