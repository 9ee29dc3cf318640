import fc from 'fast-check';
import type { Json } from './diary.ts';
import { addDays, daysOfChange } from './zones.ts';

/* The steps of a random history, as data: what shrinks, and what a failure prints. `record` and `profile` are places, from the newest. */

const today = new Date().toISOString().slice(0, 10);
export const ZONES = [
  ...['UTC', 'Europe/Madrid', 'America/New_York', 'Australia/Lord_Howe'],
  ...['Asia/Kathmandu', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Kyiv'],
];
const DAYS_OF_CHANGE = ['Europe/Madrid', 'America/New_York', 'Australia/Lord_Howe'].flatMap((zone) =>
  daysOfChange(zone, today),
);
const RECENT = Array.from({ length: 14 }, (_, index) => addDays(today, 1 - index));
/** Long ago, and days on which clocks change. */
const DAYS = [...RECENT, ...DAYS_OF_CHANGE, addDays(today, -500)];

const day = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...RECENT.slice(0, 5)) },
  { weight: 2, arbitrary: fc.constantFrom(...DAYS) },
);
const moment = fc
  .tuple(
    day,
    fc.constantFrom('07:15', '12:00', '12:10:00', '00:00', '02:00', '02:30', '23:30', '23:59:59.5'),
    fc.constantFrom('Z', '+02:00', '+01:00', '-05:00', '+14:00', '-11:00', '+05:45', '+10:30', '-00:00'),
  )
  .map(([date, clock, offset]) => `${date}T${clock}${offset}`);

const figure = fc.oneof(
  fc.constantFrom(0, 0.1, 0.333, 1.005, 12.345, 99.99, 250),
  fc.integer({ min: 0, max: 400 }),
);
const weight = fc.constantFrom(0.01, 35, 120.5, 350, 700);
const words = fc.constantFrom('', 'Two slices', 'Ünï ✓', '=cmd()', 'null', '7', 'two\nlines');
const model = fc.constantFrom('model-a', 'model-b');
const confidence = fc.constantFrom(0, 0.7, 1);
const factor = fc.constantFrom(0.5, 2, 1, 1.5, 0.333, 3, 100, 0.01);
const mealType = fc.constantFrom('breakfast', 'lunch', 'dinner', 'snack', 'other');

