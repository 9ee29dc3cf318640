import type { Report } from 'shared/contract/operations/reports.ts';
import type { Diary } from './diary.ts';
import { exact, exactSum, rounded } from './exact.ts';

/* What a report must say, computed from the records: without floats, a database or any code of the service. */

const REQUIRED = ['kcal', 'protein_g', 'carbs_g', 'fat_g'] as const;
const OPTIONAL = ['fiber_g', 'sugar_g', 'sodium_mg', 'weight_g'] as const;
const ACTIVITY = [
  'steps',
  'active_kcal',
  'total_kcal',
  'distance_km',
  'exercise_minutes',
  'resting_hr',
] as const;
const NIGHT = [
  'in_bed_minutes',
  'asleep_minutes',
  'deep_minutes',
  'rem_minutes',
  'light_minutes',
  'awake_minutes',
  'score',
  'efficiency_pct',
  'avg_hr',
  'hrv_ms',
] as const;
const MEAL_TYPES = ['breakfast', 'lunch', 'dinner', 'snack', 'other'] as const;

type Known<Value> = Exclude<Value, null | undefined>;
const isKnown = <Value>(value: Value): value is Known<Value> => value !== null && value !== undefined;

const averageOf = (values: readonly number[]): number | null =>
  values.length > 0 ? rounded(exactSum(values), BigInt(values.length)) : null;

/** The minute of the day nearest to all of them on the clock face, found by trying each; the later of two. */
export const nearestClockTime = (times: readonly string[]): string | null => {
  const angle = (minute: number) => (minute / 1440) * 2 * Math.PI;
  const minutes = times.map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
  const closeness = Array.from({ length: 1440 }, (_, minute) =>
    minutes.reduce((total, one) => total + Math.cos(angle(minute - one)), 0),
  );
  const most = Math.max(...closeness);
  const best = closeness.flatMap((value, minute) => (value > most - 1e-12 ? [minute] : []));
  if (best.length === 0 || best.length > 2) return null;
  const [first = 0, second = first] = best;
  const minute = first === 0 && second === 1439 ? first : second;
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
};

const daysOf = (from: string, to: string): string[] => {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
};

/** What is stated, else the minutes after bedtime that the clock passes until it shows the time of getting up. */
const minutesInBed = ({ in_bed_minutes, bedtime, wake_time }: Diary['sleep'][number]['input']) => {
  if (isKnown(in_bed_minutes) || !isKnown(bedtime) || !isKnown(wake_time)) return in_bed_minutes;
  const clock = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16);
  const [hours = 0, minutes = 0] = bedtime.split(':').map(Number);
  for (let passed = 1; passed <= 18 * 60; passed += 1)
    if (clock(hours * 60 + minutes + passed) === wake_time) return passed;
  return null;
};

type ExpectedReport = Omit<
  Report,
  'period' | 'profile_id' | 'profile_name' | 'time_zone' | 'targets' | 'generated_at'
>;

