import { describe, expect } from '@jest/globals';
import { deleteSleep, type SleepInput, setSleep } from 'shared/contract/operations/sleep.ts';
import { call, newConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';
import { expectProblem, expectRecord, expectSuccess } from './answers.ts';

const put = (token: string, day: string, body: unknown, query?: Record<string, string>) =>
  call('PUT', `/days/${day}/sleep`, { token, body, ...(query && { query }) });
const read = async (token: string, day: string) => (await call('GET', `/days/${day}`, { token })).body.sleep;

const minutes = [
  'in_bed_minutes',
  'asleep_minutes',
  'deep_minutes',
  'rem_minutes',
  'light_minutes',
  'awake_minutes',
] as const;
const allMinutes = (value: number) => Object.fromEntries(minutes.map((field) => [field, value]));

describe('a night', () => {
  proves(
    ['C3.sleep', 'S2.night', 'C1.null'],
    'is stored on the day of waking up, without a source if none was given',
    async () => {
      const { token } = await newConnection({ clientName: 'Ring bridge' });
      const stored = expectRecord(
        setSleep,
        await put(token, '2026-10-04', { bedtime: '23:40', wake_time: '07:15', score: null }),
      );
      expect(stored).toMatchObject({
        day: '2026-10-04',
        bedtime: '23:40',
        wake_time: '07:15',
        score: null,
        efficiency_pct: null,
        avg_hr: null,
        hrv_ms: null,
        source_app: null,
        confidence: null,
        client_name: 'Ring bridge',
      });
      for (const field of minutes) expect(stored[field]).toBeNull();
      expect(stored.id).toMatch(/^slp_/);
      expect(await read(token, '2026-10-04')).toEqual(stored);
      expect(await read(token, '2026-10-03')).toBeNull();
    },
  );

  proves(['C3.sleep'], 'is never updated before it was created', async () => {
    const { token } = await newConnection();
    const { id } = expectRecord(setSleep, await put(token, '2026-10-04', setSleep.example.body));
    const soon = new Date(Date.now() + 60_000);
    // As if the process that created it had a clock ahead of that which replaces it.
    await onDatabase((db) =>
      db
        .collection<{ _id: string }>('sleep')
        .updateOne({ _id: id }, { $set: { created_at: soon, updated_at: soon } }),
    );
    const replaced = expectRecord(setSleep, await put(token, '2026-10-04', { score: 50 }));
    expect(replaced).toMatchObject({ created_at: soon.toISOString(), updated_at: soon.toISOString() });
  });

  proves(['S4.replace', 'C3.sleep'], 'is replaced by any assistant, under the same id', async () => {
    const { token, email } = await newConnection();
    const other = await newConnection({ email, clientName: 'Second' });
    const first = expectRecord(setSleep, await put(token, '2026-10-04', setSleep.example.body));
    const replacement = { score: 50, source_app: 'Ring' };
    const second = expectRecord(setSleep, await put(other.token, '2026-10-04', replacement));
    const { id, profile_id, created_at } = first;
    expect(second).toMatchObject({
      id,
      profile_id,
      created_at,
      ...replacement,
      client_name: 'Second',
      bedtime: null,
      asleep_minutes: null,
    });
    expect(await read(token, '2026-10-04')).toEqual(second);
  });

  proves(['C3.sleep', 'S4.replace'], 'remains one record when set many times at once', async () => {
    const { token } = await newConnection();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, score) => put(token, '2026-10-04', { score })),
    );
    const ids = answers.map((answer) => expectRecord(setSleep, answer).id);
    expect(new Set(ids)).toEqual(new Set([(await read(token, '2026-10-04')).id]));
  });

  proves(['C1.deleted', 'C3.sleep'], 'of one profile is deleted once', async () => {
    const { token } = await newConnection();
    const { id: profile_id } = (await call('POST', '/profiles', { token, body: { name: 'Other' } })).body;
    const { id } = (await put(token, '2026-10-04', { score: 1 })).body;
    const others = expectRecord(setSleep, await put(token, '2026-10-04', { score: 2 }, { profile_id }));
    const deletion = () => call('DELETE', `/sleep/${id}`, { token });
    expect(expectSuccess(deleteSleep, await deletion())).toEqual({ deleted: true, id });
    expectProblem(await deletion(), 404, 'not_found');
    expect(await read(token, '2026-10-04')).toBeNull();
    const kept = await call('GET', '/days/2026-10-04', { token, query: { profile_id } });
    expect(kept.body.sleep).toEqual(others);
  });

  proves(['S2.sleep_bounds', 'S7.status'], 'keeps to its bounds', async () => {
    const { token } = await newConnection();
    const most: SleepInput = {
      bedtime: '23:59',
      wake_time: '19:00',
      ...allMinutes(1440),
      score: 100,
      efficiency_pct: 100,
      avg_hr: 250,
      hrv_ms: 500,
      source_app: 's'.repeat(80),
      confidence: 1,
    };
    const least: SleepInput = {
      bedtime: '00:00',
      wake_time: '00:00',
      ...allMinutes(0),
      score: 0,
      efficiency_pct: 0,
      avg_hr: 20,
      hrv_ms: 0,
      source_app: '',
      confidence: 0,
    };
    for (const body of [most, least])
      expect(expectRecord(setSleep, await put(token, '2026-10-04', body))).toMatchObject(body);

    const before = await read(token, '2026-10-04');
    const clocks = ['24:00', '23:60', '7:15', '07:15:00', '07.15', '7pm', '', ' 07:15', 715];
    const wrong: [string, unknown][] = [
      ...clocks.flatMap((time): [string, unknown][] => [
        ['bedtime', time],
        ['wake_time', time],
      ]),
      ...Object.entries(allMinutes(1441)),
      ...Object.entries(allMinutes(-1)),
      ...Object.entries(allMinutes(0.5)),
      ...Object.entries({
        score: 101,
        efficiency_pct: 100.1,
        avg_hr: 251,
        hrv_ms: 500.5,
        source_app: 's'.repeat(81),
        confidence: -1,
      }),
      ...Object.entries({ score: 50.5, efficiency_pct: -1, avg_hr: 19, hrv_ms: -1, profile_id: 'x' }),
    ];
    for (const [field, value] of wrong)
      expectProblem(
        await put(token, '2026-10-04', { [field]: value }),
        400,
        'validation_failed',
        `/${field}`,
      );
    expect(await read(token, '2026-10-04')).toEqual(before);
  });
});
