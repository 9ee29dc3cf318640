import { describe, expect } from '@jest/globals';
import { readXlsx } from 'hucre/xlsx';
import { proves } from '../support/proves.ts';
import { callAs, newPerson, type Person } from './diary-person.ts';
import { download, filesOf, rowsOf } from './download-files.ts';
import { DAY, FULL_MEAL, recordEverything, settleCallLog } from './record-everything.ts';

describe('the download of everything as a spreadsheet', () => {
  /** The rows of each sheet by column, as an independent reader finds them. */
  const sheetsOf = async (person: Person) => {
    const answer = await download(person, 'xlsx');
    expect(answer.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()));
    return Object.fromEntries(
      sheets.map(({ name, rows: [columns = [], ...rows] }) => [
        name,
        rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null]))),
      ]),
    );
  };

  proves(['C8.download'], 'has a sheet per kind, with numbers, dates and times as such', async () => {
    const person = await newPerson();
    await recordEverything(person);
    await callAs(person, 'GET', '/share-links');
    await settleCallLog(person);
    const sheets = await sheetsOf(person);
    const files = await filesOf(Buffer.from(await (await download(person, 'csv')).arrayBuffer()));
    expect(Object.keys(sheets)).toEqual(Object.keys(files).map((name) => name.replace('.csv', '')));
    for (const [name, rows] of Object.entries(sheets))
      expect([name, rows.length]).toEqual([name, rowsOf(files[`${name}.csv`]).length]);
    expect(sheets.meals?.[1]).toMatchObject({
      day: new Date(`${DAY}T00:00:00Z`),
      eaten_at: new Date(`${DAY}T13:05:00Z`),
      fiber_g: 8,
      confidence: 0.7,
      description: FULL_MEAL.description,
    });
    expect(sheets.meal_items?.find(({ name }) => name === 'Soup')).toMatchObject({ weight_g: 350.5 });
    expect(sheets.meal_items?.find(({ name }) => name === 'Хлеб')).toMatchObject({ sodium_mg: 300 });
    // The clock alone: a part of a day.
    const { bedtime } = sheets.sleep?.[0] ?? {};
    const minutes =
      bedtime instanceof Date ? bedtime.getUTCHours() * 60 + bedtime.getUTCMinutes() : Number(bedtime) * 1440;
    expect(minutes).toBeCloseTo(23 * 60 + 10, 3);
  });

  proves(['C8.download', 'C8.download_safe'], 'has texts as they are, and no formula', async () => {
    const person = await newPerson();
    const texts = [
      '=1+1',
      '+1',
      '@SUM(A1)',
      '<b>&"\'',
      '🥗 '.repeat(3).trim(),
      '2026-10-04',
      '12',
      `${'x'.repeat(1990)}=1`,
    ];
    for (const text of texts) await callAs(person, 'POST', '/wellbeing', { text });
    // No spreadsheet's calendar goes back so far.
    const eaten_at = '0202-10-04T13:05:00+02:00';
    await callAs(person, 'POST', '/meals', { ...FULL_MEAL, eaten_at });
    const { wellbeing = [], meals = [] } = await sheetsOf(person);
    expect(meals).toMatchObject([{ day: '0202-10-04', eaten_at }]);
    expect(wellbeing.map(({ text }) => text).toSorted()).toEqual(texts.toSorted());
    const parts = await filesOf(Buffer.from(await (await download(person, 'xlsx')).arrayBuffer()));
    for (const xml of Object.values(parts)) expect(xml).not.toContain('<f>');
  });
});