/** The figures of the report from `from` to `to`. */
export const expectedReport = (diary: Diary, from: string, to: string): ExpectedReport => {
  const within = <T extends { day: string }>(records: readonly T[]) =>
    records.filter(({ day }) => day >= from && day <= to);
  const meals = within(diary.meals);
  const activity = within(diary.activity);
  const sleep = within(diary.sleep);
  const notes = within(diary.notes);
  const items = meals.flatMap(({ input }) => input.items);
  const daysWithMeals = BigInt(new Set(meals.map(({ day }) => day)).size);
  const kcal = exactSum(items.map((item) => item.kcal));

  const nutrients = (count: bigint) => ({
    ...Object.fromEntries(
      REQUIRED.map((field) => [field, rounded(exactSum(items.map((item) => item[field])), count)]),
    ),
    ...Object.fromEntries(
      OPTIONAL.map((field) => {
        const known = items.map((item) => item[field]).filter(isKnown);
        return [field, known.length > 0 ? rounded(exactSum(known), count) : null];
      }),
    ),
  });
  const coverage = Object.fromEntries(
    OPTIONAL.map((field) => [
      field,
      { known: items.filter((item) => isKnown(item[field])).length, of: items.length },
    ]),
  );

  return {
    from,
    to,
    days_total: daysOf(from, to).length,
    days_with_meals: Number(daysWithMeals),
    meal_count: meals.length,
    totals: meals.length > 0 ? ({ ...nutrients(1n), coverage } as Report['totals']) : null,
    averages: meals.length > 0 ? ({ ...nutrients(daysWithMeals), coverage } as Report['averages']) : null,
    top_foods: expectedFoods(items),
    meal_breakdown: MEAL_TYPES.flatMap((type) => {
      const ofType = meals.filter(({ input }) => input.meal_type === type);
      if (ofType.length === 0) return [];
      const eaten = ofType.flatMap(({ input }) => input.items);
      const sumOf = (field: (typeof REQUIRED)[number]) => exactSum(eaten.map((item) => item[field]));
      return {
        meal_type: type,
        count: ofType.length,
        kcal: rounded(sumOf('kcal')),
        kcal_share_pct: kcal > 0n ? rounded(sumOf('kcal') * exact(100), kcal) : null,
        protein_g: rounded(sumOf('protein_g')),
        carbs_g: rounded(sumOf('carbs_g')),
        fat_g: rounded(sumOf('fat_g')),
      };
    }),
    activity_averages:
      activity.length > 0
        ? ({
            days: activity.length,
            ...Object.fromEntries(
              ACTIVITY.map((field) => [
                field,
                averageOf(activity.map(({ input }) => input[field]).filter(isKnown)),
              ]),
            ),
          } as Report['activity_averages'])
        : null,
    sleep_averages:
      sleep.length > 0
        ? ({
            nights: sleep.length,
            ...Object.fromEntries(
              NIGHT.map((field) => [
                field,
                averageOf(sleep.map(({ input }) => input[field]).filter(isKnown)),
              ]),
            ),
            in_bed_minutes: averageOf(sleep.map(({ input }) => minutesInBed(input)).filter(isKnown)),
            in_bed_from_clock: sleep.filter(
              ({ input }) => !isKnown(input.in_bed_minutes) && isKnown(minutesInBed(input)),
            ).length,
            bedtime: nearestClockTime(sleep.map(({ input }) => input.bedtime).filter(isKnown)),
            wake_time: nearestClockTime(sleep.map(({ input }) => input.wake_time).filter(isKnown)),
          } as Report['sleep_averages'])
        : null,
    days: daysOf(from, to).map((day) => {
      const eaten = meals.filter((meal) => meal.day === day).flatMap(({ input }) => input.items);
      return {
        day,
        kcal: eaten.length > 0 ? rounded(exactSum(eaten.map((item) => item.kcal))) : null,
        steps: activity.find((record) => record.day === day)?.input.steps ?? null,
        asleep_minutes: sleep.find((record) => record.day === day)?.input.asleep_minutes ?? null,
      };
    }),
    provenance: expectedProvenance([
      ...meals.map(({ input, client }) => [input.model ?? null, client] as const),
      ...notes.map(({ input, client }) => [input.model ?? null, client] as const),
      ...[...activity, ...sleep].map(({ client }) => [null, client] as const),
    ]),
    corrected_by_person: 0,
  };
};

type Item = Diary['meals'][number]['input']['items'][number];

const expectedFoods = (items: readonly Item[]): Report['top_foods'] => {
  const keyOf = (name: string) => name.split(/\s/u).filter(Boolean).join(' ').toLowerCase();
  const keys = [...new Set(items.map(({ name }) => keyOf(name)))].sort();
  const foods = keys.map((key) => {
    const eaten = items.filter(({ name }) => keyOf(name) === key);
    const weights = eaten.map((item) => item.weight_g).filter(isKnown);
    return {
      name: eaten.at(-1)?.name ?? '',
      count: eaten.length,
      kcal: rounded(exactSum(eaten.map((item) => item.kcal))),
      weight_g: weights.length > 0 ? rounded(exactSum(weights)) : null,
    };
  });
  return foods.sort((a, b) => b.count - a.count || b.kcal - a.kcal).slice(0, 20);
};

const expectedProvenance = (origins: (readonly [string | null, string])[]): Report['provenance'] => {
  const kinds = new Map(origins.map((origin) => [JSON.stringify(origin), origin]));
  return [...kinds.entries()]
    .map(([kind, [model, client_name]]) => ({
      model,
      client_name,
      records: origins.filter((origin) => JSON.stringify(origin) === kind).length,
    }))
    .sort(
      (a, b) =>
        b.records - a.records ||
        (a.model ?? '').localeCompare(b.model ?? '') ||
        a.client_name.localeCompare(b.client_name),
    );
};
