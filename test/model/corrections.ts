import { exactProduct, roundedNumber } from '../reports/exact.ts';
import { type Json, MOST, NUTRIENTS, newItem, stated } from './diary.ts';
import { momentOf } from './moments.ts';

/* What a correction makes of what a record says (contract, corrections); `undefined` where it cannot be meant. */

const MOST_ITEMS = 50;
const MOST_WORKOUTS = 30;

/** What a correction says; an empty list says nothing: what should be emptied is named in `clear`. */
const saidIn = (body: Json): Json =>
  Object.fromEntries(
    Object.entries(stated(body)).filter(([, value]) => !Array.isArray(value) || value.length > 0),
  );

const contradicts = (correction: Json): boolean => {
  const clear: string[] = correction.clear ?? [];
  return clear.some((field) => field in correction);
};
const emptied = (clear: readonly string[] | undefined): Json =>
  Object.fromEntries((clear ?? []).map((field) => [field, null]));

/** An item of which so many times as much was eaten; `undefined` where that is beyond the bounds of an item. */
export const multipliedItem = (item: Json, factor: number): Json | undefined => {
  if (factor === 1) return item;
  const known = NUTRIENTS.filter((field) => item[field] !== null);
  const figures = Object.fromEntries(known.map((field) => [field, exactProduct(item[field], factor)]));
  const isBeyond = known.some((field) => Number(figures[field]) > Number(MOST[field]));
  if (isBeyond || (item.weight_g !== null && Number(figures.weight_g) < 0.01)) return undefined;
  const multiplied = known.filter((field) => figures[field] !== roundedNumber(Number(figures[field])));
  return { ...item, ...figures, multiplied };
};

const correctedItem = (item: Json, { id: _, multiply, clear, ...rest }: Json): Json | undefined => {
  const fields = stated(rest);
  if (contradicts({ ...fields, clear })) return undefined;
  if (multiply && NUTRIENTS.some((field) => field in fields)) return undefined;
  const times = multipliedItem(item, multiply ?? 1);
  const set = [...Object.keys(fields), ...(clear ?? [])];
  const multiplied = times?.multiplied.filter((field: string) => !set.includes(field));
  return times && { ...times, ...fields, ...emptied(clear), multiplied };
};

const correctedItems = (items: readonly Json[], itemIds: number, correction: Json): Json[] | undefined => {
  const { items: changes = [], add_items = [], remove_items = [], multiply } = correction;
  const ids = [...changes.map(({ id }: Json) => id), ...remove_items];
  if (new Set(ids).size < ids.length) return undefined;
  if (ids.some((id) => !items.some((item) => item.id === id))) return undefined;
  if (multiply && ('items' in correction || 'add_items' in correction)) return undefined;
  const kept = items
    .filter(({ id }) => !remove_items.includes(id))
    .map((item) => {
      const change = changes.find(({ id }: Json) => id === item.id);
      return change ? correctedItem(item, change) : multipliedItem(item, multiply ?? 1);
    });
  if (kept.includes(undefined)) return undefined;
  const added = add_items.map((item: Json, index: number) => newItem(item, `i${itemIds + index + 1}`));
  const all = [...(kept as Json[]), ...added];
  return all.length >= 1 && all.length <= MOST_ITEMS ? all : undefined;
};

/** A meal as a correction leaves it, and how many ids its items were given by then. */
export const correctedMeal = (
  content: Json,
  itemIds: number,
  body: Json,
  zone: string,
): { content: Json; itemIds: number } | undefined => {
  const correction = saidIn(body);
  if (Object.keys(correction).length === 0 || contradicts(correction)) return undefined;
  const all = correctedItems(content.items, itemIds, correction);
  if (!all) return undefined;
  const {
    items: _,
    add_items = [],
    remove_items: __,
    multiply: ___,
    clear,
    eaten_at,
    ...fields
  } = correction;
  const moment = eaten_at && momentOf(eaten_at, zone);
  return {
    content: {
      ...content,
      ...fields,
      ...emptied(clear),
      ...(moment && { day: moment.day, instant: moment.instant, eaten_at: moment.text }),
      items: all,
    },
    itemIds: itemIds + add_items.length,
  };
};

export const newStatement = (input: Json): Json => ({ ...input, when: input.when ?? null });

export const correctedNote = (content: Json, body: Json, zone: string): Json | undefined => {
  const correction = saidIn(body);
  if (Object.keys(correction).length === 0 || contradicts(correction)) return undefined;
  const { recorded_at, clear = [], statements, ...fields } = correction;
  const moment = recorded_at && momentOf(recorded_at, zone);
  const lists = clear.filter((field: string) => field === 'statements' || field === 'links');
  return {
    ...content,
    ...fields,
    ...(statements && { statements: statements.map(newStatement) }),
    ...(moment && { day: moment.day, instant: moment.instant, recorded_at: moment.text }),
    ...emptied(clear),
    ...Object.fromEntries(lists.map((field: string) => [field, []])),
  };
};

export const newWorkout = (input: Json): Json => ({
  type: input.type,
  minutes: input.minutes ?? null,
  kcal: input.kcal ?? null,
});

/** Activity or sleep of a day; `source` is what stands where no source is named. */
export const correctedDay = (content: Json, body: Json, source: string | null): Json | undefined => {
  const correction = saidIn(body);
  if (Object.keys(correction).length === 0 || contradicts(correction)) return undefined;
  const { clear = [], workouts, add_workouts, ...fields } = correction;
  if (add_workouts && (workouts || clear.includes('workouts'))) return undefined;
  const before: Json[] = workouts?.map(newWorkout) ?? content.workouts ?? [];
  const all = [...before, ...(add_workouts ?? []).map(newWorkout)];
  if (all.length > MOST_WORKOUTS) return undefined;
  return {
    ...content,
    ...fields,
    ...('workouts' in content && { workouts: all }),
    ...emptied(clear),
    ...(clear.includes('workouts') && { workouts: [] }),
    ...(clear.includes('source_app') && { source_app: source }),
  };
};
