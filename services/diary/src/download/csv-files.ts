import type { Everything } from './everything.ts';

type Row = Record<string, unknown>;

/** One file of the archive: a kind of thing, a thing a row. */
export type CsvFile = {
  name: string;
  columns: readonly string[];
  rows: (everything: Everything) => Iterable<Row> | AsyncIterable<Row>;
};

const NUTRIENTS = ['kcal', 'protein_g', 'carbs_g', 'fat_g', 'fiber_g', 'sugar_g', 'sodium_mg'];
const RECORD = ['id', 'profile_id', 'day'];
const ORIGIN = ['client_name', 'created_at'];

/** The rows of the lists inside several things, each row with the id of the thing that holds it. */
async function* heldBy<Thing extends { id: string }>(
  things: AsyncIterable<Thing>,
  idColumn: string,
  held: (thing: Thing) => readonly object[],
): AsyncGenerator<Row> {
  for await (const thing of things) for (const one of held(thing)) yield { [idColumn]: thing.id, ...one };
}

async function* mealsWithTotals({ meals }: Everything): AsyncGenerator<Row> {
  for await (const { totals, ...meal } of meals()) yield { ...totals, ...meal };
}

/** The files of the archive (docs/download-format.md). */
export const CSV_FILES: readonly CsvFile[] = [
  {
    name: 'account',
    columns: ['id', 'email', 'language', 'time_zone', 'created_at'],
    rows: ({ account }) => [account],
  },
  { name: 'consents', columns: ['terms_version', 'at'], rows: ({ account }) => account.consents },
  {
    name: 'assistants',
    columns: ['id', 'client_name', 'access', 'scopes', 'created_at', 'last_used_at', 'expires_at'],
    rows: ({ assistants }) => assistants.map((one) => ({ ...one, scopes: one.scopes.join(' ') })),
  },
  {
    name: 'share_links',
    columns: ['id', 'profile_id', 'created_at', 'expires_at', 'view_count', 'last_viewed_at'],
    rows: ({ share_links }) => share_links,
  },
  {
    name: 'profiles',
    columns: ['id', 'name', 'is_default', 'time_zone', 'created_at'],
    rows: ({ profiles }) => profiles,
  },
  {
    name: 'targets',
    columns: ['profile_id', ...NUTRIENTS, 'steps', 'exercise_minutes', 'sleep_minutes'],
    rows: ({ profiles }) =>
      profiles.flatMap(({ id, targets }) => (targets ? { profile_id: id, ...targets } : [])),
  },
  {
    name: 'meals',
    columns: [
      ...[...RECORD, 'eaten_at', 'meal_type', 'description'],
      ...[...NUTRIENTS, 'weight_g', 'model', 'confidence', 'notes', ...ORIGIN, 'updated_at'],
    ],
    rows: mealsWithTotals,
  },
  {
    name: 'meal_items',
    columns: ['meal_id', 'name', 'description', 'portion', 'weight_g', ...NUTRIENTS, 'confidence'],
    rows: ({ meals }) => heldBy(meals(), 'meal_id', ({ items }) => items),
  },
  {
    name: 'activity',
    columns: [
      ...[...RECORD, 'steps', 'active_kcal', 'total_kcal', 'distance_km', 'exercise_minutes', 'resting_hr'],
      ...['source_app', 'confidence', ...ORIGIN, 'updated_at'],
    ],
    rows: ({ activity }) => activity(),
  },
  {
    name: 'workouts',
    columns: ['activity_id', 'type', 'minutes', 'kcal'],
    rows: ({ activity }) => heldBy(activity(), 'activity_id', ({ workouts }) => workouts),
  },
  {
    name: 'sleep',
    columns: [
      ...[...RECORD, 'bedtime', 'wake_time', 'in_bed_minutes', 'asleep_minutes', 'deep_minutes'],
      ...['rem_minutes', 'light_minutes', 'awake_minutes', 'score', 'efficiency_pct', 'avg_hr', 'hrv_ms'],
      ...['source_app', 'confidence', ...ORIGIN, 'updated_at'],
    ],
    rows: ({ sleep }) => sleep(),
  },
  {
    name: 'wellbeing',
    columns: [...RECORD, 'recorded_at', 'text', 'language', 'model', ...ORIGIN],
    rows: ({ wellbeing }) => wellbeing(),
  },
  {
    name: 'wellbeing_statements',
    columns: ['note_id', 'kind', 'text', 'when'],
    rows: ({ wellbeing }) => heldBy(wellbeing(), 'note_id', ({ statements }) => statements),
  },
  {
    name: 'wellbeing_links',
    columns: ['note_id', 'did', 'felt', 'quote'],
    rows: ({ wellbeing }) => heldBy(wellbeing(), 'note_id', ({ links }) => links),
  },
  {
    name: 'call_log',
    columns: ['at', 'client_name', 'connection_id', 'operation', 'channel', 'status'],
    rows: ({ call_log }) => call_log(),
  },
];
