import { inputErrorMap } from 'shared/contract/input-errors.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import { mapFields } from 'shared/contract/map-fields.ts';
import { figure, NUTRIENTS, type Nutrient } from 'shared/contract/measures.ts';
import type { ItemCorrection, MealCorrection } from 'shared/contract/operations/meal-correction.ts';
import type { MealItem } from 'shared/contract/operations/meals.ts';
import type { Issue } from 'shared/contract/problem.ts';
import { pointer, validationFailed } from 'shared/http/validate.ts';
import { momentOf } from 'shared/records/calendar.ts';
import type { StoredItem, StoredMeal } from 'shared/records/meal.ts';
import { addUp, itemSums, roundKnown, type Sums } from 'shared/records/totals.ts';
import { faultsOf, stated } from '../records/correction.ts';
import { newItem } from './meal.ts';

type Path = (string | number)[];

const issueAt = (path: Path, code: string, message: string): Issue => ({
  pointer: pointer('', path),
  code,
  message,
});

const emptied = <Field extends string>(clear: readonly Field[] | null | undefined): Record<Field, null> =>
  mapFields(clear ?? [], () => null);

const withUnrounded = ({ unrounded: _, ...item }: StoredItem, unrounded: Nutrient[]): StoredItem =>
  unrounded.length > 0 ? { ...item, unrounded } : item;

/** An item of which so many times as much was eaten. Its figures stay unrounded (`C10.multiply`). */
export const multiplied = (item: StoredItem, factor: number): StoredItem => {
  if (factor === 1) return item;
  const figures = mapFields(NUTRIENTS, (field) => {
    const value = item[field];
    return value === null ? null : value * factor;
  });
  const unrounded = NUTRIENTS.filter((field) => figures[field] !== roundKnown(figures[field]));
  return withUnrounded({ ...item, ...figures } as StoredItem, unrounded);
};

const correctItem = (item: StoredItem, correction: ItemCorrection): StoredItem => {
  const { id, multiply, clear, ...fields } = stated(correction);
  const times = multiplied(item, multiply ?? 1);
  const set = { ...fields, ...emptied(clear) };
  const unrounded = (times.unrounded ?? []).filter((field) => !(field in set));
  return withUnrounded({ ...times, ...set } as StoredItem, unrounded);
};

/** The items that a correction names, that are not of the meal, or that it names more than once. */
const faultsOfIds = (meal: StoredMeal, { items, remove_items }: MealCorrection): Issue[] => {
  const known = new Set(meal.items.map(({ id }) => id));
  const named = new Set<string>();
  const check = (id: string, path: Path): Issue[] => {
    if (!known.has(id)) {
      const all = [...known].join(', ');
      return [issueAt(path, 'unknown_item', `is no item of this meal, whose items are ${all}`)];
    }
    if (named.has(id)) return [issueAt(path, 'duplicate', 'is named more than once')];
    named.add(id);
    return [];
  };
  return [
    ...(items ?? []).flatMap(({ id }, index) => check(id, ['items', index, 'id'])),
    ...(remove_items ?? []).flatMap((id, index) => check(id, ['remove_items', index])),
  ];
};

const faultsOfItems = ({ items }: MealCorrection): Issue[] =>
  (items ?? []).flatMap(({ id, ...correction }, index) => {
    const path = ['items', index];
    const figures = NUTRIENTS.filter((field) => field in stated(correction));
    if (correction.multiply && figures.length > 0)
      return [issueAt([...path, 'multiply'], 'conflict', `cannot stand beside ${figures.join(', ')}`)];
    return faultsOf(correction, path);
  });

const faultsOfMultiply = (correction: MealCorrection): Issue[] => {
  const { multiply, items, add_items } = stated(correction);
  if (!multiply || !(items || add_items)) return [];
  return [issueAt(['multiply'], 'conflict', 'cannot stand beside items or add_items: send two corrections')];
};

