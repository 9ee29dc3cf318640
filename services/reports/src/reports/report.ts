import { mapFields } from 'shared/contract/map-fields.ts';
import { type MealType, mealType, OPTIONAL_NUTRIENTS, REQUIRED_NUTRIENTS } from 'shared/contract/meals.ts';
import { ACTIVITY_FIGURES, type Report, type ReportPeriod, SLEEP_FIGURES } from 'shared/contract/reports.ts';
import { countDays, daysBetween } from 'shared/records/calendar.ts';
import type { ActivityDocument, ProfileDocument, SleepDocument } from 'shared/records/documents.ts';
import { addUp, round, roundKnown, roundTotals, type Sums, sum } from 'shared/records/totals.ts';
import { averageClockTime } from './clock.ts';
import type { Range } from './period.ts';
import type { Figures } from './report-store.ts';
import { topFoods } from './top-foods.ts';

/** The report of a period (contract §3), made from the figures of its records. Everything is rounded here and only here. */
export const presentReport = (
  profile: ProfileDocument,
  period: ReportPeriod,
  { from, to }: Range,
  figures: Figures,
): Report => {
  const meals = [...figures.meals.values()];
  const sums = addUp(meals.map((day) => day.sums));
  return {
    period,
    profile_id: profile._id,
    profile_name: profile.name,
    from,
    to,
    time_zone: profile.time_zone,
    days_total: countDays(from, to),
    days_with_meals: meals.length,
    meal_count: sum(meals.map((day) => day.count)),
    totals: sums && roundTotals(sums),
    averages: sums && perDay(sums, meals.length),
    top_foods: topFoods(figures.spellings),
    meal_breakdown: mealBreakdown(figures.mealTypes, sums),
    activity_averages: activityAverages([...figures.activity.values()]),
    sleep_averages: sleepAverages([...figures.sleep.values()]),
    days: daysBetween(from, to).map((day) => ({
      day,
      kcal: roundKnown(figures.meals.get(day)?.sums.kcal),
      steps: figures.activity.get(day)?.steps ?? null,
      asleep_minutes: figures.sleep.get(day)?.asleep_minutes ?? null,
    })),
    provenance: figures.provenance,
    targets: profile.targets,
    generated_at: new Date().toISOString(),
  };
};

const perDay = (sums: Sums, days: number): Report['averages'] => ({
  ...mapFields(REQUIRED_NUTRIENTS, (field) => round(sums[field] / days)),
  ...mapFields(OPTIONAL_NUTRIENTS, (field) => {
    const total = sums[field];
    return total === null ? null : round(total / days);
  }),
});

/** The types that occur, in the order of the specification. */
const mealBreakdown = (types: Figures['mealTypes'], sums: Sums | null): Report['meal_breakdown'] =>
  mealType.options.flatMap((type: MealType) => {
    const meals = types.get(type);
    if (!meals || !sums) return [];
    return {
      meal_type: type,
      count: meals.count,
      kcal: round(meals.kcal),
      kcal_share_pct: sums.kcal > 0 ? round((meals.kcal / sums.kcal) * 100) : null,
      protein_g: round(meals.protein_g),
      carbs_g: round(meals.carbs_g),
      fat_g: round(meals.fat_g),
    };
  });

const known = <Value>(values: readonly (Value | null)[]): Value[] => values.filter((value) => value !== null);

/** Each figure's average over the records that state it. */
const averages = <Figure extends string>(
  records: readonly Record<Figure, number | null>[],
  figures: readonly Figure[],
): Record<Figure, number | null> =>
  mapFields(figures, (figure) => {
    const values = known<number>(records.map((record) => record[figure]));
    return values.length > 0 ? round(sum(values) / values.length) : null;
  });

const activityAverages = (days: readonly ActivityDocument[]): Report['activity_averages'] =>
  days.length > 0 ? { days: days.length, ...averages(days, ACTIVITY_FIGURES) } : null;

const sleepAverages = (nights: readonly SleepDocument[]): Report['sleep_averages'] =>
  nights.length > 0
    ? {
        nights: nights.length,
        ...averages(nights, SLEEP_FIGURES),
        bedtime: averageClockTime(known(nights.map((night) => night.bedtime))),
        wake_time: averageClockTime(known(nights.map((night) => night.wake_time))),
      }
    : null;
