import { describe, expect } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { item, meal } from '../rest/samples.ts';
import { callLogOf, onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { callAs, newPerson, type Person } from './diary-person.ts';
import { download, downloadJson, filesOf, rowsOf } from './download-files.ts';
import { open, postAs } from './steps.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document's records, walked by name
type Json = any;

const DAY = '2026-10-04';

/** No import brought it. */
const asDownloaded = (record: Json): Json => ({ ...record, import_id: null });

const FULL_MEAL = {
  meal_type: 'lunch',
  eaten_at: `${DAY}T13:05:00+02:00`,
  description: 'Lentil soup, "grandmother\'s"\r\nwith bread; and –1 egg',
  items: [
    {
      ...item,
      name: 'Soup',
      description: 'red',
      portion: 'a bowl',
      weight_g: 350.5,
      fiber_g: 8,
      confidence: 0.8,
    },
    { ...item, name: 'Хлеб', sugar_g: 2, sodium_mg: 300 },
  ],
  model: 'model-1',
  confidence: 0.7,
  notes: 'Ate late',
};

/** Everything that an assistant can record of a day and that the person can set, in two profiles. */
const recordEverything = async (person: Person): Promise<void> => {
  await postAs(person, '/account/profiles', { action: 'save', kcal: '2000', fat_g: '72.5' });
  const second = await callAs(person, 'POST', '/profiles', { name: 'Second' });
  for (const profile_id of [undefined, second.id]) {
    const of = profile_id ? `?profile_id=${profile_id}` : '';
    await callAs(person, 'POST', '/meals', { ...FULL_MEAL, profile_id });
    await callAs(person, 'POST', '/meals', { ...meal, eaten_at: `${DAY}T08:00:00+02:00`, profile_id });
    const workouts = [{ type: 'Running', minutes: 35, kcal: 320.5 }, { type: 'Yoga' }];
    await callAs(person, 'PUT', `/days/${DAY}/activity${of}`, { steps: 1, source_app: '=1+1' });
    await callAs(person, 'PUT', `/days/${DAY}/activity${of}`, { steps: 8400, distance_km: 6.1, workouts });
    await callAs(person, 'PUT', `/days/${DAY}/sleep${of}`, { bedtime: '23:10', score: 84, hrv_ms: 41.5 });
    await callAs(person, 'POST', '/wellbeing', {
      profile_id,
      text: 'Tired, but calm',
      recorded_at: `${DAY}T21:00:00+02:00`,
      statements: [{ kind: 'feeling', text: 'tired', when: 'evening' }],
      links: [{ did: 'walked', felt: 'calm', quote: 'calm after the walk' }],
      language: 'en',
    });
  }
  await callAs(person, 'POST', '/share-links', { profile_id: second.id, expires_in_days: 7 });
};

/** Waits until the call log has all calls of the person's assistant, of which the last one lists the links. */
const settleCallLog = (person: Person) =>
  eventually(
    async () =>
      (await callLogOf(person.account.id)).some(({ operation }) => operation === 'list_share_links'),
    'the calls to be logged',
  );

describe('the download of everything as JSON', () => {
  proves(['C8.download', 'H18'], 'contains everything, each record as the API returns it', async () => {
    const person = await newPerson({ timeZone: 'Europe/Madrid' });
    await recordEverything(person);
    const { profiles } = await callAs(person, 'GET', '/profiles');
    const read = (path: string) =>
      Promise.all(
        profiles.map(({ id }: { id: string }) => callAs(person, 'GET', `${path}?profile_id=${id}`)),
      );
    const days = await read(`/days/${DAY}`);
    const { tokens } = await callAs(person, 'GET', '/tokens');
    const { share_links } = await callAs(person, 'GET', '/share-links');
    await settleCallLog(person);

    const answer = await download(person, 'json');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="diary-[\d-]{10}\.json"$/,
    );
    const text = await answer.text();
    const { call_log, generated_at, versions, ...everything } = JSON.parse(text);
    expect(Date.now() - Date.parse(generated_at)).toBeLessThan(60_000);
    const account = await onDatabase((db) =>
      db.collection('accounts').findOne({ _id: person.account.id as never }),
    );
    const sessions = await onDatabase((db) =>
      db.collection('sessions').find({ account_id: person.account.id }).toArray(),
    );
    expect(sessions).toHaveLength(1);
    expect(everything).toEqual({
      schema_version: 1,
      account: {
        ...person.account,
        time_zone: 'Europe/Madrid',
        created_at: account?.created_at.toISOString(),
        consents: [{ terms_version: expect.any(String), at: expect.any(String) }],
        sessions: sessions.map(({ browser, network, created_at, last_used_at }) => ({
          browser,
          network,
          created_at: created_at.toISOString(),
          last_used_at: last_used_at.toISOString(),
        })),
      },
      assistants: tokens.map(({ current, last_used_at, expires_at, ...token }: Record<string, unknown>) => ({
        ...token,
        last_used_at: expect.any(String),
        expires_at: expect.any(String),
      })),
      share_links: share_links.map(({ url, ...link }: { url: string }) => link),
      kept_links: [],
      profiles: profiles.map((profile: object, index: number) => ({
        ...profile,
        targets: days[index].targets,
      })),
      meals: days.flatMap(({ meals }) => meals.map(asDownloaded)),
      activity: days.map(({ activity }) => asDownloaded(activity)),
      sleep: days.map(({ sleep }) => asDownloaded(sleep)),
      wellbeing: days.flatMap(({ wellbeing }) => wellbeing.map(asDownloaded)),
    });
    expect(everything.meals).toHaveLength(4);
    expect(versions).toEqual(
      days.map(({ activity }) => ({
        at: activity.updated_at,
        kind: 'activity',
        record_id: activity.id,
        profile_id: activity.profile_id,
        day: DAY,
        action: 'replaced',
        version: 2,
        by: activity.updated_by,
        title: 'activity: 8,400 steps, running, yoga',
        ended: expect.objectContaining({ id: activity.id, version: 1, steps: 1, workouts: [] }),
      })),
    );
    const logged = await callLogOf(person.account.id);
    expect(call_log).toEqual(
      expect.arrayContaining(
        logged.map(({ _id, account_id, at, ...call }) => ({ ...call, at: at.toISOString() })),
      ),
    );
    // It contains no credential.
    for (const secret of [person.token, person.cookie.split('=')[1] ?? '', sessions[0]?.secret_hash])
      expect(text).not.toContain(secret);
    for (const { url } of share_links) expect(text).not.toContain(new URL(url).pathname.slice(3));
  });

  proves(['C8.download'], 'contains every text as it was sent', async () => {
    const person = await newPerson();
    const texts = ['=1+1', "'quoted'", '\u2028 \u202e עברית 🙂', '</script>', '"\\'];
    for (const text of texts) await callAs(person, 'POST', '/wellbeing', { text });
    const { wellbeing } = await downloadJson(person);
    expect(wellbeing.map(({ text }: { text: string }) => text).sort()).toEqual([...texts].sort());
  });

  proves(['C8.download'], 'has an assistant whose name has a line separator', async () => {
    const clientName = 'Kitchen\u2028assistant';
    const person = await newPerson({ clientName });
    expect((await open('/report', person)).status).toBe(200);
    expect((await downloadJson(person)).assistants).toMatchObject([{ client_name: clientName }]);
  });

  proves(['C8.download'], 'is complete while records are written', async () => {
    const person = await newPerson();
    const acknowledged: string[] = [];
    let stopped = false;
    const write = async () => {
      // Fewer than the write limit of a connection.
      while (!stopped && acknowledged.length < 50)
        acknowledged.push((await callAs(person, 'POST', '/meals', meal)).id);
    };
    const writing = write();
    await eventually(() => acknowledged.length > 0, 'the first meal');
    for (let times = 0; times < 5; times += 1) {
      const before = [...acknowledged];
      const ids = (await downloadJson(person)).meals.map(({ id }: { id: string }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(expect.arrayContaining(before));
    }
    stopped = true;
    await writing;
    expect((await downloadJson(person)).meals).toHaveLength(acknowledged.length);
  });
});

describe('the download of everything as CSV', () => {
  /** A record's row: what is unknown is empty, who changed it takes two columns, what is a list or another object is elsewhere. */
  const cellsOf = ({ updated_by, ...record }: Json): Json =>
    Object.fromEntries(
      Object.entries({
        ...record,
        ...(updated_by !== undefined && {
          updated_by: updated_by?.by ?? null,
          updated_by_client_name: updated_by?.client_name ?? null,
        }),
      })
        .filter(([name, value]) => name !== 'targets' && (value === null || typeof value !== 'object'))
        .map(([name, value]) => [name, String(value ?? '')]),
    );
  const heldBy = (records: Json[], list: string, id: string): Json[] =>
    records.flatMap(({ id: record, profile_id, day, ...rest }) =>
      rest[list].map((one: object) => ({ [id]: record, profile_id, day, ...one })),
    );

  proves(['C8.download'], 'has a file per kind, with the data of the JSON', async () => {
    const person = await newPerson();
    await recordEverything(person);
    await callAs(person, 'GET', '/share-links');
    await settleCallLog(person);
    const answer = await download(person, 'csv');
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="diary-[\d-]{10}\.zip"$/,
    );
    const files = await filesOf(Buffer.from(await answer.arrayBuffer()));
    const {
      account,
      assistants,
      share_links,
      profiles,
      meals,
      activity,
      sleep,
      wellbeing,
      versions,
      call_log,
    } = await downloadJson(person);
    const expected: Record<string, Json[]> = {
      'account.csv': [account],
      'consents.csv': account.consents,
      'sessions.csv': account.sessions,
      'assistants.csv': assistants.map((one: Json) => ({ ...one, scopes: one.scopes.join(' ') })),
      'share_links.csv': share_links.map((link: { shows: string[] }) => ({
        ...link,
        shows: link.shows.join(' '),
      })),
      'kept_links.csv': [],
      'profiles.csv': profiles,
      'targets.csv': [{ profile_id: profiles[0].id, ...profiles[0].targets }],
      'meals.csv': meals.map(({ totals, ...meal }: Json) => ({ ...totals, ...meal })),
      'meal_items.csv': heldBy(meals, 'items', 'meal_id'),
      'activity.csv': activity,
      'workouts.csv': heldBy(activity, 'workouts', 'activity_id'),
      'sleep.csv': sleep,
      'wellbeing.csv': wellbeing,
      'wellbeing_statements.csv': heldBy(wellbeing, 'statements', 'note_id'),
      'wellbeing_links.csv': heldBy(wellbeing, 'links', 'note_id'),
      'versions.csv': versions.map(({ by, ended, ...version }: Json) => ({
        ...version,
        by: by.by,
        by_client_name: by.client_name,
        // A formula could begin after a quotation mark, too.
        ended: JSON.stringify(ended).replace('"=1', '"\'=1'),
      })),
      'call_log.csv': call_log,
    };
    expect(Object.keys(files)).toEqual(Object.keys(expected));
    for (const [name, csv] of Object.entries(files))
      expect([name, rowsOf(csv)]).toEqual([name, expected[name]?.map(cellsOf)]);
    expect(rowsOf(files['meals.csv'])[1]).toMatchObject({
      description: FULL_MEAL.description,
      fiber_g: '8',
      sugar_g: '2',
      notes: 'Ate late',
    });
  });

  proves(['C8.download'], 'keeps a text of several lines in one row for any reader', async () => {
    const person = await newPerson();
    for (const text of ['one\ntwo', 'one\rtwo', 'one\r\ntwo'])
      await callAs(person, 'POST', '/wellbeing', { text });
    const files = await filesOf(Buffer.from(await (await download(person, 'csv')).arrayBuffer()));
    // Spreadsheets begin a row at any line break that is not quoted; `rowsOf` only at CRLF.
    const rows = parse(files['wellbeing.csv'] ?? '', {
      bom: true,
      columns: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    });
    expect(rows).toMatchObject([{ text: 'one\ntwo' }, { text: 'one\rtwo' }, { text: 'one\r\ntwo' }]);
  });

  proves(['C8.download_safe'], 'contains no formula, wherever one could hide', async () => {
    const formulas = [
      '=1+1',
      '+1',
      '-1+1',
      '@SUM(A1)',
      '\t=1+1',
      ' =1+1',
      'x;=cmd()',
      'x\r\n=1',
      '"=1',
      '＝1',
    ];
    const person = await newPerson({ clientName: '=HYPERLINK("//evil.example")' });
    await postAs(person, '/account/profiles', { action: 'save', name: '=1+1' });
    for (const text of formulas) {
      const note = {
        text,
        statements: [{ kind: 'other', text, when: text }],
        links: [{ did: text, felt: text, quote: text }],
      };
      await callAs(person, 'POST', '/wellbeing', note);
      await callAs(person, 'POST', '/meals', { ...meal, description: text, notes: text, model: text });
    }
    const files = await filesOf(Buffer.from(await (await download(person, 'csv')).arrayBuffer()));
    for (const csv of Object.values(files)) {
      const texts = rowsOf(csv).flatMap((row) => Object.values(row));
      // However a spreadsheet splits the text into cells, none starts a formula.
      const cells = texts.flatMap((text) => text.split(/[;,\t\r\n"|]/).map((cell) => cell.trim()));
      expect(cells.filter((cell) => /^[=+\-@＝]/.test(cell))).toEqual([]);
    }
    expect(rowsOf(files['wellbeing.csv']).map(({ text }) => text)).toContain("'=1+1");
  });
});

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
    const { wellbeing = [] } = await sheetsOf(person);
    expect(wellbeing.map(({ text }) => text).toSorted()).toEqual(texts.toSorted());
    const parts = await filesOf(Buffer.from(await (await download(person, 'xlsx')).arrayBuffer()));
    for (const xml of Object.values(parts)) expect(xml).not.toContain('<f>');
  });
});
