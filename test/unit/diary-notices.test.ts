import { describe, expect } from '@jest/globals';
import fc from 'fast-check';
import { mapFields } from 'shared/contract/map-fields.ts';
import { ACTIVITY_FIGURES, OPTIONAL_NUTRIENTS, SLEEP_FIGURES } from 'shared/contract/measures.ts';
import type { Notice } from 'shared/contract/notices.ts';
import { exampleActivity } from 'shared/contract/operations/activity.ts';
import type { MealItem } from 'shared/contract/operations/meals.ts';
import { exampleSleep } from 'shared/contract/operations/sleep.ts';
import type { StoredActivity } from 'shared/records/activity.ts';
import { addDays, daysBetween } from 'shared/records/calendar.ts';
import type { StoredSleep } from 'shared/records/sleep.ts';
import { UNCHANGED } from 'shared/records/stored.ts';
import { accountDocuments } from '../../scripts/seed/documents.ts';
import { makeDiary } from '../../services/diary/src/made-up/diary.ts';
import { makePerson } from '../../services/diary/src/made-up/person.ts';
import {
  activityNotices,
  mealNotices,
  noteNotices,
  repeatNotices,
  repeats,
  sleepNotices,
} from '../../services/diary/src/records/notices.ts';
import { proves } from '../support/proves.ts';

