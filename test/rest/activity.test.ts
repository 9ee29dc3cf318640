import { describe, expect } from '@jest/globals';
import { type ActivityInput, deleteActivity, setActivity } from 'shared/contract/operations/activity.ts';
import { call, newConnection } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { expectProblem, expectRecord, expectSuccess } from './answers.ts';

const put = (token: string, day: string, body: unknown, query?: Record<string, string>) =>
  call('PUT', `/days/${day}/activity`, { token, body, ...(query && { query }) });
const read = async (token: string, day: string) =>
  (await call('GET', `/days/${day}`, { token })).body.activity;

const nothing = {
  steps: null,
  active_kcal: null,
  total_kcal: null,
  distance_km: null,
  exercise_minutes: null,
  resting_hr: null,
  confidence: null,
};

describe("a day's activity", () => {
  proves(
    ['C3.activity', 'S2.source_app', 'C1.null'],
    'shows what was recorded, with the assistant as its source',
    async () => {
      const { token } = await newConnection({ clientName: 'Watch bridge' });
      const workouts = [
        { type: 'Running', minutes: 35, kcal: 320.5 },
        { type: 'Yoga' },
        { type: 'Walk', minutes: null, kcal: null },
      ];
      const stored = expectRecord(
        setActivity,
        await put(token, '2026-10-04', { steps: 8400, total_kcal: null, source_app: null, workouts }),
      );
      expect(stored).toMatchObject({
        ...nothing,
        day: '2026-10-04',
        steps: 8400,
        workouts: [workouts[0], { type: 'Yoga', minutes: null, kcal: null }, workouts[2]],
        source_app: 'Watch bridge',
        client_name: 'Watch bridge',
      });
      expect(stored.id).toMatch(/^act_/);
      expect(await read(token, '2026-10-04')).toEqual(stored);
      const sourced = expectRecord(setActivity, await put(token, '2026-10-04', { source_app: 'Health' }));
      expect(sourced).toMatchObject({ source_app: 'Health', client_name: 'Watch bridge' });
    },
  );

  proves(['S4.replace', 'C3.activity'], 'is replaced by any assistant, under the same id', async () => {
    const { token, email } = await newConnection({ clientName: 'First' });
    const other = await newConnection({ email, clientName: 'Second' });
    const first = expectRecord(setActivity, await put(token, '2026-10-04', setActivity.example.body));
    const second = expectRecord(setActivity, await put(other.token, '2026-10-04', { active_kcal: 12.5 }));
    const { id, profile_id, created_at } = first;
    expect(second).toMatchObject({ ...nothing, active_kcal: 12.5, workouts: [], id, profile_id, created_at });
    expect([first.client_name, second.client_name]).toEqual(['First', 'Second']);
    expect(Date.parse(second.updated_at)).toBeGreaterThanOrEqual(Date.parse(first.updated_at));
    const emptied = expectRecord(setActivity, await put(token, '2026-10-04', {}));
    expect(emptied).toMatchObject({ ...nothing, id, created_at });
    expect(await read(token, '2026-10-04')).toEqual(emptied);
  });

  proves(['C10.unchanged'], 'is the same with a zero that has a sign, as JSON can have', async () => {
    const { token } = await newConnection();
    const zeros = { steps: 0, distance_km: 0, workouts: [{ type: 'Rest', kcal: 0 }], confidence: 0 };
    const first = expectRecord(setActivity, await put(token, '2026-10-04', zeros));
    const signed = JSON.stringify(zeros).replaceAll(':0', ':-0');
    expect(expectRecord(setActivity, await put(token, '2026-10-04', signed))).toEqual(first);
  });

  proves(['C3.activity', 'S4.replace'], 'remains one record when set many times at once', async () => {
    const { token } = await newConnection();
    const counts = Array.from({ length: 20 }, (_, steps) => steps);
    const answers = await Promise.all(counts.map((steps) => put(token, '2026-10-04', { steps })));
    const bodies = answers.map((answer) => expectRecord(setActivity, answer));
    expect(bodies.map((body) => body.steps)).toEqual(counts);
    expect(new Set(bodies.map((body) => `${body.id} ${body.created_at}`)).size).toBe(1);
    expect(bodies).toContainEqual(await read(token, '2026-10-04'));
  });

  proves(['C3.activity', 'C1.deleted'], 'belongs to a day of one profile, and is deleted once', async () => {
    const { token } = await newConnection();
    const { id: profile_id } = (await call('POST', '/profiles', { token, body: { name: 'Other' } })).body;
    const first = expectRecord(setActivity, await put(token, '2026-10-04', { steps: 1 }));
    const others = expectRecord(setActivity, await put(token, '2026-10-04', { steps: 2 }, { profile_id }));
    const nextDay = expectRecord(setActivity, await put(token, '2026-10-05', { steps: 3 }));
    expect(new Set([first.id, others.id, nextDay.id]).size).toBe(3);

    const deletion = () => call('DELETE', `/activity/${first.id}`, { token });
    expect(expectSuccess(deleteActivity, await deletion())).toEqual({ deleted: true, id: first.id });
    expectProblem(await deletion(), 404, 'not_found');
    expect(await read(token, '2026-10-04')).toBeNull();
    expect(await read(token, '2026-10-05')).toEqual(nextDay);
    const kept = await call('GET', '/days/2026-10-04', { token, query: { profile_id } });
    expect(kept.body.activity).toEqual(others);
    const recreated = expectRecord(setActivity, await put(token, '2026-10-04', { steps: 4 }));
    expect(recreated.id).not.toBe(first.id);
  });

  proves(['S2.activity_bounds', 'S7.status', 'C1.visible'], 'keeps to its bounds', async () => {
    const { token } = await newConnection();
    const workout = { type: '\u{1F3C3}'.repeat(80), minutes: 1440, kcal: 20_000 };
    const most: ActivityInput = {
      steps: 200_000,
      active_kcal: 20_000,
      total_kcal: 20_000,
      distance_km: 1000,
      exercise_minutes: 1440,
      resting_hr: 250,
      workouts: Array(30).fill(workout),
      source_app: 's'.repeat(80),
      confidence: 1,
    };
    const least: ActivityInput = {
      steps: 0,
      active_kcal: 0,
      total_kcal: 0,
      distance_km: 0,
      exercise_minutes: 0,
      resting_hr: 20,
      workouts: [],
      confidence: 0,
    };
    for (const body of [most, least])
      expect(expectRecord(setActivity, await put(token, '2026-10-04', body))).toMatchObject(body);

    const before = await read(token, '2026-10-04');
    const wrong: [string, unknown][] = [
      ...Object.entries({
        steps: 200_001,
        active_kcal: 20_001,
        total_kcal: 20_001,
        distance_km: 1000.1,
        exercise_minutes: 1441,
        resting_hr: 251,
      }),
      ...Object.entries({
        steps: -1,
        active_kcal: -1,
        total_kcal: -1,
        distance_km: -0.1,
        exercise_minutes: -1,
        resting_hr: 19,
        confidence: 2,
      }),
      ...Object.entries({
        steps: 1.5,
        exercise_minutes: 0.5,
        resting_hr: 60.5,
        workouts: Array(31).fill(workout),
        source_app: 's'.repeat(81),
        weight_g: 1,
      }),
    ];
    for (const [field, value] of wrong)
      expectProblem(
        await put(token, '2026-10-04', { [field]: value }),
        400,
        'validation_failed',
        `/${field}`,
      );
    const wrongWorkouts: [string, unknown][] = [
      ...['', ' ', '\u200B', 't'.repeat(81)].map((type): [string, unknown] => ['type', type]),
      ...Object.entries({ minutes: 1441, kcal: 20_001, pace: 5 }),
    ];
    for (const [field, value] of wrongWorkouts) {
      const answer = await put(token, '2026-10-04', { workouts: [{ ...workout, [field]: value }] });
      expectProblem(answer, 400, 'validation_failed', `/workouts/0/${field}`);
    }
    expectProblem(
      await put(token, '2026-10-04', { workouts: [{ minutes: 3 }] }),
      400,
      'validation_failed',
      '/workouts/0/type',
    );
    expect(await read(token, '2026-10-04')).toEqual(before);
  });
});
