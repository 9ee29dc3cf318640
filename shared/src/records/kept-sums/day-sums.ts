import type { Document } from 'mongodb';
import { mapFields } from '../../contract/map-fields.ts';
import { REQUIRED_NUTRIENTS, type RequiredNutrient } from '../../contract/measures.ts';
import type { MealType } from '../../contract/operations/meals.ts';
import { type FoundActivity, readActivity, type StoredActivity } from '../activity.ts';
import { type FoundSleep, readSleep, type StoredSleep } from '../sleep.ts';
import { addUp, type FoundSums, readSums, type Sums, sum, sumKnown } from '../totals.ts';

/** How many records come from a model and an application, and how many of them the person corrected. */
export type Origin = { model: string | null; client_name: string; records: number; corrected: number };

/** What the meals of one type amount to. */
type TypeSums = { meal_type: MealType; count: number } & Record<RequiredNutrient, number>;

/** When an item was recorded, in milliseconds, and in which place of its meal. */
export type Recorded = { at: number; meal: string; place: number };

/** What the items of one name amount to. */
export type FoodSums = {
  name: string;
  count: number;
  kcal: number;
  /** Of those that state it; null where none does. */
  weight_g: number | null;
  /** The meal that it was eaten in last. */
  eatenIn: string;
  lastRecorded: Recorded;
};

/** What is recorded of a day, added up and not rounded; of the parts that were not asked for, nothing. */
export type DaySums = {
  day: string;
  /** `items` are all of them, also those of meals that were stored before their coverage was. */
  meals: { count: number; items: number; sums: Sums } | null;
  activity: StoredActivity | null;
  sleep: StoredSleep | null;
  types: TypeSums[];
  origins: { meals: Origin[]; wellbeing: Origin[] };
  /** The one that was eaten last comes first; how many meals they are of. */
  foods: FoodSums[];
  foodMeals: number;
};

/** What can be asked for: the days, with activity and sleep; the foods; by type of meal and by origin. */
export const PARTS = ['days', 'kinds', 'foods'] as const;
export type Part = (typeof PARTS)[number];

type Named = { model: string | null; client_name: string; updated_by?: { by: string } | null };
type MealRow = Partial<Named> & {
  _id: string;
  day: string;
  sums?: FoundSums;
  item_count?: number;
  meal_type?: MealType;
  instant?: Date;
  created_at?: Date;
  items?: { name: string; kcal: number; weight_g?: number | null }[];
};
type NoteRow = Named & { _id: string; day: string };

/** The records of some days, as they are read for the parts that are asked for. */
export type DayRows = {
  meals: MealRow[];
  activity: FoundActivity[];
  sleep: FoundSleep[];
  wellbeing: NoteRow[];
};

const ORIGIN = { model: 1, client_name: 1, 'updated_by.by': 1 };

/** What is read of a meal for each part. */
const OF_A_MEAL: Record<Part, object> = {
  days: { sums: 1, item_count: { $size: '$items' } },
  kinds: { sums: 1, meal_type: 1, ...ORIGIN },
  foods: { instant: 1, created_at: 1, 'items.name': 1, 'items.kcal': 1, 'items.weight_g': 1 },
};

/** The collections that have to be read for these parts, each with the stages that read of its records what is needed. */
export const readFor = (parts: readonly Part[]): Partial<Record<keyof DayRows, Document[]>> => ({
  meals: [{ $project: Object.assign({ day: 1 }, ...parts.map((part) => OF_A_MEAL[part])) }],
  ...(parts.includes('days') && { activity: [], sleep: [] }),
  ...(parts.includes('kinds') && { wellbeing: [{ $project: { day: 1, ...ORIGIN } }] }),
});