const now = new Date('2026-10-04T12:00:00Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const told = (notices: readonly Notice[]): string[] =>
  notices.map(({ code, pointer }) => `${code} ${pointer}`);

const item: MealItem = {
  id: 'i1',
  name: 'Bread',
  description: null,
  portion: null,
  kcal: 240,
  protein_g: 8,
  carbs_g: 45,
  fat_g: 3,
  ...mapFields(OPTIONAL_NUTRIENTS, () => null),
  confidence: null,
};
const ofItem = (figures: Partial<MealItem>): string[] =>
  told(mealNotices({ eaten_at: '', instant: now, items: [item, { ...item, ...figures }] }, now));
const ofMoment = (aheadMs: number): string[] => {
  const instant = new Date(now.getTime() + aheadMs);
  const meal = told(mealNotices({ eaten_at: instant.toISOString(), instant, items: [item] }, now));
  const note = told(noteNotices({ recorded_at: instant.toISOString(), instant }, now));
  expect(note.map((one) => one.replace('recorded', 'eaten'))).toEqual(meal);
  return meal;
};

const stored = { account_id: 'acc_1', ...UNCHANGED, created_at: now, updated_at: now };
const activity: StoredActivity = {
  ...exampleActivity,
  ...stored,
  ...mapFields(ACTIVITY_FIGURES, () => null),
  _id: 'act_1',
};
const sleep: StoredSleep = {
  ...exampleSleep,
  ...stored,
  ...mapFields(SLEEP_FIGURES, () => null),
  bedtime: null,
  wake_time: null,
  _id: 'slp_1',
};
const ofDay = (day: string, timeZone: string, at = now): string[] => {
  const night = told(sleepNotices({ ...sleep, day }, timeZone, at));
  expect(told(activityNotices({ ...activity, day }, timeZone, at))).toEqual(night);
  return night;
};
const ofNight = (figures: Partial<StoredSleep>): string[] =>
  told(sleepNotices({ ...sleep, ...figures }, 'UTC', now));

describe('a notice', () => {
  proves(['C10.notices'], 'is made of a moment more than an hour ahead or 400 days ago', () => {
    expect(ofMoment(HOUR_MS)).toEqual([]);
    expect(ofMoment(HOUR_MS + 1)).toEqual(['in_the_future /eaten_at']);
    expect(ofMoment(-400 * DAY_MS)).toEqual([]);
    expect(ofMoment(-400 * DAY_MS - 1)).toEqual(['long_ago /eaten_at']);
  });

  proves(
    ['C10.notices'],
    'is made of a day that begins more than an hour from now, or of 400 days ago',
    () => {
      expect(ofDay('2026-10-04', 'UTC')).toEqual([]);
      expect(ofDay('2026-10-05', 'UTC')).toEqual(['in_the_future /day']);
      expect(ofDay('2026-10-05', 'UTC', new Date('2026-10-04T23:00:00Z'))).toEqual([]);
      expect(ofDay('2026-10-05', 'UTC', new Date('2026-10-04T22:59:59.999Z'))).toEqual([
        'in_the_future /day',
      ]);
      expect(ofDay('2026-10-05', 'Pacific/Kiritimati')).toEqual([]);
      expect(ofDay(addDays('2026-10-04', -400), 'UTC')).toEqual([]);
      expect(ofDay(addDays('2026-10-04', -401), 'UTC')).toEqual(['long_ago /day']);
    },
  );

  proves(['C10.notices'], 'is made of an item whose parts exceed their whole', () => {
    // 8 + 45 + 3 grams.
    expect(ofItem({ weight_g: 56 })).toEqual([]);
    expect(ofItem({ weight_g: 55.99 })).toEqual(['parts_exceed_whole /items/1/weight_g']);
    expect(ofItem({ protein_g: 0.1, carbs_g: 0.2, fat_g: 0, weight_g: 0.3 })).toEqual([]);
    expect(ofItem({ sugar_g: 45, fiber_g: 45 })).toEqual([]);
    expect(ofItem({ sugar_g: 45.01 })).toEqual(['parts_exceed_whole /items/1/carbs_g']);
    expect(ofItem({ fiber_g: 45.01 })).toEqual(['parts_exceed_whole /items/1/carbs_g']);
  });

  proves(
    ['C10.notices'],
    'is made of energy under half of that of its parts and more than 100 below it',
    () => {
      const carbs = (grams: number, kcal: number) => ofItem({ protein_g: 0, fat_g: 0, carbs_g: grams, kcal });
      expect(carbs(100, 200)).toEqual([]);
      expect(carbs(100, 199.99)).toEqual(['energy_below_parts /items/1/kcal']);
      expect(carbs(26, 4)).toEqual([]);
      expect(carbs(26, 3.99)).toEqual(['energy_below_parts /items/1/kcal']);
      expect(ofItem({ protein_g: 10, carbs_g: 10, fat_g: 20, kcal: 129 })).toEqual([
        'energy_below_parts /items/1/kcal',
      ]);
      expect(ofItem({ protein_g: 0, carbs_g: 0, fat_g: 0, kcal: 500 })).toEqual([]);
    },
  );

  proves(['C10.notices'], 'is made of a day and a night whose parts exceed their whole', () => {
    const ofEnergy = (active_kcal: number) =>
      told(activityNotices({ ...activity, active_kcal, total_kcal: 400 }, 'UTC', now));
    expect(ofEnergy(400)).toEqual([]);
    expect(ofEnergy(400.5)).toEqual(['parts_exceed_whole /total_kcal']);
    const stages = { deep_minutes: 60, rem_minutes: 100, awake_minutes: 300 };
    expect(ofNight({ ...stages, light_minutes: 260, asleep_minutes: 420 })).toEqual([]);
    expect(ofNight({ ...stages, light_minutes: 261, asleep_minutes: 420 })).toEqual([
      'parts_exceed_whole /asleep_minutes',
    ]);
    expect(ofNight({ deep_minutes: 421, asleep_minutes: 420 })).toEqual([
      'parts_exceed_whole /asleep_minutes',
    ]);
    expect(ofNight({ asleep_minutes: 420, in_bed_minutes: 420 })).toEqual([]);
    expect(ofNight({ asleep_minutes: 421, in_bed_minutes: 420 })).toEqual([
      'parts_exceed_whole /in_bed_minutes',
    ]);
  });

  proves(['C10.notices'], 'is made of sleep more than 15 minutes over the span of its clock times', () => {
    for (const [bedtime, wake_time] of [
      ['23:30', '06:30'],
      ['00:10', '07:10'],
    ] as const) {
      expect(ofNight({ bedtime, wake_time, asleep_minutes: 435 })).toEqual([]);
      expect(ofNight({ bedtime, wake_time, asleep_minutes: 436 })).toEqual([
        'parts_exceed_whole /asleep_minutes',
      ]);
      expect(ofNight({ bedtime, wake_time, in_bed_minutes: 700 })).toEqual([]);
    }
    expect(ofNight({ bedtime: '23:30', asleep_minutes: 1440 })).toEqual([]);
  });

  proves(['C10.notices'], 'of a repeat is made of the same foods and figures, however written', () => {
    const other = { ...item, name: 'Soup' };
    const stored = { _id: 'meal_1', instant: now, items: [item, other] };
    const same = (...items: MealItem[]) => repeats(stored, { ...stored, _id: 'meal_2', items });
    expect(same(other, { ...item, name: ' BREAD', description: 'rye', portion: 'a slice' })).toBe(true);
    expect(repeats(stored, stored)).toBe(false);
    expect(same(item)).toBe(false);
    expect(same(item, item)).toBe(false);
    expect(same(item, { ...other, kcal: 241 })).toBe(false);
    expect(same(item, { ...other, sodium_mg: 0 })).toBe(false);
  });
});

proves(['C10.no_notices'], 'of thousands of ordinary records there are no notices', () => {
  let records = 0;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
      const { person, random } = makePerson(seed, 1);
      const diary = makeDiary(person, daysBetween('2026-09-21', '2026-10-04'), random);
      const { meals, activity, sleep, wellbeing } = accountDocuments(person, diary, now).documents;
      records += meals.length + activity.length + sleep.length + wellbeing.length;
      const zone = person.timeZone;
      const end = new Date('2026-10-05T12:00:00Z');
      const notices = [
        ...meals.flatMap((meal) => mealNotices(meal, end)),
        ...activity.flatMap((day) => activityNotices(day, zone, end)),
        ...sleep.flatMap((night) => sleepNotices(night, zone, end)),
        ...wellbeing.flatMap((note) => noteNotices(note, end)),
        ...repeatNotices(meals, meals),
      ];
      expect(notices).toEqual([]);
    }),
    { numRuns: 100 },
  );
  expect(records).toBeGreaterThan(1000);
});
