import { describe, expect } from '@jest/globals';
import fc from 'fast-check';
import { language } from 'shared/contract/fields.ts';
import type { AnyRecord } from 'shared/records/any-record.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { newMeal } from '../../services/diary/src/meals/meal.ts';
import { newNote } from '../../services/diary/src/notes/wellbeing-note.ts';
import {
  changedIn,
  correctByForm,
  lostEntries,
} from '../../services/diary/src/record-page/read-correction.ts';
import { entryText, recordEntries, removalName } from '../../services/diary/src/record-page/record-fields.ts';
import { proves } from '../support/proves.ts';

const ZONE = 'Europe/Madrid';
const PROFILE = { _id: 'prof_1', account_id: 'acc_1', time_zone: ZONE } as StoredProfile;
const FIGURES = { kcal: 100.125, protein_g: 1, carbs_g: 2, fat_g: 3 };

/** Texts with every kind of line end. */
const text = fc
  .array(fc.constantFrom('a', ' ', '\n', '\r', '\r\n', '\t', '<', '"', 'ñ', '😀'), {
    minLength: 1,
    maxLength: 12,
  })
  .map((parts) => `x${parts.join('')}`);

const mealOf = (said: string, eatenAt = '2026-10-04T13:05:07.5+02:00'): AnyRecord => ({
  kind: 'meal',
  record: newMeal(
    PROFILE,
    {
      meal_type: 'lunch',
      eaten_at: eatenAt,
      description: said,
      items: [
        { name: said, portion: said, ...FIGURES },
        { name: 'Bread', ...FIGURES },
      ],
    },
    'Kitchen assistant',
  ),
});

const noteOf = (said: string): AnyRecord => ({
  kind: 'wellbeing',
  record: newNote(
    PROFILE,
    {
      text: said,
      recorded_at: '2026-10-04T22:30:00Z',
      statements: [{ kind: 'food', text: said }],
      links: [{ did: said, felt: said, quote: said }],
    },
    'Kitchen assistant',
  ),
});

/** What a browser posts of a form that nobody touched. */
const untouched = (record: AnyRecord, of: 'en' | 'es' | 'ru'): Record<string, string> => {
  const { own, rows } = recordEntries(of, record);
  const all = [...own, ...rows.flatMap(({ entries }) => entries)];
  return Object.fromEntries(all.map(({ name, value }) => [name, value.replaceAll('\n', '\r\n')]));
};

const correct = (record: AnyRecord, form: Record<string, string>) => {
  const entries = recordEntries('en', record);
  return correctByForm(record, entries, changedIn(entries, form), ZONE);
};

describe('the form of a record', () => {
  proves(['C10.page'], 'names a moment as the rest of the page does', () => {
    const moments = { en: '4 October 2026', es: '4 de octubre de 2026', ru: '4 октября 2026\u00a0г.' };
    for (const of of language.options) {
      const eatenAt = recordEntries(of, mealOf('Soup')).own.find(({ field }) => field === 'eaten_at');
      expect(eatenAt && entryText(of, eatenAt)).toBe(`${moments[of]}, 13:05`);
    }
  });

  proves(['C10.page', 'C10.unchanged'], 'says nothing where nobody touched it', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(...language.options), (said, of) => {
        for (const record of [mealOf(said), noteOf(said)])
          expect([...changedIn(recordEntries(of, record), untouched(record, of))]).toEqual([]);
      }),
    );
  });

  proves(['C10.page'], 'leaves what was not changed as it is stored', () => {
    fc.assert(
      fc.property(text, (said) => {
        const meal = mealOf(said);
        const corrected = correct(meal, { ...untouched(meal, 'en'), 'kcal-i2': '7' });
        const [first, second] = meal.kind === 'meal' ? meal.record.items : [];
        expect(corrected).toMatchObject({
          next: { eaten_at: '2026-10-04T13:05:07.5+02:00', items: [first, { ...second, kcal: 7 }] },
        });
        const note = noteOf(said);
        const { links } = note.record as { links: object[] };
        expect(correct(note, { 'when-1': 'early' })).toMatchObject({
          next: { text: said, links, statements: [{ kind: 'food', text: said, when: 'early' }] },
        });
      }),
    );
  });

  proves(['C10.page', 'C2.day'], 'reads a time where the person was', () => {
    const winter = { eaten_at: '2026-12-04T08:30' };
    for (const [sent, expected] of [
      // The zone's own offset follows the season; another one stays, and one that says no place is the zone's.
      ['2026-10-04T13:05:00+02:00', '2026-12-04T08:30:00+01:00'],
      ['2026-10-04T13:05:00-05:00', '2026-12-04T08:30:00-05:00'],
      ['2026-10-04T22:30:00Z', '2026-12-04T08:30:00+01:00'],
    ] as const)
      expect(correct(mealOf('x', sent), winter)).toMatchObject({
        next: { eaten_at: expected, day: '2026-12-04', clock_time: '08:30' },
      });
    const whole = { eaten_at: '2026-12-04T08:30:00+03:00' };
    expect(correct(mealOf('x'), whole)).toMatchObject({ next: { eaten_at: whole.eaten_at } });
  });

  proves(['C10.page', 'C8.field_errors'], 'names the entries that cannot be taken', () => {
    const faultsOf = (form: Record<string, string>) => {
      const corrected = correct(mealOf('x'), form);
      return 'faults' in corrected ? [...corrected.faults] : 'none';
    };
    expect(faultsOf({ 'name-i1': '', 'kcal-i2': '1e3' })).toEqual(['name-i1', 'kcal-i2']);
    expect(faultsOf({ 'kcal-i2': '20001', 'weight_g-i2': '0' })).toEqual(['kcal-i2', 'weight_g-i2']);
    expect(faultsOf({ 'name-new': 'Wine', 'kcal-new': '9' })).toEqual([
      'protein_g-new',
      'carbs_g-new',
      'fat_g-new',
    ]);
    expect(faultsOf({ 'remove_items-i1': 'on', 'remove_items-i2': 'on' })).toEqual(['']);
    expect(faultsOf({ 'remove_items-i1': 'on' })).toBe('none');
  });

  proves(['C10.page'], 'keeps the words that have no place any more', () => {
    const before = recordEntries('en', mealOf('x'));
    const now = { ...before, rows: before.rows.filter(({ key }) => key !== 'i2') };
    const changed = changedIn(before, { 'name-i2': 'Rye bread', 'name-i1': 'Soup' });
    expect(lostEntries(before, now, changed).map(({ name, value }) => [name, value])).toEqual([
      ['name-i2', 'Rye bread'],
    ]);
    expect(before.rows.map(removalName)).toEqual(['remove_items-i1', 'remove_items-i2', 'remove_items-new']);
  });
});
