import { LIMITS } from 'shared/contract/limits.ts';
import { type ActivityInput, activityInput } from 'shared/contract/operations/activity.ts';
import { logMealInput, type MealItemInput } from 'shared/contract/operations/meals.ts';
import { atClockIn } from 'shared/records/calendar.ts';
import {
  type Found,
  type Place,
  placeOf,
  type Reason,
  type Refused,
  type SourceContext,
} from '../found/source.ts';
import { mealOf } from './meal-names.ts';

export type Workout = NonNullable<ActivityInput['workouts']>[number];

type FoodTold = {
  kind: 'food';
  time?: string | undefined;
  /** The meal's name as its tracker wrote it. */
  meal: string;
  item: MealItemInput;
  notes?: string | undefined;
};
type ActivityTold = { kind: 'activity'; workout?: Workout; steps?: number };
type NothingTold = { kind: 'refused'; why: Reason };

/** What a row of a table tells of its day. */
export type Told = FoodTold | ActivityTold | NothingTold;

/** What is told, and where. */
export type Entry = Place & ((FoodTold & { day: string }) | (ActivityTold & { day: string }) | NothingTold);

type EntryOf<Kind extends Told['kind']> = Extract<Entry, { kind: Kind }>;

/** What the entries that are held take; beyond it the day that began first is finished. Trackers write day after day. */
const MOST_HELD_CHARACTERS = 32 * 1024 * 1024;
const NOON = '12:00';
const NOTES_CHARACTERS = 1000;

/**
 * The records that entries make: foods of one day and one kind of meal a meal, workouts and steps of a day its activity (`C14.meals`).
 * `source` is the program that they are from.
 */
export async function* gatherDays(
  entries: AsyncIterable<Entry>,
  source: string,
  { timeZone, lastDay }: SourceContext,
): AsyncGenerator<Found> {
  const held = new Map<string, EntryOf<'food' | 'activity'>[]>();
  let characters = 0;

  function* finish(key: string): Generator<Found> {
    const group = held.get(key) ?? [];
    held.delete(key);
    characters -= group.reduce((sum, entry) => sum + sizeOf(entry), 0);
    const foods = group.filter((entry) => entry.kind === 'food');
    if (foods.length > 0) yield* mealsOf(foods, timeZone);
    else yield* activityOf(group as EntryOf<'activity'>[], source);
  }

  for await (const entry of entries) {
    if (entry.kind === 'refused') {
      yield entry;
      continue;
    }
    if (entry.day > lastDay || !canBeTold(entry)) {
      yield refusedFor(entry, entry.day > lastDay ? { code: 'in_the_future' } : TOO_LONG);
      continue;
    }
    const key = keyOf(entry);
    const group = held.get(key);
    if (group) group.push(entry);
    else held.set(key, [entry]);
    characters += sizeOf(entry);
    while (characters > MOST_HELD_CHARACTERS) {
      const [first = ''] = held.keys();
      yield* finish(first);
    }
  }
  for (const key of [...held.keys()]) yield* finish(key);
}

const refusedFor = (place: Place, why: Reason): Refused => ({ ...placeOf(place), kind: 'refused', why });

const TOO_LONG: Reason = { code: 'out_of_bounds', fields: ['description', 'notes'] };
const words = logMealInput.pick({ description: true, notes: true });

/** Whether the words of a row can be those of a meal. */
const canBeTold = (entry: EntryOf<'food' | 'activity'>): boolean =>
  entry.kind === 'activity' ||
  words.safeParse({ description: entry.meal || undefined, notes: entry.notes }).success;

const OBJECT_CHARACTERS = 400;
const sizeOf = (entry: EntryOf<'food' | 'activity'>): number =>
  OBJECT_CHARACTERS +
  entry.text.length +
  (entry.kind === 'food' ? entry.item.name.length + (entry.notes?.length ?? 0) : 0);

const keyOf = (entry: EntryOf<'food' | 'activity'>): string => {
  if (entry.kind === 'activity') return entry.day;
  const { meal_type, description } = mealOf(entry.meal);
  return `${entry.day} ${meal_type} ${description ?? ''}`;
};

function* mealsOf(foods: readonly EntryOf<'food'>[], timeZone: string): Generator<Found> {
  const [first] = foods;
  if (!first) return;
  const times = foods.flatMap(({ time }) => time ?? []).sort();
  const eaten_at = atClockIn(`${first.day}T${times[0] ?? NOON}:00`, timeZone);
  for (let begin = 0; begin < foods.length; begin += LIMITS.mealItems) {
    const part = foods.slice(begin, begin + LIMITS.mealItems);
    const notes: string[] = [];
    for (const food of part) {
      if (!food.notes || notes.includes(food.notes)) continue;
      if ([...notes, food.notes].join('\n').length <= NOTES_CHARACTERS) notes.push(food.notes);
      else yield refusedFor(food, { code: 'note_too_long' });
    }
    yield {
      ...placeOf(part[0] ?? first),
      kind: 'meal',
      day: first.day,
      input: {
        ...mealOf(first.meal),
        eaten_at,
        items: part.map(({ item }) => item),
        ...(notes.length > 0 && { notes: notes.join('\n') }),
      },
    };
  }
}

function* activityOf(entries: readonly EntryOf<'activity'>[], source_app: string): Generator<Found> {
  const [first] = entries;
  if (!first) return;
  const workouts: Workout[] = [];
  let steps: number | undefined;
  for (const entry of entries) {
    const { workout } = entry;
    if (entry.steps !== undefined) steps = Math.max(steps ?? 0, entry.steps);
    if (workout && workouts.length < LIMITS.workouts) workouts.push(workout);
    else if (workout) yield refusedFor(entry, { code: 'too_many_workouts' });
  }
  const input = {
    ...(steps !== undefined && { steps }),
    ...(workouts.length > 0 && { workouts }),
    source_app,
  };
  yield { ...placeOf(first), kind: 'activity', day: first.day, input };
}

/** What a row tells of a day's activity, or why it tells nothing that can be recorded. */
export const activityTold = (workout: Workout | undefined, steps?: number): Told => {
  const told = { ...(workout && { workout }), ...(steps !== undefined && { steps: Math.round(steps) }) };
  const { error } = activityInput.safeParse({ workouts: workout && [workout], steps: told.steps });
  if (!error) return { kind: 'activity', ...told };
  return nothing('out_of_bounds', [...new Set(error.issues.map(({ path }) => String(path.at(-1))))]);
};

/** What a row tells of a workout. Trackers write what was burned with either sign, and minutes with decimals. */
export const workoutTold = (
  type: string,
  minutes: number | undefined,
  kcal: number | undefined,
  steps?: number,
): Told => {
  const workout = {
    type,
    ...(minutes !== undefined && { minutes: Math.round(minutes) }),
    ...(kcal !== undefined && { kcal: Math.abs(kcal) }),
  };
  return activityTold(workout, steps);
};

/** A row that tells nothing that comes. */
export const nothing = (code: Reason['code'], fields?: string[]): Told => ({
  kind: 'refused',
  why: { code, ...(fields && { fields }) },
});
