import { expect, test } from '@jest/globals';
import { email } from 'shared/contract/email-address.ts';
import { activityInput } from 'shared/contract/operations/activity.ts';
import { logMealInput } from 'shared/contract/operations/meals.ts';
import { sleepInput } from 'shared/contract/operations/sleep.ts';
import { wellbeingInput } from 'shared/contract/operations/wellbeing.ts';
import { daysBetween } from 'shared/records/calendar.ts';
import { type DiaryDay, entriesUntil, makeDiary } from '../../services/diary/src/made-up/diary.ts';
import { makePerson } from '../../services/diary/src/made-up/person.ts';

// Includes the clock changes of every zone with summer time.
const days = daysBetween('2026-03-01', '2026-04-09');

const diaryOf = (seed: number, number: number): DiaryDay[] => {
  const { person, random } = makePerson(seed, number);
  return makeDiary(person, days, random);
};

const people = Array.from({ length: 60 }, (_, number) => ({
  ...makePerson(7, number).person,
  diary: diaryOf(7, number),
}));
const allDays = people.flatMap(({ diary }) => diary);

test('the same seed creates the same people and days, another seed others', () => {
  expect(diaryOf(7, 3)).toEqual(diaryOf(7, 3));
  expect(diaryOf(7, 3)).not.toEqual(diaryOf(8, 3));
  expect(diaryOf(7, 3)).not.toEqual(diaryOf(7, 4));
  expect(makePerson(7, 3).person).toEqual(makePerson(7, 3).person);
});

test('every input is valid for the API', () => {
  for (const person of people) email.parse(person.email);
  for (const { meals, activity, sleep, notes } of allDays) {
    for (const meal of meals) logMealInput.parse(meal.input);
    if (activity) activityInput.parse(activity.input);
    if (sleep) sleepInput.parse(sleep.input);
    for (const note of notes) wellbeingInput.parse(note.input);
  }
});

test('what is recorded for a day has that date, even when the clocks change', () => {
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

test('people write in three languages, and every quote occurs in its text', () => {
  expect(new Set(people.map(({ culture }) => culture.language))).toEqual(new Set(['en', 'es', 'ru']));
  for (const { culture } of people)
    for (const { text, links } of culture.notes)
      for (const { quote } of links ?? []) expect(text).toContain(quote);
});

test('the energy of a food matches its nutrients', () => {
  const items = allDays.flatMap(({ meals }) => meals.flatMap(({ input }) => input.items));
  for (const { kcal, protein_g, carbs_g, fat_g } of items) {
    const most = 4 * protein_g + 4 * carbs_g + 9 * fat_g;
    expect(kcal).toBeLessThanOrEqual(most + 2);
    expect(kcal).toBeGreaterThanOrEqual(0.75 * most - 2);
  }
});

test('nothing is recorded before it has happened', () => {
  const now = new Date('2026-03-20T12:00:00Z');
  const past = entriesUntil(now, allDays);
  const times = past.flatMap(({ meals, activity, sleep, notes }) =>
    [...meals, activity, sleep, ...notes].flatMap((one) => one?.at ?? []),
  );
  expect(times.length).toBeGreaterThan(0);
  expect(times.filter((at) => at > now)).toEqual([]);
});
