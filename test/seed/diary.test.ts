import { expect, test } from '@jest/globals';
import { activityInput } from 'shared/contract/activity.ts';
import { email } from 'shared/contract/fields.ts';
import { logMealInput } from 'shared/contract/meals.ts';
import { sleepInput } from 'shared/contract/sleep.ts';
import { wellbeingInput } from 'shared/contract/wellbeing.ts';
import { daysBetween } from 'shared/records/calendar.ts';
import { type DiaryDay, madeUpDiary, toldUntil } from '../../scripts/seed/diary.ts';
import { madeUpPerson } from '../../scripts/seed/person.ts';

// The clocks change in every zone that has summer time.
const days = daysBetween('2026-03-01', '2026-04-09');

const diaryOf = (seed: number, number: number): DiaryDay[] => {
  const { person, random } = madeUpPerson(seed, number);
  return madeUpDiary(person, days, random);
};

const people = Array.from({ length: 60 }, (_, number) => ({
  ...madeUpPerson(7, number).person,
  diary: diaryOf(7, number),
}));
const allDays = people.flatMap(({ diary }) => diary);

test('the same seed makes the same people and days, another seed makes others', () => {
  expect(diaryOf(7, 3)).toEqual(diaryOf(7, 3));
  expect(diaryOf(7, 3)).not.toEqual(diaryOf(8, 3));
  expect(diaryOf(7, 3)).not.toEqual(diaryOf(7, 4));
  expect(madeUpPerson(7, 3).person).toEqual(madeUpPerson(7, 3).person);
});

test('every input is one that the interface takes', () => {
  for (const person of people) email.parse(person.email);
  for (const { meals, activity, sleep, notes } of allDays) {
    for (const meal of meals) logMealInput.parse(meal.input);
    if (activity) activityInput.parse(activity.input);
    if (sleep) sleepInput.parse(sleep.input);
    for (const note of notes) wellbeingInput.parse(note.input);
  }
});

test('what is told of a day has its date there, also when the clocks change', () => {
  for (const { day, meals, notes } of allDays) {
    for (const { input, at } of meals) {
      expect(input.eaten_at?.slice(0, 10)).toBe(day);
      expect(new Date(input.eaten_at ?? '')).toEqual(at);
    }
    for (const { input } of notes) expect(input.recorded_at?.slice(0, 10)).toBe(day);
  }
});

test('the diaries have gaps, as real ones do', () => {
  const share = (isSo: (day: DiaryDay) => boolean) => allDays.filter(isSo).length / allDays.length;
  for (const lacking of [
    share(({ meals }) => meals.length === 0),
    share(({ activity }) => !activity),
    share(({ sleep }) => !sleep),
    share(({ notes }) => notes.length === 0),
    share(({ meals }) => meals.some(({ input }) => input.items.some((item) => item.fiber_g === undefined))),
  ]) {
    expect(lacking).toBeGreaterThan(0.02);
    expect(lacking).toBeLessThan(0.9);
  }
});

test('people write in three languages, and every quote is in the words that it is from', () => {
  expect(new Set(people.map(({ culture }) => culture.language))).toEqual(new Set(['en', 'es', 'ru']));
  for (const { culture } of people)
    for (const { text, links } of culture.notes)
      for (const { quote } of links ?? []) expect(text).toContain(quote);
});

test('the energy of a food is what its nutrients amount to', () => {
  const items = allDays.flatMap(({ meals }) => meals.flatMap(({ input }) => input.items));
  for (const { kcal, protein_g, carbs_g, fat_g } of items) {
    const most = 4 * protein_g + 4 * carbs_g + 9 * fat_g;
    expect(kcal).toBeLessThanOrEqual(most + 2);
    expect(kcal).toBeGreaterThanOrEqual(0.75 * most - 2);
  }
});

test('nobody has told what has not happened yet', () => {
  const now = new Date('2026-03-20T12:00:00Z');
  const told = toldUntil(now, allDays);
  const times = told.flatMap(({ meals, activity, sleep, notes }) =>
    [...meals, activity, sleep, ...notes].flatMap((one) => one?.at ?? []),
  );
  expect(times.length).toBeGreaterThan(0);
  expect(times.filter((at) => at > now)).toEqual([]);
});
