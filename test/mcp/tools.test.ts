import { describe, expect } from '@jest/globals';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { problem } from 'shared/contract/problem.ts';
import { TOOLS } from 'shared/documents/tools.ts';
import { clockIn, item, meal, zoneOfAnotherDay } from '../rest/samples.ts';
import { call, newConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';
import { CLIENTS, callTool, refusalIn } from './mcp-client.ts';

const NAMES = [
  'log_meal',
  'list_meals',
  'get_day',
  'list_days',
  'set_activity',
  'set_sleep',
  'add_wellbeing_note',
  'delete_record',
  'get_report',
  'list_share_links',
  'create_share_link',
  'revoke_share_link',
  'list_profiles',
  'create_profile',
  'whoami',
  'update_meal',
  'update_wellbeing_note',
  'copy_meal',
  'find_foods',
  'list_changes',
  'restore_record',
];
const READ_ONLY = [
  'list_meals',
  'get_day',
  'list_days',
  'get_report',
  'list_share_links',
  'list_profiles',
  'whoami',
  'find_foods',
  'list_changes',
];
const CORRECTS = ['set_activity', 'set_sleep', 'update_meal', 'update_wellbeing_note', 'restore_record'];
const TAKES_AWAY = [...CORRECTS, 'delete_record', 'revoke_share_link'];
const CREATES = ['log_meal', 'add_wellbeing_note', 'create_share_link', 'create_profile', 'copy_meal'];
const TAKES_KEY = [...CREATES, ...CORRECTS, 'delete_record'];
const TAKES_VERSION = [...CORRECTS, 'delete_record'];
const DAY = '2026-10-04';

const ajv = addFormats.default(new Ajv2020({ strict: false }));

describe.each(Object.entries(CLIENTS))('%s', (_name, connect) => {
  proves(['S4.tools', 'C6.list', 'C6.versions'], 'lists the tools with their descriptions', async () => {
    const { token } = await newConnection({ scopes: ['records:read'] });
    const client = await connect(token);
    expect(client.getInstructions()).toContain('/connect.md');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(NAMES);
    for (const { name, title, description, annotations, inputSchema, outputSchema } of tools) {
      expect(title).toMatch(/^[A-Z][a-z' ]+$/);
      expect(description?.length).toBeGreaterThan(80);
      expect(annotations).toEqual({
        title,
        readOnlyHint: READ_ONLY.includes(name),
        destructiveHint: TAKES_AWAY.includes(name),
        idempotentHint: ![...CREATES, ...CORRECTS].includes(name),
        openWorldHint: name === 'create_share_link',
      });
      expect([name, 'idempotency_key' in (inputSchema.properties ?? {})]).toEqual([
        name,
        TAKES_KEY.includes(name),
      ]);
      expect([name, 'if_version' in (inputSchema.properties ?? {})]).toEqual([
        name,
        TAKES_VERSION.includes(name),
      ]);
      for (const schema of [inputSchema, outputSchema])
        expect([name, schema?.type, ajv.validateSchema((schema ?? {}) as AnySchema)]).toEqual([
          name,
          'object',
          true,
        ]);
      const example = /\nExample: (.*)$/.exec(description ?? '')?.[1];
      if (example)
        expect([name, ajv.validate(inputSchema as AnySchema, JSON.parse(example))]).toEqual([name, true]);
      else expect(inputSchema.properties).toEqual({});
    }
    await client.close();
  });

  proves(['S4.tools', 'C6.result', 'C6.input'], 'uses every tool, with the results of REST', async () => {
    const { token } = await newConnection();
    const client = await connect(token);
    const { tools } = await client.listTools();
    const used: string[] = [];
    const run = async (name: string, args: Record<string, unknown> = {}) => {
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
      expect([name, isError ?? false, content]).toEqual([
        name,
        false,
        [{ type: 'text', text: JSON.stringify(structuredContent) }],
      ]);
      const outputSchema = tools.find((tool) => tool.name === name)?.outputSchema;
      const validate = ajv.compile(outputSchema as AnySchema);
      expect([name, validate(structuredContent), validate.errors]).toEqual([name, true, null]);
      used.push(name);
      // biome-ignore lint/suspicious/noExplicitAny: its shape was just checked
      return structuredContent as any;
    };
    const rest = async (path: string) => (await call('GET', path, { token })).body;
    const expectSame = async (name: string, args: Record<string, unknown>, path: string) =>
      expect(await run(name, args)).toEqual(await rest(path));

    const { now: _now, ...me } = await run('whoami');
    expect(await rest('/me')).toMatchObject(me);
    await expectSame('list_profiles', {}, '/profiles');
    const child = await run('create_profile', { name: 'Child' });
    const logged = await run('log_meal', { ...meal, eaten_at: `${DAY}T13:05:00+02:00` });
    await run('log_meal', { ...meal, eaten_at: `${DAY}T13:05:00+02:00`, profile_id: child.id });
    const activity = await run('set_activity', { day: DAY, steps: 8400 });
    const sleep = await run('set_sleep', { day: DAY, bedtime: '23:40', asleep_minutes: 421 });
    const note = await run('add_wellbeing_note', { text: 'Fine.', recorded_at: `${DAY}T21:00:00+02:00` });

    await expectSame('list_meals', { day: DAY }, `/meals?day=${DAY}`);
    await expectSame('get_day', { day: DAY }, `/days/${DAY}`);
    await expectSame('get_day', { day: DAY, profile_id: child.id }, `/days/${DAY}?profile_id=${child.id}`);
    await expectSame('list_days', { from: DAY, to: DAY }, `/days?from=${DAY}&to=${DAY}`);
    const { generated_at: _, ...report } = await run('get_report', { period: 'monthly' });
    expect(await rest('/reports/monthly')).toMatchObject(report);

    const corrected = await run('update_meal', { id: logged.id, multiply: 2 });
    expect(corrected.totals.kcal).toBe(2 * logged.totals.kcal);
    expect((await run('update_wellbeing_note', { id: note.id, text: 'Good.' })).text).toBe('Good.');
    const { meals: copies } = await run('copy_meal', { id: logged.id, days: ['2026-10-05'] });
    expect(copies).toMatchObject([{ day: '2026-10-05', copied_from: logged.id }]);
    await expectSame(
      'find_foods',
      { query: meal.items[0]?.name.slice(0, 3) },
      `/foods?q=${meal.items[0]?.name.slice(0, 3)}`,
    );
    await expectSame('list_changes', { limit: 1 }, '/changes?limit=1');
    expect((await run('restore_record', { id: logged.id })).totals).toEqual(logged.totals);
    expect(await run('restore_record', { id: logged.id, version: 2 })).toMatchObject({
      totals: corrected.totals,
      version: 4,
    });
    const { generated_at: __, ...ofRange } = await run('get_report', { from: DAY, to: '2026-10-05' });
    expect(await rest(`/reports?from=${DAY}&to=2026-10-05`)).toMatchObject(ofRange);

    for (const [kind, { id }] of Object.entries({ meal: logged, activity, sleep, wellbeing: note }))
      expect(await run('delete_record', { kind, id })).toEqual({ deleted: true, id });
    expect(await rest(`/days/${DAY}`)).toMatchObject({
      meals: [],
      activity: null,
      sleep: null,
      wellbeing: [],
    });

    const link = await run('create_share_link', { expires_in_days: 30 });
    await expectSame('list_share_links', {}, '/share-links');
    expect(await run('revoke_share_link', { id: link.id })).toEqual({ revoked: true, id: link.id });
    expect([...new Set(used)].toSorted()).toEqual(NAMES.toSorted());
    await client.close();
  });

  proves(['C6.refusal', 'H6'], 'gets a refusal as a result that says what to correct', async () => {
    const { token } = await newConnection();
    const client = await connect(token);
    // A client that knows the outputSchema validates results against it.
    await client.listTools();
    const refused = await client.callTool({ name: 'log_meal', arguments: { ...meal, meal_type: 'brunch' } });
    expect([refused.isError, 'structuredContent' in refused]).toEqual([true, false]);
    const [content] = refused.content as { text: string }[];
    expect(problem.parse(JSON.parse(content?.text ?? ''))).toMatchObject({
      status: 400,
      code: 'validation_failed',
      issues: [{ pointer: '/meal_type' }],
    });
    await expect(client.callTool({ name: 'log_dream', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    });
    await client.close();
  });
});

describe('the input of a tool', () => {
  proves(['C6.input'], "without a day means today in the profile's time zone", async () => {
    const timeZone = zoneOfAnotherDay();
    const { token } = await newConnection({ timeZone });
    const today = clockIn(timeZone).slice(0, 10);
    for (const [name, args] of Object.entries({
      get_day: {},
      list_meals: { day: null },
      set_activity: { steps: 1 },
      set_sleep: { day: null, profile_id: null },
    })) {
      const answer = await callTool(name, args, { token });
      expect([name, answer.body.result.structuredContent.day]).toEqual([name, today]);
    }
    const { id: profile_id } = (await call('POST', '/profiles', { token, body: { name: 'Elsewhere' } })).body;
    const elsewhere = { $set: { time_zone: 'UTC' } };
    await onDatabase((db) => db.collection('profiles').updateOne({ _id: profile_id }, elsewhere));
    const there = await callTool('get_day', { profile_id }, { token });
    expect(there.body.result.structuredContent.day).toBe(clockIn('UTC').slice(0, 10));
    const unknown = await callTool('get_day', { profile_id: 'prof_unknown' }, { token });
    expect(refusalIn(unknown)).toMatchObject({
      status: 404,
      code: 'not_found',
      detail: expect.stringContaining('profile_id'),
    });
  });

  proves(['C6.input'], 'names the profile that is written to', async () => {
    const { token } = await newConnection();
    const { id: profile_id } = (await call('POST', '/profiles', { token, body: { name: 'Child' } })).body;
    for (const [name, args] of Object.entries({
      log_meal: meal,
      set_activity: { steps: 1 },
      set_sleep: { score: 1 },
      add_wellbeing_note: { text: 'Fine.' },
    })) {
      const { body } = await callTool(name, { ...args, profile_id }, { token });
      expect([name, body.result.structuredContent?.profile_id]).toEqual([name, profile_id]);
    }
  });

  proves(['C6.input', 'C6.refusal', 'H6'], 'is refused where REST refuses it', async () => {
    const { token } = await newConnection();
    const refusals: [string, Record<string, unknown>, number, string, string?][] = [
      ['log_meal', { ...meal, items: [{ ...item, kcal: -1 }] }, 400, 'validation_failed', '/items/0/kcal'],
      ['log_meal', { ...meal, mood: 'good' }, 400, 'validation_failed', '/mood'],
      ['log_meal', { ...meal, idempotency_key: 'ключ' }, 400, 'validation_failed', '/idempotency_key'],
      ['get_day', { day: '2026-02-29' }, 400, 'validation_failed', '/day'],
      ['get_day', { day: ['2026-10-04'] }, 400, 'validation_failed', '/day'],
      ['whoami', { id: 'x' }, 400, 'validation_failed', '/id'],
      ['delete_record', { kind: 'profile', id: 'x' }, 400, 'validation_failed', '/kind'],
      ['delete_record', { kind: 'meal', id: '../profiles' }, 404, 'not_found'],
      ['get_report', { period: 'yearly' }, 400, 'validation_failed', '/period'],
      ['get_report', {}, 400, 'validation_failed', '/period'],
      ['get_report', { period: 'daily', to: DAY }, 400, 'validation_failed', '/period'],
      ['get_report', { from: DAY }, 400, 'validation_failed', '/to'],
      ['get_report', { to: DAY }, 400, 'validation_failed', '/from'],
      ['get_report', { from: '2026-01-01', to: '2027-01-02' }, 400, 'range_too_long'],
      [
        'set_activity',
        { day: DAY, add_workouts: [{ type: 'Run' }] },
        400,
        'validation_failed',
        '/add_workouts',
      ],
      ['set_sleep', { day: DAY, merge: false, clear: ['score'] }, 400, 'validation_failed', '/clear'],
      ['set_sleep', { day: DAY, merge: true, clear: ['mood'] }, 400, 'validation_failed', '/clear/0'],
      ['set_sleep', { day: DAY, merge: '', score: 1 }, 400, 'validation_failed', '/merge'],
      ['restore_record', { id: 'meal_unknown', version: 'null' }, 400, 'validation_failed', '/version'],
      ['find_foods', { limit: 51 }, 400, 'validation_failed', '/limit'],
      ['copy_meal', { id: 'meal_unknown', days: [DAY, DAY] }, 400, 'validation_failed', '/days/1'],
      ['list_days', { from: '2026-10-04', to: '2026-10-03' }, 400, 'invalid_range'],
      ['list_days', { from: '2026-01-01', to: '2026-10-03' }, 400, 'range_too_long'],
    ];
    for (const [name, args, status, code, pointer] of refusals) {
      const refusal = refusalIn(await callTool(name, args, { token }));
      expect(refusal).toMatchObject({ status, code });
      if (pointer)
        expect(refusal.issues.map((issue: { pointer: string }) => issue.pointer)).toContain(pointer);
    }
  });

  proves(['C6.input', 'C6.refusal'], "never reaches another account's records", async () => {
    const [owner, stranger] = [await newConnection(), await newConnection()];
    const { body } = await callTool('log_meal', meal, owner);
    const { id, profile_id } = body.result.structuredContent;
    const options = { token: stranger.token };
    const foreign = refusalIn(await callTool('delete_record', { kind: 'meal', id }, options));
    const unknown = refusalIn(await callTool('delete_record', { kind: 'meal', id: 'meal_unknown' }, options));
    expect({ ...foreign, request_id: '' }).toEqual({ ...unknown, request_id: '' });
    for (const args of [{ profile_id }, { profile_id, day: DAY }])
      expect(refusalIn(await callTool('get_day', args, options)).code).toBe('not_found');
  });
});

describe('the tools', () => {
  proves(['C6.input'], 'have an example that their own schema accepts', () => {
    for (const { name, input, example } of TOOLS)
      expect([name, input.safeParse(example).error]).toEqual([name, undefined]);
  });
});
