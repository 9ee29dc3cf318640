import { MACROS, NUTRIENTS, type Nutrient } from 'shared/contract/measures.ts';
import { NOTICE_BOUNDS, type Notice } from 'shared/contract/notices.ts';
import type { MealItem } from 'shared/contract/operations/meals.ts';
import type { StoredActivity } from 'shared/records/activity.ts';
import { countDays, today } from 'shared/records/calendar.ts';
import { foodKey } from 'shared/records/food-key.ts';
import type { StoredMeal } from 'shared/records/meal.ts';
import type { StoredNote } from 'shared/records/note.ts';
import type { StoredSleep } from 'shared/records/sleep.ts';
import { round, sum, sumKnown } from 'shared/records/totals.ts';

const { aheadHours, agoDays, clockSpanMinutes, missingKcal, repeatedMinutes } = NOTICE_BOUNDS;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
export const REPEATED_MS = repeatedMinutes * 60_000;

/**
 * What a meal's own figures and time tell (`C10.notices`); of repeats `repeatNotices` tells. `pointerTo` a figure of
 * an item is into the input, which for a new meal is as the meal is.
 */
export const mealNotices = (
  meal: Pick<StoredMeal, 'eaten_at' | 'instant' | 'items'>,
  now: Date,
  pointerTo = (_item: MealItem, index: number, figure: Nutrient) => `/items/${index}/${figure}`,
): Notice[] => [
  ...momentNotices('/eaten_at', meal.eaten_at, meal.instant, now),
  ...meal.items.flatMap((item, index) => itemNotices(item, (figure) => pointerTo(item, index, figure))),
];

/** What a note's time tells. */
export const noteNotices = (note: Pick<StoredNote, 'recorded_at' | 'instant'>, now: Date): Notice[] =>
  momentNotices('/recorded_at', note.recorded_at, note.instant, now);

/** What the date and the figures of a day's activity tell; `timeZone` is the profile's. */
export const activityNotices = (activity: StoredActivity, timeZone: string, now: Date): Notice[] => [
  ...dayNotices(activity.day, timeZone, now),
  ...partsNotices(activity, [[['active_kcal'], 'total_kcal']]),
];

/** What the date, the figures and the clock times of a night tell; `timeZone` is the profile's. */
export const sleepNotices = (sleep: StoredSleep, timeZone: string, now: Date): Notice[] => [
  ...dayNotices(sleep.day, timeZone, now),
  ...partsNotices(sleep, [
    [['deep_minutes', 'rem_minutes', 'light_minutes'], 'asleep_minutes'],
    [['asleep_minutes'], 'in_bed_minutes'],
  ]),
  ...clockNotices(sleep),
];

/** Of each of these meals that it repeats one of `others`, which have its kind (`C10.notices`). */
export const repeatNotices = (added: readonly StoredMeal[], others: readonly StoredMeal[]): Notice[] =>
  added.flatMap((meal) => {
    const repeated = others.find((other) => repeats(meal, other));
    return repeated ? [repeatedNotice(repeated._id)] : [];
  });

const repeatedNotice = (id: string): Notice => ({
  code: 'repeated',
  pointer: '',
  message: `${id} is the same kind of meal with the same items, within ${repeatedMinutes} minutes.`,
});

/** Whether two meals of one kind have the same foods with the same figures, in whatever order, at nearly the same time. */
export const repeats = (
  one: Pick<StoredMeal, '_id' | 'instant' | 'items'>,
  other: Pick<StoredMeal, '_id' | 'instant' | 'items'>,
): boolean =>
  one._id !== other._id &&
  Math.abs(one.instant.getTime() - other.instant.getTime()) <= REPEATED_MS &&
  itemsKey(one.items) === itemsKey(other.items);

const itemsKey = (items: readonly MealItem[]): string =>
  JSON.stringify(
    items
      .map((item) => JSON.stringify([foodKey(item.name), ...NUTRIENTS.map((field) => item[field])]))
      .sort(),
  );

