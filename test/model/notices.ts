import { exact, exactSum } from '../reports/exact.ts';
import { FIGURES, foodKey, type Json, NUTRIENTS } from './diary.ts';
import { addDays, localDay } from './zones.ts';

/* The notices of a write: code and pointer of each. Figures are compared to 2 decimals. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HUNDREDTH = exact(0.01);

type Notice = { code: string; pointer: string };

const inHundredths = (units: bigint): bigint => (units + HUNDREDTH / 2n) / HUNDREDTH;
const isMore = (parts: readonly (number | null)[], whole: number | null): boolean => {
  const known = parts.filter((part): part is number => part !== null);
  return known.length > 0 && whole !== null && inHundredths(exactSum(known)) > inHundredths(exact(whole));
};
const exceed = (is: boolean, pointer: string): Notice[] =>
  is ? [{ code: 'parts_exceed_whole', pointer }] : [];

export const momentNotices = (pointer: string, instant: number, now: number): Notice[] => {
  if (instant - now > HOUR_MS) return [{ code: 'in_the_future', pointer }];
  return now - instant > 400 * DAY_MS ? [{ code: 'long_ago', pointer }] : [];
};

const dayNotices = (day: string, zone: string, now: number): Notice[] => {
  if (day > localDay(zone, now + HOUR_MS)) return [{ code: 'in_the_future', pointer: '/day' }];
  return day < addDays(localDay(zone, now), -400) ? [{ code: 'long_ago', pointer: '/day' }] : [];
};

const itemNotices = (item: Json, at: string): Notice[] => {
  const [, protein, carbs, fat] = FIGURES.required.map((field) => item[field]);
  const ofParts = 4n * exact(protein) + 4n * exact(carbs) + 9n * exact(fat);
  const missing = inHundredths(ofParts) - inHundredths(exact(item.kcal));
  const isLow = 2n * inHundredths(exact(item.kcal)) < inHundredths(ofParts) && missing > 10_000n;
  return [
    ...exceed(isMore([protein, carbs, fat], item.weight_g), `${at}/weight_g`),
    ...exceed(isMore([item.sugar_g], carbs), `${at}/carbs_g`),
    ...exceed(isMore([item.fiber_g], carbs), `${at}/carbs_g`),
    ...(isLow ? [{ code: 'energy_below_parts', pointer: `${at}/kcal` }] : []),
  ];
};

/** `correction`: what the pointers are into, where it names the item. */
export const mealNotices = (meal: Json, now: number, correction: Json = {}): Notice[] => [
  ...momentNotices('/eaten_at', meal.instant, now),
  ...meal.items.flatMap((item: Json, index: number) =>
    placed(itemNotices(item, ''), meal, item, index, correction),
  ),
];

const placed = (notices: Notice[], meal: Json, item: Json, index: number, correction: Json): Notice[] => {
  const { items = [], add_items, multiply } = correction;
  const named = items?.findIndex(({ id }: Json) => id === item.id) ?? -1;
  const added = index - (meal.items.length - (add_items?.length ?? 0));
  const isMultiplied = multiply && named < 0 && added < 0;
  const place =
    named >= 0 ? `/items/${named}` : added >= 0 && add_items ? `/add_items/${added}` : `/items/${index}`;
  return notices.map(({ code, pointer }) => ({
    code,
    pointer: isMultiplied ? '/multiply' : `${place}${pointer}`,
  }));
};

export const noteNotices = (note: Json, now: number): Notice[] =>
  momentNotices('/recorded_at', note.instant, now);

export const activityNotices = (activity: Json, zone: string, now: number): Notice[] => [
  ...dayNotices(activity.day, zone, now),
  ...exceed(isMore([activity.active_kcal], activity.total_kcal), '/total_kcal'),
];

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

export const sleepNotices = (night: Json, zone: string, now: number): Notice[] => {
  const { bedtime, wake_time, asleep_minutes, in_bed_minutes } = night;
  const span = bedtime && wake_time ? (minuteOf(wake_time) - minuteOf(bedtime) + 1440) % 1440 : null;
  const stages = [night.deep_minutes, night.rem_minutes, night.light_minutes];
  return [
    ...dayNotices(night.day, zone, now),
    ...exceed(isMore(stages, asleep_minutes), '/asleep_minutes'),
    ...exceed(isMore([asleep_minutes], in_bed_minutes), '/in_bed_minutes'),
    ...exceed(span !== null && isMore([asleep_minutes], span + 15), '/asleep_minutes'),
  ];
};

const itemsKey = (items: readonly Json[]): string =>
  JSON.stringify(
    items
      .map((item) => JSON.stringify([foodKey(item.name), ...NUTRIENTS.map((field) => item[field])]))
      .sort(),
  );

/** Whether a meal has the kind, the time and the items of one of these. */
export const repeatNotices = (meal: Json, others: readonly Json[]): Notice[] =>
  others.some(
    (other) =>
      other.meal_type === meal.meal_type &&
      Math.abs(other.instant - meal.instant) <= 15 * 60_000 &&
      itemsKey(other.items) === itemsKey(meal.items),
  )
    ? [{ code: 'repeated', pointer: '' }]
    : [];