/** Where multiplying makes a figure that no item can have. `pathOf` is where the factor of an item stands. */
export const faultsOfFigures = (
  items: readonly StoredItem[],
  pathOf: (id: string) => Path | undefined,
): Issue[] =>
  items.flatMap((item) => {
    const path = pathOf(item.id);
    if (!path) return [];
    return NUTRIENTS.flatMap((field) => {
      const value = item[field];
      if (value === null) return [];
      const fault = figure(field).safeParse(value, { error: inputErrorMap }).error?.issues[0];
      // Multiplying leaves more digits than are reliable.
      const made = `${field} of ${item.id} ${Number(value.toPrecision(15))}`;
      return fault ? [issueAt(path, fault.code, `would make ${made}, which ${fault.message}`)] : [];
    }).slice(0, 1);
  });

const faultsOfCount = (items: readonly StoredItem[]): Issue[] => {
  if (items.length === 0)
    return [issueAt(['remove_items'], 'too_small', 'would leave no item: delete the meal instead')];
  if (items.length > LIMITS.mealItems)
    return [
      issueAt(
        ['add_items'],
        'too_big',
        `would make ${items.length} items: a meal has at most ${LIMITS.mealItems}`,
      ),
    ];
  return [];
};

/**
 * Makes the function that points to a figure of an item in the correction that led to this meal: to where it has the item, or to what it
 * multiplies all of the meal by.
 */
export const pointersInto = ({ items, add_items, multiply }: MealCorrection, meal: StoredMeal) => {
  const places = new Map(items?.map(({ id }, index) => [id, `/items/${index}`]));
  const added = meal.items.slice(meal.items.length - (add_items?.length ?? 0));
  for (const [index, { id }] of added.entries()) places.set(id, `/add_items/${index}`);
  return ({ id }: MealItem, index: number, figure: Nutrient): string =>
    !places.has(id) && multiply ? '/multiply' : `${places.get(id) ?? `/items/${index}`}/${figure}`;
};

const refuse = (...issues: Issue[]): void => {
  if (issues.length > 0) throw validationFailed(issues);
};

/**
 * A meal with a correction (`C10.meal`). `timeZone` is that of its profile, for an `eaten_at` that does not tell the place. Throws
 * `validation_failed` where the correction says nothing, contradicts itself or the meal, or leaves what no meal can be.
 */
export const correctMeal = (meal: StoredMeal, correction: MealCorrection, timeZone: string): StoredMeal => {
  refuse(
    ...faultsOf(correction),
    ...faultsOfIds(meal, correction),
    ...faultsOfItems(correction),
    ...faultsOfMultiply(correction),
  );
  const { items, add_items, remove_items, multiply, clear, eaten_at, ...fields } = stated(correction);
  const changes = new Map(items?.map((item, index) => [item.id, { item, index }]));
  const kept = meal.items
    .filter(({ id }) => !remove_items?.includes(id))
    .map((item) => {
      const change = changes.get(item.id);
      return change ? correctItem(item, change.item) : multiplied(item, multiply ?? 1);
    });
  const added = (add_items ?? []).map((item, index) => newItem(item, meal.item_ids + index + 1));
  const all = [...kept, ...added];
  const factorOf = (id: string): Path | undefined => {
    const change = changes.get(id);
    if (change) return change.item.multiply ? ['items', change.index, 'multiply'] : undefined;
    return multiply ? ['multiply'] : undefined;
  };
  refuse(...faultsOfCount(all), ...faultsOfFigures(kept, factorOf));
  const moment = eaten_at ? momentOf(eaten_at, timeZone) : undefined;
  return {
    ...meal,
    ...fields,
    ...emptied(clear),
    ...(moment && {
      day: moment.day,
      eaten_at: moment.text,
      instant: moment.instant,
      clock_time: moment.clock_time,
    }),
    items: all,
    item_ids: meal.item_ids + added.length,
    sums: addUp(all.map(itemSums)) as Sums,
  } as StoredMeal;
};
