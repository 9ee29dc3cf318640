import { DateTime } from 'luxon';
import { mapFields } from 'shared/contract/map-fields.ts';
import { MEASURES, OPTIONAL_NUTRIENTS, REQUIRED_NUTRIENTS } from 'shared/contract/measures.ts';
import type { ActivityInput } from 'shared/contract/operations/activity.ts';
import type { LogMealInput, MealItemInput } from 'shared/contract/operations/meals.ts';
import type { SleepInput } from 'shared/contract/operations/sleep.ts';
import type { WellbeingInput } from 'shared/contract/operations/wellbeing.ts';
import type { Food } from './culture.ts';
import type { Person } from './person.ts';
import type { Random } from './random.ts';

/** What a person recorded, and when. */
type Entry<Input> = { at: Date; input: Input };

/** What a person recorded of one day. */
export type DiaryDay = {
  day: string;
  meals: Entry<LogMealInput>[];
  activity?: Entry<ActivityInput> | undefined;
  sleep?: Entry<SleepInput> | undefined;
  notes: Entry<WellbeingInput>[];
};

/** Random days of a person: some have no records, most lack something. */
export const makeDiary = (person: Person, days: string[], random: Random): DiaryDay[] => {
  const holiday = random.chance(0.3) ? random.integer(0, days.length) : days.length;
  const holidayEnd = holiday + random.integer(3, 6);
  return days.map((day, index) => {
    const isSilent = (index >= holiday && index < holidayEnd) || random.chance((1 - person.diligence) / 3);
    return isSilent ? { day, meals: [], notes: [] } : makeDay({ person, day, random });
  });
};

const makeDay = (context: DayContext): DiaryDay => ({
  day: context.day,
  meals: makeMeals(context),
  activity: makeActivity(context),
  sleep: makeSleep(context),
  notes: context.random.chance(context.person.talkativeness) ? [makeNote(context)] : [],
});

/** The diary without what is recorded after `now`. */
export const entriesUntil = (now: Date, diary: DiaryDay[]): DiaryDay[] => {
  const hasHappened = <T>(entry: Entry<T>) => entry.at <= now;
  return diary.map(({ day, meals, activity, sleep, notes }) => ({
    day,
    meals: meals.filter(hasHappened),
    activity: activity && hasHappened(activity) ? activity : undefined,
    sleep: sleep && hasHappened(sleep) ? sleep : undefined,
    notes: notes.filter(hasHappened),
  }));
};

type DayContext = { person: Person; day: string; random: Random };

const makeMeals = (context: DayContext): Entry<LogMealInput>[] => {
  const { breakfast, lunch, dinner, snack } = context.person.culture.mealtimes;
  const { random, person } = context;
  const eaten = [
    ['breakfast', breakfast, person.diligence],
    ['lunch', lunch, person.diligence],
    ['snack', snack, person.diligence / 2],
    ['dinner', dinner, person.diligence],
  ] as const;
  return eaten
    .filter(([, , probability]) => random.chance(probability))
    .map(([mealType, { hour, dishes }]) => {
      const later = isWeekend(context.day) && mealType === 'breakfast' ? 1.5 : 0;
      const { text, at } = moment(context, hour + later + random.around(0, 0.6));
      const { description, foods } = random.pick(dishes);
      const input: LogMealInput = {
        meal_type: mealType,
        eaten_at: text,
        ...(random.chance(0.8) && { description }),
        items: foods.map((food) => makeItem(food, context)),
        model: person.model,
        ...(random.chance(0.7) && { confidence: rounded(random.between(0.5, 0.95), 2) }),
      };
      return { at, input };
    });
};

const MAIN_NUTRIENTS = REQUIRED_NUTRIENTS.filter((nutrient) => nutrient !== 'kcal');
/** What an assistant may estimate besides, unit by unit: whoever tells the fiber tells the sugar. */
const FURTHER_NUTRIENTS = Map.groupBy(
  OPTIONAL_NUTRIENTS.filter((nutrient) => nutrient !== 'weight_g'),
  (nutrient) => MEASURES[nutrient].unit,
);

