import { DateTime } from 'luxon';
import type { ActivityInput } from 'shared/contract/activity.ts';
import type { LogMealInput, MealItemInput } from 'shared/contract/meals.ts';
import type { SleepInput } from 'shared/contract/sleep.ts';
import type { WellbeingInput } from 'shared/contract/wellbeing.ts';
import type { Food } from './culture.ts';
import type { Person } from './person.ts';
import type { Random } from './random.ts';

/** What a person told their assistant, and when. */
type Told<Input> = { at: Date; input: Input };

/** What a person told of one day. */
export type DiaryDay = {
  day: string;
  meals: Told<LogMealInput>[];
  activity?: Told<ActivityInput> | undefined;
  sleep?: Told<SleepInput> | undefined;
  notes: Told<WellbeingInput>[];
};

/** The days of a person, made of chance: some days are silent, most lack something. */
export const madeUpDiary = (person: Person, days: string[], random: Random): DiaryDay[] => {
  const holiday = random.chance(0.3) ? random.integer(0, days.length) : days.length;
  const holidayEnd = holiday + random.integer(3, 6);
  return days.map((day, index) => {
    const isSilent = (index >= holiday && index < holidayEnd) || random.chance((1 - person.diligence) / 3);
    return isSilent ? { day, meals: [], notes: [] } : madeUpDay({ person, day, random });
  });
};

const madeUpDay = (tells: Tells): DiaryDay => ({
  day: tells.day,
  meals: tellMeals(tells),
  activity: tellActivity(tells),
  sleep: tellSleep(tells),
  notes: tells.random.chance(tells.person.talkativeness) ? [tellNote(tells)] : [],
});

/** The diary without what is told after `now`. */
export const entriesUntil = (now: Date, diary: DiaryDay[]): DiaryDay[] => {
  const isTold = <T>(told: Told<T>) => told.at <= now;
  return diary.map(({ day, meals, activity, sleep, notes }) => ({
    day,
    meals: meals.filter(isTold),
    activity: activity && isTold(activity) ? activity : undefined,
    sleep: sleep && isTold(sleep) ? sleep : undefined,
    notes: notes.filter(isTold),
  }));
};

type Tells = { person: Person; day: string; random: Random };

const tellMeals = (tells: Tells): Told<LogMealInput>[] => {
  const { breakfast, lunch, dinner, snack } = tells.person.culture.mealtimes;
  const { random, person } = tells;
  const eaten = [
    ['breakfast', breakfast, person.diligence],
    ['lunch', lunch, person.diligence],
    ['snack', snack, person.diligence / 2],
    ['dinner', dinner, person.diligence],
  ] as const;
  return eaten
    .filter(([, , probability]) => random.chance(probability))
    .map(([mealType, { hour, dishes }]) => {
      const later = isWeekend(tells.day) && mealType === 'breakfast' ? 1.5 : 0;
      const { text, at } = moment(tells, hour + later + random.around(0, 0.6));
      const { said, foods } = random.pick(dishes);
      const input: LogMealInput = {
        meal_type: mealType,
        eaten_at: text,
        ...(random.chance(0.8) && { description: said }),
        items: foods.map((food) => tellItem(food, tells)),
        model: person.model,
        ...(random.chance(0.7) && { confidence: rounded(random.between(0.5, 0.95), 2) }),
      };
      return { at, input };
    });
};

const tellItem = (food: Food, { person, random }: Tells): MealItemInput => {
  const grams = Math.max(5, Math.round((food.grams * person.appetite * random.around(1, 0.15)) / 5) * 5);
  const inPortion = (per100g: number, decimals = 1) => rounded((per100g * grams) / 100, decimals);
  const [protein, carbs, fat, fiber, sugar, sodiumMg] = food.per100g;
  return {
    name: food.name,
    portion: food.portion,
    // A gram of protein or carbohydrate has 4 kcal, of fat 9, of fiber 2 (Regulation (EU) No 1169/2011, annex XIV).
    kcal: inPortion(4 * (protein + carbs - fiber) + 9 * fat + 2 * fiber, 0),
    protein_g: inPortion(protein),
    carbs_g: inPortion(carbs),
    fat_g: inPortion(fat),
    ...(random.chance(person.thoroughness) && { weight_g: grams }),
    ...(random.chance(person.thoroughness) && { fiber_g: inPortion(fiber), sugar_g: inPortion(sugar) }),
    ...(random.chance(person.thoroughness / 2) && { sodium_mg: inPortion(sodiumMg, 0) }),
  };
};

const tellActivity = (tells: Tells): Told<ActivityInput> | undefined => {
  const { person, day, random } = tells;
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
  return { at: moment(tells, 21.5).at, input };
};

const tellSleep = (tells: Tells): Told<SleepInput> | undefined => {
  const { person, day, random } = tells;
  if (person.device === 'none' || random.chance(0.1)) return undefined;
  const wentToBed = 12 + random.around(person.bedtime, 0.8) + (isWeekend(day) ? 0.6 : 0);
  const asleep = Math.round(60 * random.around(person.sleepHours, 1));
  const awake = random.integer(8, 55);
  const inBed = asleep + awake;
  const woke = wentToBed + inBed / 60 - 24;
  const times = { bedtime: clockTime(wentToBed), wake_time: clockTime(woke) };
  const { at } = moment(tells, woke + 0.2);
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

const tellNote = (tells: Tells): Told<WellbeingInput> => {
  const { culture, model } = tells.person;
  const { text, at } = moment(tells, tells.random.around(20.5, 1.5));
  return {
    at,
    input: { ...tells.random.pick(culture.notes), recorded_at: text, language: culture.language, model },
  };
};

/** A time of the day in the person's zone; `hour` is a fraction, 0 to 24. */
const moment = ({ day, person }: Tells, hour: number): { text: string; at: Date } => {
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