/** A record of which some members may be absent, or `null`, which is the same. */
const someOf = (members: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Json> =>
  fc.record(
    Object.fromEntries(
      Object.entries(members).map(([name, value]) => [name, fc.option(value, { freq: 12, nil: null })]),
    ),
    { requiredKeys: [] },
  );

const itemFields = {
  name: fc.constantFrom('Soup', ' soup', 'Bread', 'BREAD', 'Рис', 'Crème brûlée', 'Milk  3%', 'Milk 3%'),
  kcal: figure,
  protein_g: figure,
  carbs_g: figure,
  fat_g: figure,
};
const optionalItemFields = {
  description: words,
  portion: words,
  weight_g: weight,
  fiber_g: figure,
  sugar_g: figure,
  sodium_mg: figure,
  confidence,
};
const item = fc
  .tuple(fc.record(itemFields), someOf(optionalItemFields))
  .map(([required, optional]) => ({ ...required, ...optional }));
const items = fc.oneof(
  { weight: 20, arbitrary: fc.array(item, { minLength: 1, maxLength: 3 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(item, fc.integer({ min: 48, max: 50 })).map(([one, count]) => Array(count).fill(one)),
  },
);
const itemId = fc.constantFrom('i1', 'i2', 'i1', 'i3', 'i4');
const clearItem = fc.uniqueArray(
  fc.constantFrom('description', 'portion', 'weight_g', 'fiber_g', 'confidence'),
  {
    minLength: 1,
    maxLength: 2,
  },
);
const itemCorrection = fc
  .tuple(
    itemId,
    fc.oneof(
      someOf({ ...itemFields, ...optionalItemFields }),
      fc.record({ multiply: factor }),
      fc.record({ clear: clearItem, sodium_mg: figure }),
      fc.record({ clear: clearItem, portion: words }),
    ),
    figure,
  )
  // One that says nothing is given a figure.
  .map(([id, change, sugar_g]) =>
    Object.values(change).some((value) => value !== null) ? { id, ...change } : { id, sugar_g },
  );

const mealBody = fc
  .tuple(
    fc.record({ meal_type: mealType, items }),
    someOf({ eaten_at: moment, description: words, model, confidence, notes: words }),
    fc.constantFrom(0, 1, 2, 3),
  )
  .chain(([required, optional, timed]) =>
    timed > 0
      ? moment.map((eaten_at) => ({ ...optional, ...required, eaten_at }))
      : fc.constant({ ...optional, ...required }),
  );

const mealCorrection = fc.oneof(
  someOf({
    ...{ meal_type: mealType, eaten_at: moment, description: words, model, confidence, notes: words },
    clear: fc.uniqueArray(fc.constantFrom('description', 'notes', 'model', 'confidence'), { minLength: 1 }),
  }),
  fc.record({ multiply: factor }),
  fc.record({ items: fc.array(itemCorrection, { minLength: 1, maxLength: 2 }) }),
  fc.record({ add_items: fc.array(item, { minLength: 1, maxLength: 2 }) }),
  fc.record({ remove_items: fc.array(itemId, { minLength: 1, maxLength: 2 }) }),
  fc.record(
    {
      items: fc.array(itemCorrection, { minLength: 1, maxLength: 1 }),
      add_items: fc.array(item, { minLength: 1, maxLength: 1 }),
      remove_items: fc.array(itemId, { minLength: 1, maxLength: 1 }),
      notes: words,
      multiply: factor,
    },
    { requiredKeys: ['notes'] },
  ),
);

const minutes = fc.integer({ min: 0, max: 600 });
const workout = fc
  .tuple(fc.constantFrom('Run', 'Swim, 1 km'), someOf({ minutes, kcal: figure }))
  .map(([type, rest]) => ({ type, ...rest }));
const workouts = fc.oneof(
  { weight: 10, arbitrary: fc.array(workout, { maxLength: 2 }) },
  { weight: 1, arbitrary: fc.constant(Array(29).fill({ type: 'Walk' })) },
);
const activity = {
  steps: fc.integer({ min: 0, max: 30_000 }),
  active_kcal: figure,
  total_kcal: figure,
  distance_km: fc.constantFrom(0, 5.25, 12.345),
  exercise_minutes: minutes,
  resting_hr: fc.integer({ min: 40, max: 80 }),
  workouts,
  source_app: fc.constantFrom('Watch', ''),
  confidence,
};
const sleep = {
  bedtime: fc.constantFrom('22:45', '23:59', '00:00', '07:00'),
  wake_time: fc.constantFrom('06:30', '07:00', '08:15', '22:45'),
  in_bed_minutes: minutes,
  asleep_minutes: minutes,
  deep_minutes: fc.integer({ min: 0, max: 200 }),
  awake_minutes: fc.integer({ min: 0, max: 200 }),
  score: fc.integer({ min: 0, max: 100 }),
  efficiency_pct: fc.constantFrom(0, 87.5, 100),
  hrv_ms: figure,
  source_app: fc.constantFrom('Watch', ''),
  confidence,
};
const clearing = (fields: Record<string, unknown>) =>
  fc.uniqueArray(fc.constantFrom(...Object.keys(fields)), { minLength: 1, maxLength: 2 });
/** A correction of a day; one that names the same twice is refused. */
const merging = (
  fields: Record<string, fc.Arbitrary<unknown>>,
  more: Record<string, fc.Arbitrary<unknown>> = {},
) =>
  fc.oneof(
    { weight: 3, arbitrary: someOf(fields) },
    { weight: 1, arbitrary: someOf({ ...fields, ...more, clear: clearing(fields) }) },
    { weight: 1, arbitrary: fc.record({ clear: clearing(fields) }) },
    ...(more.add_workouts ? [{ weight: 2, arbitrary: fc.record({ add_workouts: more.add_workouts }) }] : []),
  );

const statements = fc.array(
  fc
    .tuple(fc.constantFrom('activity', 'food', 'feeling'), fc.option(fc.constant('early')))
    .map(([kind, when]) => ({ kind, text: 'Ran', when })),
  { maxLength: 2 },
);
const links = fc.array(fc.constant({ did: 'ran', felt: 'tired', quote: 'Ran. Tired.' }), { maxLength: 2 });
const text = fc.constantFrom(
  'Tired.',
  'Ran before work.\r\nTired today, but glad of it, all day long, and 🙂 to the end.',
  ' ',
);
const note = { recorded_at: moment, statements, links, language: fc.constantFrom('en', 'ru'), model };

const who = {
  as: fc.constantFrom(0, 1),
  mcp: fc.boolean(),
};
/** Of each kind mostly the newest; 9 is another account's. */
const record = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 2 }) },
  fc.integer({ min: 0, max: 9 }),
);
const profile = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 4 }));
const key = fc.option(fc.constantFrom('k1', 'k2', 'k3', 'k4', 'k5', 'k6'), { freq: 3 });
const CONDITIONS = ['none', 'current', 'stale', 'any', 'weak', 'list', 'malformed'] as const;
const condition = fc.oneof(
  { weight: 4, arbitrary: fc.constant('none' as const) },
  fc.constantFrom(...CONDITIONS),
);
const write = { ...who, key };