const makeItem = (food: Food, { person, random }: DayContext): MealItemInput => {
  const grams = Math.max(5, Math.round((food.grams * person.appetite * random.around(1, 0.15)) / 5) * 5);
  const inPortion = (amount: number, decimals = 1) => rounded((amount * grams) / 100, decimals);
  const { name, portion, per100g } = food;
  const { protein_g: protein, carbs_g: carbs, fat_g: fat, fiber_g: fiber = 0 } = per100g;
  const item = {
    name,
    portion,
    // A gram of protein or carbohydrate has 4 kcal, of fat 9, of fiber 2 (Regulation (EU) No 1169/2011, annex XIV).
    kcal: inPortion(4 * (protein + carbs - fiber) + 9 * fat + 2 * fiber, 0),
    ...mapFields(MAIN_NUTRIENTS, (nutrient) => inPortion(per100g[nutrient])),
    ...(random.chance(person.thoroughness) && { weight_g: grams }),
  };
  const further = [...FURTHER_NUTRIENTS].flatMap(([unit, nutrients]) => {
    // Milligrams are estimated half as often, and whole.
    const [likelihood, decimals] = unit === 'g' ? [1, 1] : [0.5, 0];
    if (!random.chance(person.thoroughness * likelihood)) return [];
    return nutrients.flatMap((nutrient) => {
      const amount = per100g[nutrient];
      return amount === undefined ? [] : [[nutrient, inPortion(amount, decimals)] as const];
    });
  });
  return { ...item, ...Object.fromEntries(further) };
};

const makeActivity = (context: DayContext): Entry<ActivityInput> | undefined => {
  const { person, day, random } = context;
  const isMissing = person.device === 'none' || random.chance(0.06);
  const exercised = random.chance(isWeekend(day) ? person.sportiness * 1.4 : person.sportiness);
  if (isMissing && !exercised) return undefined;
  const minutes = exercised ? random.integer(4, 15) * 5 : 0;
  const workoutKcal = Math.round(minutes * random.between(6, 10));
  const workouts = exercised
    ? [{ type: random.pick(person.culture.workouts), minutes, kcal: workoutKcal }]
    : [];
  const steps = Math.max(600, Math.round(random.around(person.stepsADay, 3500)));
  const activeKcal = Math.round(steps * 0.035) + workoutKcal;
  const counted = isMissing ? {} : { steps, distance_km: rounded(steps * 0.00072, 2) };
  const measured = {
    active_kcal: activeKcal,
    total_kcal: Math.round(1550 * person.appetite) + activeKcal,
    exercise_minutes: minutes + random.integer(0, 20),
    resting_hr: person.heartRate + random.integer(-2, 2),
    source_app: 'Watch',
  };
  const input = { ...counted, workouts, ...(person.device === 'watch' && !isMissing && measured) };
  return { at: moment(context, 21.5).at, input };
};

const makeSleep = (context: DayContext): Entry<SleepInput> | undefined => {
  const { person, day, random } = context;
  if (person.device === 'none' || random.chance(0.1)) return undefined;
  const bedtimeHour = 12 + random.around(person.bedtime, 0.8) + (isWeekend(day) ? 0.6 : 0);
  const asleep = Math.round(60 * random.around(person.sleepHours, 1));
  const awake = random.integer(8, 55);
  const inBed = asleep + awake;
  const wakeHour = bedtimeHour + inBed / 60 - 24;
  const times = { bedtime: clockTime(bedtimeHour), wake_time: clockTime(wakeHour) };
  const { at } = moment(context, wakeHour + 0.2);
  if (person.device === 'phone') return { at, input: times };
  const deep = Math.round(asleep * random.between(0.13, 0.22));
  const rem = Math.round(asleep * random.between(0.18, 0.26));
  const input: SleepInput = {
    ...times,
    in_bed_minutes: inBed,
    asleep_minutes: asleep,
    deep_minutes: deep,
    rem_minutes: rem,
    light_minutes: asleep - deep - rem,
    awake_minutes: awake,
    score: Math.min(100, Math.round(asleep / 6 + random.around(10, 8))),
    efficiency_pct: rounded((100 * asleep) / inBed, 1),
    avg_hr: person.heartRate + random.integer(-3, 4),
    ...(random.chance(0.7) && { hrv_ms: random.integer(28, 75) }),
    source_app: 'Watch',
  };
  return { at, input };
};

const makeNote = (context: DayContext): Entry<WellbeingInput> => {
  const { culture, model } = context.person;
  const { text, at } = moment(context, context.random.around(20.5, 1.5));
  return {
    at,
    input: { ...context.random.pick(culture.notes), recorded_at: text, language: culture.language, model },
  };
};

/** A time of the day in the person's zone; `hour` is a fraction, 0 to 24. */
const moment = ({ day, person }: DayContext, hour: number): { text: string; at: Date } => {
  const time = DateTime.fromISO(`${day}T${clockTime(hour)}`, { zone: person.timeZone });
  return { text: time.toISO({ suppressMilliseconds: true }) ?? '', at: time.toJSDate() };
};

/** `HH:MM` of a fraction of hours; those past midnight are the next day's. */
const clockTime = (hour: number): string => {
  const minutes = Math.round(hour * 60);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${twoDigits(Math.floor(minutes / 60) % 24)}:${twoDigits(minutes % 60)}`;
};

const isWeekend = (day: string): boolean => DateTime.fromISO(day).weekday > 5;

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));
