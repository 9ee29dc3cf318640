import { describe, expect } from '@jest/globals';
import { meal } from '../rest/samples.ts';
import { call, newConnection } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { callTool } from './mcp-client.ts';

const DAY = '2026-10-04';

/** The result of a tool that succeeds, and its `_meta`. */
const succeed = async (name: string, args: Record<string, unknown>, token: string) => {
  const { result } = (await callTool(name, args, { token })).body;
  if (result.isError) throw new Error(result.content[0].text);
  return { record: result.structuredContent, meta: result._meta };
};

/** The problem of a tool that refuses. */
const refusalOf = async (name: string, args: Record<string, unknown>, token: string) => {
  const { result } = (await callTool(name, args, { token })).body;
  expect(result.isError).toBe(true);
  return JSON.parse(result.content[0].text);
};

describe('corrections by tools', () => {
  proves(['C6.merge'], 'merge keeps what is not named, and without it the day is replaced', async () => {
    const { token } = await newConnection();
    const workouts = [{ type: 'Walk' }];
    await succeed('set_activity', { day: DAY, steps: 8000, workouts }, token);
    const more = { day: DAY, merge: true, resting_hr: 52, add_workouts: [{ type: 'Yoga' }] };
    const merged = (await succeed('set_activity', more, token)).record;
    expect(merged).toMatchObject({ version: 2, steps: 8000, resting_hr: 52 });
    expect(merged.workouts.map(({ type }: { type: string }) => type)).toEqual(['Walk', 'Yoga']);
    const cleared = (await succeed('set_activity', { day: DAY, merge: true, clear: ['steps'] }, token))
      .record;
    expect(cleared).toMatchObject({ version: 3, steps: null, resting_hr: 52 });
    const replaced = (await succeed('set_activity', { day: DAY, steps: 1 }, token)).record;
    expect(replaced).toMatchObject({ version: 4, steps: 1, resting_hr: null, workouts: [] });
    for (const beside of [{ clear: ['steps'] }, { add_workouts: workouts, merge: false }]) {
      const { issues } = await refusalOf('set_activity', { day: DAY, steps: 2, ...beside }, token);
      expect(issues[0].message).toContain('merge: true');
    }
    const night = { day: DAY, merge: true, score: 80 };
    expect((await succeed('set_sleep', night, token)).record).toMatchObject({ version: 1, score: 80 });
  });

  proves(['C6.report'], 'a report is of a period or of a range', async () => {
    const { token } = await newConnection();
    const range = { from: DAY, to: '2026-10-17' };
    expect((await succeed('get_report', range, token)).record).toMatchObject({ period: 'range', ...range });
    for (const args of [{}, { period: 'daily', ...range }, { from: DAY }])
      expect(await refusalOf('get_report', args, token)).toMatchObject({ code: 'validation_failed' });
  });

  proves(['C6.if_version'], 'what has another version by now is left as it is', async () => {
    const { token } = await newConnection();
    const { id } = (await succeed('log_meal', meal, token)).record;
    expect((await succeed('update_meal', { id, notes: 'One', if_version: 1 }, token)).record.version).toBe(2);
    for (const [name, args] of [
      ['update_meal', { id, notes: 'Two' }],
      ['delete_record', { kind: 'meal', id }],
      ['restore_record', { id }],
    ] as const) {
      const problem = await refusalOf(name, { ...args, if_version: 1 }, token);
      expect([name, problem.code, problem.detail]).toEqual([
        name,
        'version_conflict',
        expect.stringContaining('2'),
      ]);
    }
  });

  proves(['C7.mcp_keys'], 'a key of a correction means the same over REST and MCP', async () => {
    const { token } = await newConnection();
    const { id } = (await succeed('log_meal', meal, token)).record;
    const double = { multiply: 2 };
    const headers = { 'idempotency-key': 'double-it' };
    const { body } = await call('PATCH', `/meals/${id}`, { token, body: double, headers });
    const again = await succeed('update_meal', { id, ...double, idempotency_key: 'double-it' }, token);
    expect(again).toMatchObject({ record: body, meta: { 'idempotency-replayed': true } });
    await succeed('delete_record', { kind: 'meal', id }, token);
    const { meta } = await succeed('update_meal', { id, ...double, idempotency_key: 'double-it' }, token);
    expect(meta).toEqual({ 'idempotency-replayed': true, 'idempotency-record-deleted': true });
  });
});
