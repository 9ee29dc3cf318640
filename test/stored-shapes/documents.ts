/** Whose records they are, and of which day. */
type Of = { account_id: string; profile_id: string; day: string };

/** A document without some of its fields: `sums.sugar_g` is one inside another, `items.sugar_g` one of every item. */
const without = (document: object, ...paths: string[]): object => {
  const copy = structuredClone(document);
  for (const path of paths) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    // biome-ignore lint/suspicious/noExplicitAny: documents of shapes that no type knows
    const parent = names.reduce<any>((object, name) => object[name], copy);
    for (const object of [parent].flat()) delete object[last];
  }
  return copy;
};

/** A meal as release 1.0 stored it; `clock` is the time of day in UTC. */
const meal = (of: Of, clock: string, number: number) => ({
  _id: `meal_${of.profile_id.slice(5)}_${number}`,
  ...of,
  meal_type: 'lunch',
  eaten_at: `${of.day}T${clock}:00+00:00`,
  instant: new Date(`${of.day}T${clock}:00Z`),
  clock_time: clock,
  description: 'Lentil soup with bread',
  items: [
    {
      name: 'Lentil soup',
      description: null,
      portion: 'one bowl',
      weight_g: null,
      kcal: 310,
      protein_g: 18,
      carbs_g: 45,
      fat_g: 6.5,
      fiber_g: 12,
      sugar_g: 4,
      sodium_mg: 600,
      confidence: null,
    },
    {
      name: 'Bread',
      description: null,
      portion: null,
      weight_g: 60,
      kcal: 160,
      protein_g: 5.4,
      carbs_g: 30,
      fat_g: 1.6,
      fiber_g: null,
      sugar_g: null,
      sodium_mg: null,
      confidence: null,
    },
  ],
  sums: {
    kcal: 470,
    protein_g: 23.4,
    carbs_g: 75,
    fat_g: 8.1,
    fiber_g: 12,
    sugar_g: 4,
    sodium_mg: 600,
    weight_g: 60,
    coverage: {
      fiber_g: { known: 1, of: 2 },
      sugar_g: { known: 1, of: 2 },
      sodium_mg: { known: 1, of: 2 },
      weight_g: { known: 1, of: 2 },
    },
  },
  model: 'model-1',
  confidence: 0.7,
  notes: null,
  client_name: 'Kitchen assistant',
  created_at: new Date(`${of.day}T${clock}:00Z`),
  updated_at: new Date(`${of.day}T${clock}:00Z`),
  size: 2000,
});

const note = (of: Of, clock: string, number: number) => ({
  _id: `note_${of.profile_id.slice(5)}_${number}`,
  ...of,
  recorded_at: `${of.day}T${clock}:00+00:00`,
  instant: new Date(`${of.day}T${clock}:00Z`),
  clock_time: clock,
  text: 'A walk at lunch cleared my head.',
  statements: [{ kind: 'activity', text: 'Walked at lunch', when: null }],
  links: [{ did: 'Walked', felt: 'A clear head', quote: 'cleared my head' }],
  language: 'en',
  model: null,
  client_name: 'Kitchen assistant',
  created_at: new Date(`${of.day}T${clock}:00Z`),
  size: 500,
});

const activity = (of: Of) => ({
  _id: `act_${of.profile_id.slice(5)}`,
  ...of,
  steps: 8400,
  exercise_minutes: 35,
  active_kcal: 410,
  total_kcal: null,
  distance_km: 6.1,
  resting_hr: 58,
  workouts: [{ type: 'Running', minutes: 35, kcal: null }],
  source_app: 'Watch',
  confidence: null,
  client_name: 'Kitchen assistant',
  created_at: new Date(`${of.day}T20:00:00Z`),
  updated_at: new Date(`${of.day}T20:00:00Z`),
});

const sleep = (of: Of) => ({
  _id: `slp_${of.profile_id.slice(5)}`,
  ...of,
  bedtime: '23:40',
  wake_time: '07:15',
  asleep_minutes: 421,
  in_bed_minutes: 455,
  deep_minutes: 80,
  rem_minutes: 96,
  light_minutes: 245,
  awake_minutes: 34,
  score: 84,
  efficiency_pct: 92.5,
  avg_hr: 55,
  hrv_ms: 41.5,
  source_app: null,
  confidence: null,
  client_name: 'Kitchen assistant',
  created_at: new Date(`${of.day}T06:30:00Z`),
  updated_at: new Date(`${of.day}T06:30:00Z`),
});

/** The fields of a meal that is older than two nutrients. */
const TWO_NUTRIENTS = ['sugar_g', 'sodium_mg'].flatMap((nutrient) => [
  `items.${nutrient}`,
  `sums.${nutrient}`,
  `sums.coverage.${nutrient}`,
]);

const CHANGED = {
  version: 3,
  updated_by: { action: 'updated', by: 'assistant', client_name: 'Other assistant' },
};

/** A meal whose items have ids, of which some are gone, and which was changed twice. */
const changedMeal = (of: Of, clock: string, number: number) => {
  const { items, ...rest } = meal(of, clock, number);
  const ids = ['i2', 'i5'];
  return {
    ...rest,
    ...CHANGED,
    items: items.map((item, index) => ({ id: ids[index], ...item })),
    item_ids: 5,
    copied_from: 'meal_another',
  };
};

/**
 * A document of each shape that was ever stored, by collection: before a time of day, a size, a nutrient and a figure were kept,
 * and before a record had versions.
 */
export const documentsOfEachShape = (of: Of): Record<string, object[]> => ({
  meals: [
    without(meal(of, '08:15', 1), 'clock_time', 'size'),
    without(meal(of, '13:00', 2), 'size'),
    without(meal(of, '17:30', 3), ...TWO_NUTRIENTS),
    changedMeal(of, '20:45', 4),
  ],
  activity: [without(activity(of), 'distance_km', 'resting_hr')],
  sleep: [without(sleep(of), 'avg_hr', 'hrv_ms')],
  wellbeing: [
    without(note(of, '09:10', 1), 'clock_time', 'size'),
    { ...note(of, '21:20', 2), ...CHANGED, updated_at: new Date(`${of.day}T22:00:00Z`) },
  ],
});