const ahead = (pointer: string, when: string): Notice => ({
  code: 'in_the_future',
  pointer,
  message: `${when} is more than ${aheadHours} hour ahead.`,
});

const longAgo = (pointer: string, when: string): Notice => ({
  code: 'long_ago',
  pointer,
  message: `${when} is more than ${agoDays} days ago.`,
});

/** What a moment tells, at its place in the input. */
export const momentNotices = (pointer: string, when: string, instant: Date, now: Date): Notice[] => {
  const agoMs = now.getTime() - instant.getTime();
  if (agoMs < -aheadHours * HOUR_MS) return [ahead(pointer, when)];
  return agoMs > agoDays * DAY_MS ? [longAgo(pointer, when)] : [];
};

/** A day is ahead until it begins, in the zone of the profile. */
const dayNotices = (day: string, timeZone: string, now: Date): Notice[] => {
  const soon = new Date(now.getTime() + aheadHours * HOUR_MS);
  if (day > today(timeZone, soon)) return [ahead('/day', day)];
  return countDays(day, today(timeZone, now)) - 1 > agoDays ? [longAgo('/day', day)] : [];
};

/** What parts may not exceed together: the pointer of the notice is to it. */
type Rule<Field> = readonly [parts: readonly Field[], whole: Field];

/** Compared as they are shown, to 2 decimals: nobody is told that 0.3 is more than 0.3. */
const partsNotices = <Field extends string>(
  figures: Readonly<Record<Field, number | null>>,
  rules: readonly Rule<Field>[],
  pointerTo = (figure: Field) => `/${figure}`,
): Notice[] =>
  rules.flatMap(([parts, whole]) => {
    const total = sumKnown(parts.map((part) => figures[part]));
    const limit = figures[whole];
    if (total === null || limit === null || round(total) <= round(limit)) return [];
    const message = `${parts.join(' + ')} is ${round(total)}, more than ${whole}, which is ${round(limit)}.`;
    return { code: 'parts_exceed_whole', pointer: pointerTo(whole), message };
  });

type PointerTo = (figure: Nutrient) => string;

const itemNotices = (item: MealItem, pointerTo: PointerTo): Notice[] => [
  ...partsNotices(
    item,
    [
      [MACROS, 'weight_g'],
      [['sugar_g'], 'carbs_g'],
      [['fiber_g'], 'carbs_g'],
    ],
    pointerTo,
  ),
  ...energyNotices(item, pointerTo),
];

/** Alcohol has energy of its own, so more than that of the parts tells nothing. */
const energyNotices = ({ kcal, protein_g, carbs_g, fat_g }: MealItem, pointerTo: PointerTo): Notice[] => {
  const ofParts = round(sum([4 * protein_g, 4 * carbs_g, 9 * fat_g]));
  if (2 * kcal >= ofParts || round(ofParts - kcal) <= missingKcal) return [];
  return [
    {
      code: 'energy_below_parts',
      pointer: pointerTo('kcal'),
      message: `kcal is ${round(kcal)}, less than half of 4 × protein_g + 4 × carbs_g + 9 × fat_g, which is ${ofParts}.`,
    },
  ];
};

const clockNotices = ({ bedtime, wake_time, asleep_minutes }: StoredSleep): Notice[] => {
  if (bedtime === null || wake_time === null || asleep_minutes === null) return [];
  const span = (minuteOf(wake_time) - minuteOf(bedtime) + 1440) % 1440;
  if (asleep_minutes <= span + clockSpanMinutes) return [];
  return [
    {
      code: 'parts_exceed_whole',
      pointer: '/asleep_minutes',
      message: `asleep_minutes is ${asleep_minutes}, more than the ${span} minutes from ${bedtime} to ${wake_time}.`,
    },
  ];
};

const minuteOf = (clock: string): number => 60 * Number(clock.slice(0, 2)) + Number(clock.slice(3));
