import { describe, expect } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { meal } from '../rest/samples.ts';
import { callLogOf, onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { callAs, newPerson } from './diary-person.ts';
import { download, downloadJson, filesOf, rowsOf } from './download-files.ts';
import { DAY, FULL_MEAL, recordEverything, settleCallLog } from './record-everything.ts';
import { open, postAs } from './steps.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document's records, walked by name
type Json = any;

/** No import brought it. */
const asDownloaded = (record: Json): Json => ({ ...record, import_id: null });

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