/** What these records amount to, for each day that has one; `rows` were read for these parts. */
export const addUpDays = (rows: DayRows, parts: readonly Part[]): DaySums[] => {
  const meals = Map.groupBy(rows.meals, ({ day }) => day);
  const notes = Map.groupBy(rows.wellbeing, ({ day }) => day);
  const activity = new Map(rows.activity.map((found) => [found.day, found]));
  const sleep = new Map(rows.sleep.map((found) => [found.day, found]));
  const days = new Set([meals, notes, activity, sleep].flatMap((byDay) => [...byDay.keys()]));
  return [...days].sort().map((day) => {
    const eaten = meals.get(day) ?? [];
    const moved = activity.get(day);
    const slept = sleep.get(day);
    return {
      day,
      meals: parts.includes('days') ? mealsOf(eaten) : null,
      activity: moved ? readActivity(moved) : null,
      sleep: slept ? readSleep(slept) : null,
      types: parts.includes('kinds') ? typesOf(eaten) : [],
      origins: {
        meals: parts.includes('kinds') ? originsOf(eaten as Named[]) : [],
        wellbeing: parts.includes('kinds') ? originsOf(notes.get(day) ?? []) : [],
      },
      foods: parts.includes('foods') ? foodsOf(eaten) : [],
      foodMeals: parts.includes('foods') ? eaten.length : 0,
    };
  });
};

const mealsOf = (meals: readonly MealRow[]): DaySums['meals'] => {
  const sums = addUp(meals.map(({ sums }) => readSums(sums as FoundSums)));
  return sums && { count: meals.length, items: sum(meals.map((meal) => meal.item_count ?? 0)), sums };
};

const typesOf = (meals: readonly MealRow[]): TypeSums[] =>
  [...Map.groupBy(meals, ({ meal_type }) => meal_type as MealType)].map(([meal_type, ofType]) => ({
    meal_type,
    count: ofType.length,
    ...mapFields(REQUIRED_NUTRIENTS, (field) => sum(ofType.map(({ sums }) => (sums as FoundSums)[field]))),
  }));

/** What `$trim` takes away. */
const BLANK = /^[\0\t-\r \u00a0\u1680\u2000-\u200a]*$/;

/** The model that a record names; a blank name names none: a report would show a row without a name. */
const namedModel = (model: string | null | undefined): string | null =>
  model === null || model === undefined || BLANK.test(model) ? null : model;

const originsOf = (records: readonly Named[]): Origin[] => {
  const origins = new Map<string, Origin>();
  for (const { model, client_name, updated_by } of records) {
    const named = namedModel(model);
    const key = JSON.stringify([named, client_name]);
    const origin = origins.get(key) ?? { model: named, client_name, records: 0, corrected: 0 };
    origin.records += 1;
    if (updated_by?.by === 'person') origin.corrected += 1;
    origins.set(key, origin);
  }
  return [...origins.values()];
};

/** The one that was eaten last first. */
const byMoment = (one: MealRow, other: MealRow): number =>
  Number(other.instant) - Number(one.instant) || (one._id < other._id ? 1 : -1);

type Item = NonNullable<MealRow['items']>[number];

const foodsOf = (meals: readonly MealRow[]): FoodSums[] => {
  const foods = new Map<string, { items: Item[]; eatenIn: string; lastRecorded: Recorded }>();
  for (const { _id, created_at, items = [] } of [...meals].sort(byMoment))
    for (const [place, item] of items.entries()) {
      const recorded = { at: Number(created_at), meal: _id, place };
      const food = foods.get(item.name);
      if (!food) foods.set(item.name, { items: [item], eatenIn: _id, lastRecorded: recorded });
      else {
        food.items.push(item);
        if (isLater(recorded, food.lastRecorded)) food.lastRecorded = recorded;
      }
    }
  return [...foods].map(([name, { items, ...where }]) => ({
    name,
    count: items.length,
    kcal: sum(items.map(({ kcal }) => kcal)),
    weight_g: sumKnown(items.map(({ weight_g }) => weight_g ?? null)),
    ...where,
  }));
};

/** Whether something was recorded after something else: of one moment, in the order of the ids, then of the items. */
export const isLater = (one: Recorded, other: Recorded): boolean => {
  if (one.at !== other.at) return one.at > other.at;
  return one.meal === other.meal ? one.place > other.place : one.meal > other.meal;
};
