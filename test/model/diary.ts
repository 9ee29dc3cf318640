import { exactSum, rounded, roundedNumber } from '../reports/exact.ts';
import { sorted } from './canonical.ts';

/*
 * An account's diary as the contract has it, in memory: what every answer has to be is computed from this, by code that shares nothing
 * with the service.
 */

// biome-ignore lint/suspicious/noExplicitAny: a body in JSON, as the contract names its fields
export type Json = Record<string, any>;

export const FIGURES = {
  required: ['kcal', 'protein_g', 'carbs_g', 'fat_g'],
  optional: ['fiber_g', 'sugar_g', 'sodium_mg', 'weight_g'],
} as const;
export const NUTRIENTS = [...FIGURES.required, ...FIGURES.optional];
/** The most that an item may state of each. */
export const MOST: Record<string, number> = {
  ...{ kcal: 20_000, protein_g: 2000, carbs_g: 2000, fat_g: 2000 },
  ...{ fiber_g: 500, sugar_g: 2000, sodium_mg: 100_000, weight_g: 20_000 },
};

export const FIELDS = {
  meal: ['meal_type', 'eaten_at', 'description', 'model', 'confidence', 'notes', 'copied_from'],
  item: ['name', 'description', 'portion', ...NUTRIENTS, 'confidence'],
  wellbeing: ['recorded_at', 'text', 'statements', 'links', 'language', 'model'],
  activity: [
    ...['steps', 'active_kcal', 'total_kcal', 'distance_km', 'exercise_minutes', 'resting_hr'],
    ...['workouts', 'source_app', 'confidence'],
  ],
  sleep: [
    ...['bedtime', 'wake_time', 'in_bed_minutes', 'asleep_minutes', 'deep_minutes', 'rem_minutes'],
    ...['light_minutes', 'awake_minutes', 'score', 'efficiency_pct', 'avg_hr', 'hrv_ms'],
    ...['source_app', 'confidence'],
  ],
} as const;
const TARGETS = [
  ...['kcal', 'protein_g', 'carbs_g', 'fat_g', 'fiber_g', 'sugar_g', 'sodium_mg'],
  ...['steps', 'exercise_minutes', 'sleep_minutes'],
];

export type Kind = 'meal' | 'activity' | 'sleep' | 'wellbeing';
export type Author = { by: 'assistant' | 'person'; client_name: string | null };
export const PERSON: Author = { by: 'person', client_name: null };

/**
 * What a record says at a version. Of a meal's items `multiplied` names the figures to round where they are shown; `instant` is in ms.
 */
export type Version = {
  version: number;
  at: string;
  action: string;
  by: Author;
  client_name: string;
  content: Json;
};
export type ModelRecord = {
  kind: Kind;
  id: string;
  profile: string;
  created_at: string;
  versions: Version[];
  /** How many ids the items of a meal were given. */
  itemIds: number;
  /** Gone for good: nothing is known of it. */
  gone?: true;
};
export type Profile = {
  id: string;
  name: string;
  is_default: boolean;
  time_zone: string;
  created_at: string;
  targets: Json | null;
};
type Link = { shown: Json; views: number };

export type Diary = {
  profiles: Profile[];
  records: ModelRecord[];
  links: Link[];
  /** What calls with a key were answered, by connection and key. */
  answers: Map<string, { asked: string; op: string; body: Json; forgotten?: true }>;
};

export const currentOf = (record: ModelRecord): Version => record.versions.at(-1) as Version;
export const isDeleted = (record: ModelRecord): boolean => currentOf(record).action === 'deleted';
/** What a record says next; the same makes no version. Where `at` is unknown it is learnt when the record is read. */
export const changeRecord = (
  record: ModelRecord,
  { action, by, content, client_name }: { action: string; by: Author; content: Json; client_name?: string },
  at: () => string,
): void => {
  const current = currentOf(record);
  const isSame = JSON.stringify(sorted(content)) === JSON.stringify(sorted(current.content));
  if (isSame && action !== 'deleted' && !isDeleted(record)) return;
  const version = current.version + 1;
  const name = client_name ?? current.client_name;
  record.versions.push({ version, at: at(), action, by, content, client_name: name });
};

