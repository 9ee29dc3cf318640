import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Binary } from 'mongodb';
import { mapFields } from '../../contract/map-fields.ts';
import { NUTRIENTS } from '../../contract/measures.ts';
import { readActivity } from '../activity.ts';
import { readSleep } from '../sleep.ts';
import { type DaySums, type FoodSums, PARTS, type Part } from './day-sums.ts';

/**
 * The sums of a month, each part as JSON, compressed: as BSON a driver would take many times as long for it, and uncompressed it would
 * be eight times as long on its way (docs/decisions/performance.md).
 */
export type PackedMonth = Record<Part, Binary>;

/** Longer texts are not packed, so that no process needs much memory for them. */
const MOST_CHARACTERS = 1024 * 1024;

/** What the texts say, and how; activity and nights are read as any that were stored. Sums of another form, such as those of a release that adds up other figures, count as none. */
export const FORM = `1 ${NUTRIENTS.join(' ')}`;

type PackedDays = Pick<DaySums, 'day' | 'meals' | 'activity' | 'sleep'>[];
type PackedKinds = Pick<DaySums, 'day' | 'types' | 'origins'>[];
/** Names and meals by their places; `meals` are ids, each with when it was recorded. */
type PackedFoods = {
  names: string[];
  days: { day: string; meals: [string, number][]; foods: PackedFood[]; foodMeals: number }[];
};
type PackedFood = [
  name: number,
  count: number,
  kcal: number,
  weight_g: number | null,
  eatenIn: number,
  recordedIn: number,
  place: number,
];

/** Packs the sums of a month's days, in their order; undefined where that is too much. */
export const packMonth = (days: readonly DaySums[]): PackedMonth | undefined => {
  const texts: Record<Part, string> = {
    days: JSON.stringify(
      days.map(({ day, meals, activity, sleep }) => ({ day, meals, activity, sleep })) satisfies PackedDays,
    ),
    kinds: JSON.stringify(
      days.map(({ day, types, origins }) => ({ day, types, origins })) satisfies PackedKinds,
    ),
    foods: JSON.stringify(packFoods(days)),
  };
  if (PARTS.some((part) => texts[part].length > MOST_CHARACTERS)) return undefined;
  return mapFields(PARTS, (part) => new Binary(deflateRawSync(texts[part])));
};

const readPacked = (packed: Binary) => JSON.parse(inflateRawSync(packed.buffer).toString());

const packFoods = (days: readonly DaySums[]): PackedFoods => {
  const names = new Map<string, number>();
  return {
    days: days.map(({ day, foods, foodMeals }) => {
      const meals = new Map<string, number>();
      const recordedAt = new Map(foods.map(({ lastRecorded }) => [lastRecorded.meal, lastRecorded.at]));
      const packed = foods.map(
        ({ name, count, kcal, weight_g, eatenIn, lastRecorded }): PackedFood => [
          placeOf(names, name),
          count,
          kcal,
          weight_g,
          placeOf(meals, eatenIn),
          placeOf(meals, lastRecorded.meal),
          lastRecorded.place,
        ],
      );
      // Of a meal that nothing was recorded in last, nobody asks when it was.
      const when = [...meals.keys()].map((id): [string, number] => [id, recordedAt.get(id) ?? 0]);
      return { day, meals: when, foods: packed, foodMeals };
    }),
    names: [...names.keys()],
  };
};

/** The place of a value among those that there are: that of a new one is the last. */
const placeOf = (places: Map<string, number>, value: string): number => {
  const place = places.get(value) ?? places.size;
  places.set(value, place);
  return place;
};

/** The days of a packed month, with the parts that were read. */
export const unpackMonth = ({ days, kinds, foods }: Partial<PackedMonth>): DaySums[] => {
  const unpacked = new Map<string, DaySums>();
  const add = <Some extends Partial<DaySums> & { day: string }>(part: readonly Some[]): void => {
    for (const one of part) unpacked.set(one.day, { ...EMPTY, ...unpacked.get(one.day), ...one });
  };
  if (days) add((readPacked(days) as PackedDays).map(withTimes));
  if (kinds) add(readPacked(kinds) as PackedKinds);
  if (foods) add(unpackFoods(readPacked(foods)));
  return [...unpacked.values()];
};

const EMPTY: Omit<DaySums, 'day'> = {
  meals: null,
  activity: null,
  sleep: null,
  types: [],
  origins: { meals: [], wellbeing: [] },
  foods: [],
  foodMeals: 0,
};

const withTimes = ({ activity, sleep, ...day }: PackedDays[number]): PackedDays[number] => ({
  ...day,
  activity: activity && readActivity(timesOf(activity)),
  sleep: sleep && readSleep(timesOf(sleep)),
});

/** A record out of JSON, its times as dates again. */
const timesOf = <R extends { created_at: Date; updated_at: Date }>(record: R): R => ({
  ...record,
  created_at: new Date(record.created_at),
  updated_at: new Date(record.updated_at),
});

const unpackFoods = ({ names, days }: PackedFoods): Pick<DaySums, 'day' | 'foods' | 'foodMeals'>[] =>
  days.map(({ day, meals, foods, foodMeals }) => ({
    day,
    foodMeals,
    foods: foods.map(([name, count, kcal, weight_g, eatenIn, recordedIn, place]): FoodSums => {
      const [meal, at] = meals[recordedIn] as [string, number];
      return {
        name: names[name] as string,
        count,
        kcal,
        weight_g,
        eatenIn: (meals[eatenIn] as [string, number])[0],
        lastRecorded: { at, meal, place },
      };
    }),
  }));
