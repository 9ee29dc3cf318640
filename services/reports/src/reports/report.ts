import { type MealType, mealType } from 'shared/contract/meals.ts';
import { ACTIVITY_FIGURES, type Report, type ReportPeriod, SLEEP_FIGURES } from 'shared/contract/reports.ts';
import { countDays, daysBetween } from 'shared/records/calendar.ts';
import type { ProfileDocument } from 'shared/records/documents.ts';
import { addUp, round, roundTotals, type Sums, sum } from 'shared/records/totals.ts';
import { averageClockTime } from './clock-average.ts';
import type { Range } from './period.ts';
import type { Figures, StatedSums } from './report-store.ts';
import { topFoods } from './top-foods.ts';

/** The report of a period (contract §3), made from the figures of its records. Everything is rounded here and only here. */
export const presentReport = (
  profile: ProfileDocument,
  period: ReportPeriod,
  { from, to }: Range,
  figures: Figures,
): Report => {
  const eaten = [...figures.eaten.values()];
  const sums = addUp(eaten.map((day) => day.sums));
  return {
    period,
    profile_id: profile._id,
    profile_name: profile.name,
    from,
    to,
    time_zone: profile.time_zone,
    days_total: countDays(from, to),
    days_with_meals: eaten.length,
    meal_count: sum(eaten.map((day) => day.meals)),
    totals: sums && roundTotals(sums),
    averages: sums && perDay(sums, eaten.length),
    top_foods: topFoods(figures.spellings),
    meal_breakdown: mealBreakdown(figures.mealTypes, sums),
    activity_averages: movementAverages(figures.movement),
    sleep_averages: nightAverages(figures.nights),
    days: daysBetween(from, to).map((day) => ({
      day,
      kcal: roundKnown(figures.eaten.get(day)?.sums.kcal),
      steps: figures.steps.get(day) ?? null,
      asleep_minutes: figures.asleep.get(day) ?? null,
    })),
    provenance: figures.provenance,
    targets: profile.targets,
    generated_at: new Date().toISOString(),
  };
};

const roundKnown = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : round(value);

const perDay = ({ coverage: _, ...sums }: Sums, days: number): Report['averages'] =>
  Object.fromEntries(
    Object.entries(sums).map(([field, value]) => [field, roundKnown(value === null ? null : value / days)]),
  ) as Report['averages'];

/** The types that occur, in the order of the specification. */
const mealBreakdown = (types: Figures['mealTypes'], sums: Sums | null): Report['meal_breakdown'] =>
  mealType.options.flatMap((type: MealType) => {
    const eaten = types.get(type);
    if (!eaten || !sums) return [];
    return {
      meal_type: type,
      count: eaten.count,
      kcal: round(eaten.kcal),
      kcal_share_pct: sums.kcal > 0 ? round((eaten.kcal / sums.kcal) * 100) : null,
      protein_g: round(eaten.protein_g),
      carbs_g: round(eaten.carbs_g),
      fat_g: round(eaten.fat_g),
    };
  });

/** Each figure's average over the records that state it. */
const averages = <Figure extends string>(
  sums: StatedSums<Figure>,
  figures: readonly Figure[],
): Record<Figure, number | null> =>
  Object.fromEntries(
    figures.map((figure) => {
      const known = sums[`${figure}_known`];
      return [figure, known > 0 ? round(sums[figure] / known) : null];
    }),
  ) as Record<Figure, number | null>;

const movementAverages = (movement: Figures['movement']): Report['activity_averages'] =>
  movement && { days: movement.days, ...averages(movement, ACTIVITY_FIGURES) };

const nightAverages = (nights: Figures['nights']): Report['sleep_averages'] =>
  nights && {
    nights: nights.nights,
    ...averages(nights, SLEEP_FIGURES),
    bedtime: averageClockTime(nights.bedtimes.filter((time) => time !== null)),
    wake_time: averageClockTime(nights.wake_times.filter((time) => time !== null)),
  };
