import { beforeAll, expect } from '@jest/globals';
import type { Db, Document } from 'mongodb';
import { needsToken } from 'shared/contract/operation.ts';
import { OPERATIONS } from 'shared/contract/operations/operations.ts';
import { TOOLS } from 'shared/documents/tools.ts';
import { today } from 'shared/records/calendar.ts';
import { callTool } from '../mcp/mcp-client.ts';
import { callAs, newPerson, type Person, profilesOf } from '../person/diary-person.ts';
import { download, filesOf, rowsOf } from '../person/download-files.ts';
import { open } from '../person/steps.ts';
import { call } from '../support/client.ts';
import { callLogOf, onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { documentsOfEachShape } from './documents.ts';

/** What a later release, or a hand, wrote into every document, at every level. */
const UNMEANT = { unmeant: 'unmeant' };

const marked = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(marked);
  if (Object.getPrototypeOf(value ?? 0) !== Object.prototype) return value;
  const entries = Object.entries(value as object).map(([name, part]) => [name, marked(part)]);
  return { ...Object.fromEntries(entries), ...UNMEANT };
};

/** Marks all that is stored of an account. */
const markEverything = async (db: Db, id: string): Promise<void> => {
  for (const collection of await db.collections())
    for (const { _id, ...document } of await collection
      .find({ $or: [{ _id: id as never }, { account_id: id }] })
      .toArray())
      await collection.replaceOne({ _id }, marked(document) as Document);
};

const DAY = today('UTC');
const COVERAGE = {
  fiber_g: { known: 4, of: 8 },
  sugar_g: { known: 3, of: 8 },
  sodium_mg: { known: 3, of: 8 },
  weight_g: { known: 4, of: 8 },
};
const REQUIRED = { kcal: 1880, protein_g: 93.6, carbs_g: 300, fat_g: 32.4 };
const TOTALS = { ...REQUIRED, fiber_g: 48, sugar_g: 12, sodium_mg: 1800, weight_g: 240, coverage: COVERAGE };

let person: Person;
let sharedUrl: string;
let secondId: string;

beforeAll(async () => {
  person = await newPerson();
  const [first] = await profilesOf(person);
  secondId = (await callAs(person, 'POST', '/profiles', { name: 'Second' })).id;
  sharedUrl = (await callAs(person, 'POST', '/share-links', {})).url;
  const { id } = person.account;
  await eventually(async () => (await callLogOf(id)).length > 2, 'the calls to be logged');
  await onDatabase(async (db) => {
    const own = { account_id: id, is_default: true };
    await db.collection('profiles').updateOne(own, { $unset: { time_zone: '', targets: '' } });
    const targets = { kcal: 2000, fiber_g: null };
    await db.collection('profiles').updateOne({ account_id: id, name: 'Second' }, { $set: { targets } });
    const unlimited = { label: '', shows: '', from: '', to: '' };
    await db.collection('share_links').updateOne({ account_id: id }, { $unset: unlimited });
    const account = { _id: id as never };
    await db.collection('accounts').updateOne(account, { $unset: { time_zone: '', consents: '' } });
    const shapes = documentsOfEachShape({ account_id: id, profile_id: first?.id ?? '', day: DAY });
    for (const [name, documents] of Object.entries(shapes)) await db.collection(name).insertMany(documents);
    await markEverything(db, id);
  });
});