const step = <const Op extends string>(op: Op, fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ op: fc.constant(op), ...fields }) as fc.Arbitrary<Step>;

const kind = fc.constantFrom('meal', 'wellbeing', 'activity', 'sleep');

/** `op` is an operation, or what a person does on a page, or a call that is sent again or cannot be right. */
export type Step = { op: string } & Json;

const weighted: [number, fc.Arbitrary<Step>][] = [
  [12, step('log_meal', { ...write, profile, body: mealBody })],
  [14, step('update_meal', { ...write, record, condition, body: mealCorrection })],
  [
    4,
    step('copy_meal', {
      ...write,
      record,
      days: fc.uniqueArray(day, { minLength: 1, maxLength: 3 }),
      body: someOf({ meal_type: mealType, multiply: factor }),
    }),
  ],
  [4, step('add_wellbeing_note', { ...write, profile, text, body: someOf(note) })],
  [
    4,
    step('update_wellbeing_note', {
      ...write,
      record,
      condition,
      body: someOf({ ...note, text, clear: clearing({ statements, links, language: 1, model }) }),
    }),
  ],
  [
    4,
    step('set_activity', { ...write, profile, day, condition, fresh: fc.boolean(), body: someOf(activity) }),
  ],
  [
    5,
    step('update_activity', {
      ...write,
      profile,
      day,
      condition,
      body: merging(activity, { add_workouts: workouts }),
    }),
  ],
  [3, step('set_sleep', { ...write, profile, day, condition, fresh: fc.boolean(), body: someOf(sleep) })],
  [4, step('update_sleep', { ...write, profile, day, condition, body: merging(sleep) })],
  [5, step('delete', { ...write, kind, record, condition })],
  [
    8,
    step('restore_record', {
      ...write,
      record,
      condition,
      version: fc.option(fc.integer({ min: 1, max: 5 })),
    }),
  ],
  [2, step('create_profile', { ...write, name: fc.constantFrom('Anna', 'Anna', '<b>', 'Бег') })],
  [1, step('create_share_link', { ...write, profile, days: fc.option(fc.constantFrom(1, 365)) })],
  [1, step('revoke_share_link', { ...who, record })],
  [
    4,
    step('repeat', {
      of: fc.integer({ min: 0, max: 3 }),
      mcp: fc.boolean(),
      as: fc.option(who.as, { freq: 2 }),
    }),
  ],
  [4, step('invalid', { ...who, record, which: fc.nat() })],
  [
    8,
    step('read', {
      ...who,
      ...{ record, profile, day },
      which: fc.constantFrom(
        ...['list_meals', 'get_day', 'list_days', 'get_record', 'list_changes', 'find_foods', 'get_period'],
        ...['get_range', 'list_profiles', 'list_share_links', 'get_me', 'version'],
      ),
    }),
  ],
  [
    2,
    step('save_profile', {
      profile,
      zone: fc.constantFrom(...ZONES),
      name: fc.constantFrom('Anna', 'Other'),
      targets: fc.record({ kcal: fc.constantFrom('', '2000'), fat_g: fc.constantFrom('', '72.5') }),
    }),
  ],
  [0.5, step('make_default', { profile })],
  [0.5, step('remove_profile', { profile })],
  [1, step('delete_for_good', { record })],
  [1, step('correct_by_page', { record, kcal: fc.integer({ min: 0, max: 900 }), words })],
  [1, step('restore_by_page', { record })],
  [1, step('open_link', { record })],
].map(([weight, arbitrary]) => [Number(weight) * 2, arbitrary] as [number, fc.Arbitrary<Step>]);

/** What happens in one account, one after the other. */
export const history: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary }))),
  { minLength: 1, maxLength: 40, size: 'max' },
);
