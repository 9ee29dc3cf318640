import fc from 'fast-check';
import type { ActivityInput } from 'shared/contract/operations/activity.ts';
import type { LogMealInput, MealItemInput } from 'shared/contract/operations/meals.ts';
import type { SleepInput } from 'shared/contract/operations/sleep.ts';
import type { WellbeingInput } from 'shared/contract/operations/wellbeing.ts';
import type { Diary } from './diary.ts';

/** A number with up to 4 decimals, as assistants send them. */
const figure = (max: number) =>
  fc
    .tuple(fc.integer({ min: 0, max: max * 10_000 }), fc.integer({ min: 0, max: 4 }))
    .map(([parts, places]) => Number((parts / 10_000).toFixed(places)));

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2 });

/** A few names in many spellings: case, spaces around and within, letters beyond ASCII. */
const foodName = fc
  .tuple(
    fc.constantFrom('rice', 'борщ', 'crème brûlée', 'fried egg', '<b>tea</b>', 'خبز', 'x \u202eevil'),
    fc.constantFrom(
      (name: string) => name,
      (name: string) => name.toUpperCase(),
      (name: string) => `  ${name} `,
      (name: string) => name.replace(' ', ' \u00a0\t '),
      (name: string) => name.charAt(0).toUpperCase() + name.slice(1),
    ),
  )
  .map(([name, spell]) => spell(name));

const item: fc.Arbitrary<MealItemInput> = fc.record({
  name: fc.oneof(
    { weight: 3, arbitrary: foodName },
    fc.integer({ min: 1, max: 40 }).map((n) => `Food ${n}`),
  ),
  kcal: fc.oneof(figure(20_000), figure(500), fc.constant(0)),
  protein_g: figure(2000),
  carbs_g: figure(2000),
  fat_g: figure(2000),
  fiber_g: maybe(figure(500)),
  sugar_g: maybe(figure(2000)),
  sodium_mg: maybe(figure(100_000)),
  weight_g: maybe(figure(19_999).map((weight) => weight + 1)),
});

const clock = fc
  .integer({ min: 0, max: 1439 })
  .map(
    (minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
  );
/** Often around midnight, where an arithmetic mean goes wrong. */
const bedtime = fc.oneof(clock, fc.constantFrom('23:50', '00:10', '23:30', '00:41', '22:05'));

const model = maybe(fc.constantFrom('model-a', 'model-b', 'model-c'));
const client = fc.constantFrom('Kitchen assistant', 'Desk assistant');

const activity: fc.Arbitrary<ActivityInput> = fc.record({
  steps: maybe(fc.integer({ min: 0, max: 200_000 })),
  active_kcal: maybe(figure(20_000)),
  total_kcal: maybe(figure(20_000)),
  distance_km: maybe(figure(1000)),
  exercise_minutes: maybe(fc.integer({ min: 0, max: 1440 })),
  resting_hr: maybe(fc.integer({ min: 20, max: 250 })),
  // Their energy counts in no figure of the day.
  workouts: maybe(fc.constant([{ type: 'Running', minutes: 35, kcal: 320 }])),
});

const minutes = maybe(fc.integer({ min: 0, max: 1440 }));
const sleep: fc.Arbitrary<SleepInput> = fc.record({
  bedtime: maybe(bedtime),
  wake_time: maybe(clock),
  in_bed_minutes: minutes,
  asleep_minutes: minutes,
  deep_minutes: minutes,
  rem_minutes: minutes,
  light_minutes: minutes,
  awake_minutes: minutes,
  score: maybe(fc.integer({ min: 0, max: 100 })),
  efficiency_pct: maybe(figure(100)),
  avg_hr: maybe(fc.integer({ min: 20, max: 250 })),
  hrv_ms: maybe(figure(500)),
});

/** A moment of the day, with any offset. */
const momentOn = (day: string) =>
  fc
    .tuple(clock, fc.constantFrom('+00:00', '+02:00', '-11:00', '+14:00', '+05:45'))
    .map(([time, offset]) => `${day}T${time}:00${offset}`);

const mealOn = (day: string): fc.Arbitrary<Diary['meals'][number]> =>
  fc.record({
    day: fc.constant(day),
    client,
    input: fc.record({
      meal_type: fc.constantFrom('breakfast', 'lunch', 'dinner', 'snack', 'other'),
      eaten_at: momentOn(day),
      items: fc.array(item, { minLength: 1, maxLength: 6 }),
      model,
    }) as fc.Arbitrary<LogMealInput>,
  });

const noteOn = (day: string): fc.Arbitrary<Diary['notes'][number]> =>
  fc.record({
    day: fc.constant(day),
    client,
    input: fc.record({
      text: fc.constant('Fine'),
      recorded_at: momentOn(day),
      model,
    }) as fc.Arbitrary<WellbeingInput>,
  });

const oncePerDay = <Input>(day: fc.Arbitrary<string>, input: fc.Arbitrary<Input>, maxLength: number) =>
  fc.uniqueArray(fc.record({ day, client, input }), { selector: (entry) => entry.day, maxLength });

/** Diaries of these days, with a limited number of records of each kind. */
export const diaryOf = (days: readonly string[], most: number): fc.Arbitrary<Diary> => {
  const day = fc.constantFrom(...days);
  return fc.record({
    meals: fc.array(day.chain(mealOn), { maxLength: most }),
    activity: oncePerDay(day, activity, most),
    sleep: oncePerDay(day, sleep, most),
    notes: fc.array(day.chain(noteOn), { maxLength: most }),
  });
};