/** What is shown: whole, and nothing that nobody meant to show. */
const shown = (text: string): string => {
  expect(text).not.toMatch(/unmeant|NaN|undefined|Invalid|\[object/);
  return text.replaceAll('\u00a0', ' ');
};

/** The operations that read, by id, with their path of this day and week. */
const READS = OPERATIONS.filter(
  (operation) => operation.method === 'GET' && needsToken(operation) && !operation.path.includes('{id}'),
).map((operation) => ({
  operation,
  args: operation.id === 'get_report' ? { period: 'weekly' } : operation.params ? { day: DAY } : {},
  path: `${operation.path.replace('{day}', DAY).replace('{period}', 'weekly')}?${new URLSearchParams(operation.example.query)}`,
}));

const read = (path: string) => callAs(person, 'GET', path);

proves(['A.stored', 'A.listed'], 'documents of every shape are read over REST and MCP', async () => {
  for (const { operation, args, path } of READS) {
    const { status, body, text } = await call('GET', path, { token: person.token });
    expect([path, status]).toEqual([path, 200]);
    const { generated_at, now, ...answer } = JSON.parse(shown(text));
    expect(operation.response.parse(body)).toEqual(body);
    if (!TOOLS.some(({ name }) => name === operation.id)) continue;
    const tool = await callTool(operation.id, args, { token: person.token });
    shown(tool.text);
    expect(tool.body.result.structuredContent).toMatchObject(answer);
  }
});

proves(['A.stored'], 'what they lack is unknown, in each record and in every figure', async () => {
  const { meals, totals, activity, sleep, wellbeing, targets, time_zone } = await read(`/days/${DAY}`);
  expect({ totals, targets, time_zone }).toEqual({ totals: TOTALS, targets: null, time_zone: 'UTC' });
  const one = { known: 1, of: 2 };
  const none = { known: 0, of: 2 };
  expect(meals.map((meal: Document) => [meal.totals.sugar_g, meal.totals.coverage.sugar_g])).toEqual([
    [4, one],
    [4, one],
    [null, none],
    [4, one],
  ]);
  expect(meals[2].items).toMatchObject([
    { fiber_g: 12, sugar_g: null, sodium_mg: null },
    { fiber_g: null, sugar_g: null, sodium_mg: null },
  ]);
  expect(activity).toMatchObject({ steps: 8400, distance_km: null, resting_hr: null });
  expect(sleep).toMatchObject({ score: 84, avg_hr: null, hrv_ms: null });
  expect(wellbeing).toHaveLength(2);
  const changed = { version: 3, updated_by: { by: 'assistant', client_name: 'Other assistant' } };
  const unchanged = { version: 1, updated_by: null };
  expect(meals.slice(0, 3)).toMatchObject(
    Array(3).fill({ ...unchanged, copied_from: null, items: [{ id: 'i1' }, { id: 'i2' }] }),
  );
  expect(meals[3]).toMatchObject({
    ...changed,
    copied_from: 'meal_another',
    items: [{ id: 'i2' }, { id: 'i5' }],
  });
  expect([activity, sleep, wellbeing[0]]).toMatchObject([unchanged, unchanged, unchanged]);
  expect(wellbeing[0].updated_at).toBe(wellbeing[0].created_at);
  expect(wellbeing[1]).toMatchObject({ ...changed, updated_at: `${DAY}T22:00:00.000Z` });

  for (const record of [...meals, activity, sleep, ...wellbeing])
    expect(await read(`/records/${record.id}`)).toMatchObject({ record, deleted: false });
  expect(await read(`/meals?day=${DAY}`)).toMatchObject({ meals, totals: TOTALS });
  const { days } = await read(`/days?from=${DAY}&to=${DAY}`);
  expect(days).toEqual([{ day: DAY, meal_count: 4, totals: TOTALS, activity, sleep }]);
  expect(await read('/reports/daily')).toMatchObject({
    totals: TOTALS,
    averages: { ...REQUIRED, sugar_g: 12 },
    top_foods: [
      { name: 'Lentil soup', count: 4, kcal: 1240, weight_g: null },
      { name: 'Bread', count: 4, kcal: 640, weight_g: 240 },
    ],
    meal_breakdown: [{ meal_type: 'lunch', count: 4, kcal_share_pct: 100 }],
    activity_averages: { days: 1, steps: 8400, distance_km: null, resting_hr: null },
    sleep_averages: { nights: 1, score: 84, avg_hr: null, hrv_ms: null },
    targets: null,
  });
  const second = await read(`/days/${DAY}?profile_id=${secondId}`);
  expect(second.targets).toMatchObject({ kcal: 2000, fiber_g: null, sodium_mg: null, steps: null });
});

proves(['A.stored', 'C13.shows'], 'a link without limits shows everything', async () => {
  const shows = ['meals', 'activity', 'sleep', 'wellbeing', 'targets'];
  const unlimited = { label: null, shows, from: null, to: null };
  expect((await read('/share-links')).share_links).toMatchObject([unlimited]);
});

proves(['A.stored', 'A.listed'], 'the pages show them', async () => {
  for (const period of ['daily', 'weekly', 'monthly']) {
    const query = `?period=${period}&day=${DAY}`;
    const pages = [await open(`${sharedUrl}${query}`), await open(`/report${query}`, person)];
    for (const { status, html } of pages) {
      expect([period, status]).toEqual([period, 200]);
      expect(shown(html)).toMatch(/Sugar at least 12 g \(stated for 3 of 8 foods\)/);
      for (const clock of ['08:15', '13:00', '17:30', '20:45', '09:10', '21:20'])
        expect(html).toContain(clock);
    }
  }
  const { meals, activity, sleep, wellbeing } = await read(`/days/${DAY}`);
  const records = { meal: meals, wellbeing, activity: [activity], sleep: [sleep] };
  const questions = Object.entries(records).flatMap(([kind, list]) =>
    list.map(({ id }: { id: string }) => `/report/records/${kind}/${id}/delete`),
  );
  for (const path of ['/account', '/account/profiles', '/account/links', ...questions]) {
    const { status, html } = await open(path, person);
    expect([path, status]).toEqual([path, 200]);
    shown(html);
  }
});

proves(['A.stored', 'A.listed'], 'the download holds them', async () => {
  const { meals, activity, sleep, wellbeing } = await read(`/days/${DAY}`);
  const everything = JSON.parse(shown(await (await download(person, 'json')).text()));
  expect(everything).toMatchObject({
    account: { time_zone: 'UTC', consents: [] },
    profiles: [{ time_zone: 'UTC', targets: null }, { targets: { kcal: 2000, sodium_mg: null } }],
    meals,
    activity: [activity],
    sleep: [sleep],
    wellbeing,
  });
  expect(everything.call_log.length).toBeGreaterThan(2);
  const archive = await (await download(person, 'csv')).arrayBuffer();
  const files = await filesOf(Buffer.from(archive));
  for (const file of Object.values(files)) shown(file);
  expect(rowsOf(files['meals.csv']).map(({ sugar_g, kcal }) => [sugar_g, kcal])).toEqual([
    ['4', '470'],
    ['4', '470'],
    ['', '470'],
    ['4', '470'],
  ]);
  expect(rowsOf(files['activity.csv'])).toMatchObject([{ steps: '8400', resting_hr: '' }]);
});
