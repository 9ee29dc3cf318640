import { describe, expect } from '@jest/globals';
import { item, meal } from '../rest/samples.ts';
import { call, newConnection } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { callTool, refusalIn, send } from './mcp-client.ts';
import { VERSIONS } from './messages.ts';

const N8N = {
  sessionId: 's',
  action: 'sendMessage',
  chatInput: 'I ate soup',
  toolCallId: 'call_1',
  tool: 'log_meal',
};
const EATEN = '2026-11-26T12:00:00+01:00';

/** What was stored of a meal, without what differs from call to call. */
const storedOf = ({ id, created_at, updated_at, notices, ...stored }: Record<string, unknown>) => stored;

describe('arguments as clients and models write them', () => {
  const ways: [why: string, args: Record<string, unknown>, read: string[]][] = [
    ['with what n8n adds', { ...N8N }, Object.keys(N8N).map((name) => `/${name}`)],
    ['the items as text', { items: JSON.stringify([item]) }, ['/items']],
    ['an item as text', { items: [JSON.stringify(item)] }, ['/items/0']],
    ['one item for the list', { items: item }, ['/items']],
    [
      'figures as text',
      { items: [{ ...item, kcal: '52', fat_g: '0.2' }] },
      ['/items/0/kcal', '/items/0/fat_g'],
    ],
    [
      'text for nothing',
      { profile_id: '', confidence: 'null', idempotency_key: '', items: [{ ...item, fiber_g: '' }] },
      ['/profile_id', '/confidence', '/idempotency_key', '/items/0/fiber_g'],
    ],
    ['null for nothing', { profile_id: null, confidence: null, items: [{ ...item, fiber_g: null }] }, []],
    ['a choice in capitals', { meal_type: 'Snack' }, ['/meal_type']],
    ['the time with a space', { eaten_at: '2026-11-26 12:00:00+0100' }, ['/eaten_at']],
    ['the time with its zone', { eaten_at: `${EATEN}[Europe/Madrid]` }, ['/eaten_at']],
  ];
  proves(
    ['C1.lenient', 'C1.client_arguments', 'C1.null', 'H31'],
    'are stored as the strict ones are',
    async () => {
      const { token } = await newConnection();
      const strict = { ...meal, eaten_at: EATEN };
      const { body } = await call('POST', '/meals', { token, body: strict });
      for (const [why, args, read] of ways) {
        const { result } = (await callTool('log_meal', { ...strict, ...args }, { token })).body;
        expect([why, result.content[0].text]).toEqual([why, JSON.stringify(result.structuredContent)]);
        expect([why, storedOf(result.structuredContent)]).toEqual([why, storedOf(body)]);
        expect([why, result._meta?.['read-leniently']?.toSorted()]).toEqual([
          why,
          read.length > 0 ? read.toSorted() : undefined,
        ]);
      }
    },
  );

  proves(['H31', 'C1.lenient'], 'keep texts as texts', async () => {
    const { token } = await newConnection();
    const texts = { description: 'null', notes: '', items: [{ ...item, name: '7', portion: '[1, 2]' }] };
    const { result } = (await callTool('log_meal', { ...meal, ...texts }, { token })).body;
    expect(result.structuredContent).toMatchObject(texts);
    expect(result._meta).toBeUndefined();
    const numbers = { items: [{ ...item, portion: 2 }] };
    const read = (await callTool('log_meal', { ...meal, ...numbers }, { token })).body.result;
    expect(read.structuredContent.items[0].portion).toBe('2');
  });

  proves(
    ['H31', 'C1.lenient', 'C7.unknown_field'],
    'are refused where they could mean something else',
    async () => {
      const { token } = await newConnection();
      const before = await call('GET', '/meals', { token });
      const refused: [args: Record<string, unknown>, pointer: string][] = [
        ...['1,5', '8,000', '1e3', '0x10', ' 5 ', '12 g', 'NaN', ''].map(
          (kcal): [Record<string, unknown>, string] => [{ items: [{ ...item, kcal }] }, '/items/0/kcal'],
        ),
        [{ items: JSON.stringify(JSON.stringify([item])) }, '/items'],
        [{ items: [item, 'soup'] }, '/items/1'],
        [{ eaten_at: `${EATEN}[Asia/Tokyo]` }, '/eaten_at'],
        [{ idempotency_key: 5 }, '/idempotency_key'],
        [{ items: [{ ...item, toolCallId: 'call_1' }] }, '/items/0/toolCallId'],
        [{ kcals: 3, toolCallId: 'call_1' }, '/kcals'],
      ];
      for (const [args, pointer] of refused) {
        const { issues } = refusalIn(await callTool('log_meal', { ...meal, ...args }, { token }));
        expect([args, issues[0].pointer]).toEqual([args, pointer]);
      }
      expect((await call('GET', '/meals', { token })).body).toEqual(before.body);
      const wrong = refusalIn(await callTool('log_meal', { ...meal, mealtype: 'snack' }, { token }));
      expect(wrong.detail).toContain('the nearest known name is `meal_type`');
    },
  );

  proves(['H31', 'C1.lenient'], 'share nothing more where nothing was meant', async () => {
    const { token } = await newConnection();
    for (const args of [
      { profile_id: '' },
      { expires_in_days: '' },
      { profile_id: 'null' },
      { expires_in_days: ['null'] },
    ])
      expect(refusalIn(await callTool('create_share_link', args, { token })).status).toBeLessThan(500);
    for (const [name, args] of [
      ['revoke_share_link', { id: '' }],
      ['delete_record', { kind: '', id: 'meal_1' }],
    ] as const)
      expect(refusalIn(await callTool(name, args, { token })).code).toBe('validation_failed');
    const empty = { method: 'tools/call', params: { name: 'create_share_link', arguments: '' } };
    expect((await send(empty, { token })).body.error.code).toBe(-32602);
    expect((await call('GET', '/share-links', { token })).body).toEqual({ share_links: [] });
    const none = { profile_id: null, expires_in_days: null };
    const { result } = (await callTool('create_share_link', none, { token })).body;
    expect(result.structuredContent).toMatchObject(
      Object.fromEntries([
        ['profile_id', null],
        ['expires_at', null],
      ]),
    );
  });

  for (const version of VERSIONS)
    proves(['C1.lenient', 'C6.versions'], `may all be one text in ${version}`, async () => {
      const { token } = await newConnection();
      const sendArguments = (name: string, args: unknown) =>
        send({ method: 'tools/call', params: { name, arguments: args } }, { token, version });
      for (const [name, args] of [
        ['whoami', '{}'],
        ['whoami', ''],
        ['log_meal', JSON.stringify(meal)],
      ] as const) {
        const { status, body } = await sendArguments(name, args);
        expect([name, status, body.result.isError]).toEqual([name, 200, undefined]);
        expect(body.result._meta['read-leniently']).toEqual(['']);
      }
      for (const args of ['[]', 'null', 'lunch', ' ', JSON.stringify('{}'), '{"a":1,"a":2}', 7, []]) {
        const { body } = await sendArguments('whoami', args);
        expect([args, body.error]).toEqual([
          args,
          { code: -32602, message: '/params/arguments must be an object' },
        ]);
      }
      const within = await sendArguments(
        'log_meal',
        JSON.stringify({ ...meal, items: JSON.stringify([item]) }),
      );
      expect(refusalIn(within).issues[0].pointer).toBe('/items');
    });
});