export const standing = (diary: Diary, kind?: Kind, profile?: string): ModelRecord[] =>
  diary.records.filter(
    (record) =>
      !record.gone &&
      !isDeleted(record) &&
      (kind === undefined || record.kind === kind) &&
      (profile === undefined || record.profile === profile),
  );
export const defaultProfile = ({ profiles }: Diary): Profile =>
  profiles.find(({ is_default }) => is_default) as Profile;
/** The profile that a call names, or the default one. */
export const profileOf = (diary: Diary, id: string | null | undefined): Profile | undefined =>
  id ? diary.profiles.find((profile) => profile.id === id) : defaultProfile(diary);

/** The fields of `input`, with `null` for what it does not state. */
export const withNulls = (fields: readonly string[], input: Json): Json =>
  Object.fromEntries(fields.map((field) => [field, input[field] ?? null]));
/** What an input states; a `null` is absent (`C1.null`). */
export const stated = (input: Json): Json =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined));

export const newItem = (input: Json, id: string): Json => ({
  id,
  ...withNulls(FIELDS.item, input),
  multiplied: [],
});

const shownItem = ({ multiplied, ...item }: Json): Json => ({
  ...item,
  ...Object.fromEntries(multiplied.map((field: string) => [field, roundedNumber(item[field])])),
});

const isKnown = (value: unknown): value is number => value !== null;

/** The totals of items; `null` where there are none. */
export const totalsOf = (items: readonly Json[]): Json | null => {
  if (items.length === 0) return null;
  const values = (field: string) => items.map((item) => item[field]).filter(isKnown);
  const sum = (field: string) => (values(field).length > 0 ? rounded(exactSum(values(field))) : null);
  return {
    ...Object.fromEntries(NUTRIENTS.map((field) => [field, sum(field)])),
    coverage: Object.fromEntries(
      FIGURES.optional.map((field) => [field, { known: values(field).length, of: items.length }]),
    ),
  };
};

/** A record as an answer shows it, as it was at a version. */
export const shown = (record: ModelRecord, at: Version = currentOf(record)): Json => {
  const { kind, id, profile: profile_id, created_at } = record;
  const { version, content, client_name, by } = at;
  const { day } = content;
  const fields = Object.fromEntries(FIELDS[kind].map((field) => [field, content[field]]));
  const meal = kind === 'meal' && {
    items: content.items.map(shownItem),
    totals: totalsOf(content.items),
  };
  const updated_by = version === 1 ? null : by;
  return {
    ...{ id, version, profile_id, day, client_name, updated_by, created_at, updated_at: at.at },
    ...fields,
    ...meal,
  };
};

/** What is not shown of a profile is its targets. */
export const shownProfile = ({ targets: _, ...profile }: Profile): Json => profile;
export const shownTargets = ({ targets }: Profile): Json | null => targets && withNulls(TARGETS, targets);

/** The meals or notes of a profile, in the order in which they happened; of one moment in that of recording. */
export const inOrder = (records: readonly ModelRecord[]): ModelRecord[] =>
  records.toSorted((one, other) => {
    const [a, b] = [currentOf(one).content, currentOf(other).content];
    return a.day.localeCompare(b.day) || a.instant - b.instant || (one.id < other.id ? -1 : 1);
  });

export const onDay = (diary: Diary, kind: Kind, profile: string, day: string): ModelRecord[] =>
  inOrder(standing(diary, kind, profile).filter((record) => currentOf(record).content.day === day));

/** Names are one food without regard to case and spaces. */
export const foodKey = (name: string): string =>
  name.normalize('NFC').split(/\s+/u).filter(Boolean).join(' ').toLowerCase();
