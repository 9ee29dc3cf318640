import { gzipSync } from 'node:zlib';
import { describe, expect } from '@jest/globals';
import { needsToken, type Operation } from 'shared/contract/operation.ts';
import { whoami } from 'shared/contract/operations/account.ts';
import { OPERATIONS } from 'shared/contract/operations/operations.ts';
import type { Issue } from 'shared/contract/problem.ts';
import { inBatches } from 'shared/process/in-batches.ts';
import { send } from '../security/send.ts';
import { type CallOptions, call } from '../support/client.ts';
import { newToken } from '../support/new-token.ts';
import { proves } from '../support/proves.ts';
import { DAY, expectRefused, newDiary, pathOf } from './bad-input.ts';
import { meal } from './samples.ts';

/** Fewer than the write limit per minute of a token. */
const CALLS_PER_TOKEN = 50;

const withBody = OPERATIONS.filter((operation) => operation.body);
const nested = (depth: number, [open, close]: [string, string]) => open.repeat(depth) + close.repeat(depth);

/** Bodies that no operation accepts, whatever its fields. */
const malformed = (body: unknown): Record<string, CallOptions> => {
  const json = JSON.stringify(body);
  const inside = (more: string) => json.replace(/^\{/, `{${more},`);
  const as = (type: string) => ({ body: json, headers: { 'content-type': type } });
  return {
    truncated: { body: json.slice(0, -1) },
    empty: { body: '' },
    'two values': { body: `${json}${json}` },
    'a string': { body: JSON.stringify(json) },
    'an array': { body: `[${json}]` },
    null: { body: 'null' },
    'a number': { body: '1e400' },
    'a duplicate key': { body: inside(json.slice(1, -1)) },
    'an escaped duplicate key': { body: '{"text":"a","te\\u0078t":"b"}' },
    'a prototype': { body: inside('"__proto__":{"isAdmin":true}') },
    'a constructor': { body: inside('"constructor":{"prototype":{"isAdmin":true}}') },
    'an operator': { body: inside('"$where":"sleep(1000)"') },
    'an unknown field': { body: inside('"extra":1') },
    'objects nested 10,000 deep': {
      body: inside(`"extra":${nested(10_000, ['{"a":', '}'])}`.replace(':}', ':1}')),
    },
    'arrays nested 5,000 deep': { body: nested(5000, ['[', ']']) },
    'a list of 250,000 values': { body: inside(`"extra":[${'1,'.repeat(250_000)}1]`) },
    '250,000 values in lists of few': { body: inside(`"extra":[${'[1],'.repeat(125_000)}1]`) },
    'invalid UTF-8': { body: Buffer.from(inside('"extra":"\u00ff"'), 'latin1') },
    'UTF-16': { body: Buffer.from(json, 'utf16le') },
    'a byte order mark alone': { body: '\uFEFF' },
    'a comment': { body: `${json} // done` },
    'text/plain': as('text/plain'),
    'a form': as('application/x-www-form-urlencoded'),
    'another charset': as('application/json; charset=utf-16'),
    'a lookalike type': as('application/jsonp'),
    gzip: { body: gzipSync(json), headers: { 'content-encoding': 'gzip' } },
    'a gzip bomb': { body: gzipSync(Buffer.alloc(50_000_000, ' ')), headers: { 'content-encoding': 'gzip' } },
    'too many bytes': { body: json.padEnd(512 * 1024 + 1) },
  };
};

describe('a malformed body', () => {
  for (const operation of withBody)
    proves(
      ['H19', 'H25', 'C1.media', 'C1.named'],
      `is refused by ${operation.id} and changes nothing`,
      async () => {
        const { token, read } = await newDiary();
        const before = await read();
        for (const [what, options] of Object.entries(malformed(operation.example.body))) {
          const answer = await call(operation.method, pathOf(operation), { token, ...options });
          expect({ what, status: answer.status }).toEqual({ what, status: expectedStatus(operation, what) });
          expectRefused(answer);
        }
        expect(await read()).toEqual(before);
      },
    );

  /** `/connect` has no 413 and no 415 (`C4.plain_400`). */
  const expectedStatus = (operation: Operation, what: string): number => {
    if (!needsToken(operation)) return 400;
    if (what === 'too many bytes') return 413;
    const types = ['text/plain', 'a form', 'another charset', 'a lookalike type', 'gzip', 'a gzip bomb'];
    return types.includes(what) ? 415 : 400;
  };
});

describe('a body where none belongs', () => {
  const sendBody = (operation: Operation, token: string, body: string) =>
    send({
      method: operation.method,
      target: `/api/v1${pathOf(operation)}?${new URLSearchParams(operation.example.query)}`,
      headers: [
        ['Authorization', `Bearer ${token}`],
        ['Content-Type', 'application/json'],
      ],
      body,
    });

  for (const operation of OPERATIONS.filter((operation) => needsToken(operation) && !operation.body))
    proves(['C1.named'], `is refused by ${operation.id} and changes nothing`, async () => {
      const { token, read } = await newDiary();
      const before = await read();
      const answer = await sendBody(operation, token, '{"id":"meal_1"}');
      expectRefused(answer);
      expect([answer.status, answer.body.issues[0].pointer, answer.body.issues[0].code]).toEqual([
        400,
        '/id',
        'unknown_field',
      ]);
      for (const unreadable of ['{"id"', '{}'.padEnd(512 * 1024 + 1)]) {
        const { status, body } = await sendBody(operation, token, unreadable);
        expect([status, body.code]).toEqual([400, 'invalid_json']);
      }
      expect(await read()).toEqual(before);
    });

  proves(['C1.named'], 'may be an object without fields, as some clients send it', async () => {
    expect((await sendBody(whoami, await newToken(), '{}')).status).toBe(200);
  });
});

describe('a wrong value', () => {
  /** Replacements for a field. Raw JSON, because JSON.stringify can write neither 1e400 nor a lone surrogate. */
  const wrong = [
    'null',
    'true',
    '-1',
    '1e400',
    '-0',
    '1.5',
    '99999999999999999999',
    '""',
    '" "',
    '"\\u0000"',
    '"\\ud83e"',
    '[]',
    '{}',
    '[null]',
    '{"$ne":null}',
    '{"__proto__":1}',
    '"2026-02-29"',
    `"${'x'.repeat(6000)}"`,
    nested(60, ['[', ']']),
    '"\u202E<script>=cmd()"',
  ];

  /** One function per place in the body, which returns the body with that place replaced. */
  const replacements = (value: unknown, put: (raw: string) => string): ((raw: string) => string)[] => {
    if (typeof value !== 'object' || value === null) return [put];
    const inner = Object.entries(value).flatMap(([key, part]) =>
      replacements(part, (raw) => {
        const parts = Object.entries(value).map(([name, other]): [string, string] => [
          name,
          name === key ? raw : JSON.stringify(other),
        ]);
        return put(
          Array.isArray(value)
            ? `[${parts.map(([, text]) => text)}]`
            : `{${parts.map(([name, text]) => `${JSON.stringify(name)}:${text}`)}}`,
        );
      }),
    );
    return [put, ...inner];
  };

  /** The ids of everything that an account has created, on the day of the examples and today, except its default profile. */
  const recordedIds = async (token: string): Promise<string[]> => {
    const get = async (path: string) => (await call('GET', path, { token })).body;
    const { profiles } = await get('/profiles');
    const { share_links } = await get('/share-links');
    const { day: today } = await get('/meals');
    const days = [await get(`/days/${DAY}`), await get(`/days/${today}`)];
    const records = days.flatMap(({ meals, wellbeing, activity, sleep }) => [
      ...meals,
      ...wellbeing,
      activity,
      sleep,
    ]);
    return [...profiles.slice(1), ...share_links, ...records].flatMap((record) => record?.id ?? []);
  };

  for (const operation of withBody.filter(needsToken))
    proves(
      ['H19', 'S7.status', 'C1.named'],
      `in any field of ${operation.id} is refused, or stored as what it is`,
      async () => {
        const places = replacements(operation.example.body, (raw) => raw).slice(1);
        const bodies = places.flatMap((place) => wrong.map(place));
        let takenCount = 0;
        for await (const chunk of inBatches(bodies, CALLS_PER_TOKEN)) {
          const token = await newToken();
          const answers = await Promise.all(
            chunk.map((body) => call(operation.method, pathOf(operation), { token, body })),
          );
          const taken = answers.filter((answer) => answer.status === operation.status);
          for (const answer of answers.filter((answer) => !taken.includes(answer))) expectRefused(answer);
          for (const { body } of taken) expect(operation.response.parse(body)).toEqual(body);
          takenCount += taken.length;
          expect(new Set(await recordedIds(token))).toEqual(new Set(taken.map(({ body }) => body.id)));
        }
        expect(takenCount).toBeLessThan(bodies.length / 2);
      },
    );
});

proves(['C1.named'], 'validation errors are explained in plain words', async () => {
  const token = await newToken();
  const [item] = meal.items;
  const items = [{ ...item, kcal: '52', weight_g: 0, fat_g: 2001 }, 7];
  const { body } = await call('POST', '/meals', { token, body: { meal_type: 'brunch', items, model: 1 } });
  const faultsOf = (issues: Issue[]) => issues.map(({ pointer, message }) => [pointer, message]);
  expect(faultsOf(body.issues)).toEqual([
    ['/meal_type', 'must be one of breakfast, lunch, dinner, snack, other'],
    ['/items/0/kcal', 'must be a number'],
    ['/items/0/fat_g', 'must be at most 2000'],
    ['/items/0/weight_g', 'must be 0.01 or more'],
    ['/items/1', 'must be an object'],
    ['/model', 'must be a string'],
  ]);
  const none = await call('POST', '/meals', { token, body: { ...meal, items: [] } });
  expect(none.body.detail).toBe('/items must have 1 or more entries.');
  expect((await call('POST', '/meals', { token, body: '[]' })).body.detail).toBe(
    'The body must be an object.',
  );
  const noValue =
    'The body is not valid JSON: it ends too early, or there is no value where one belongs. NaN is none, nor is a comma before ].';
  const unreadable: [body: string | Buffer, detail: string][] = [
    [Buffer.from(JSON.stringify({ description: '\u00ff' }), 'latin1'), 'The body is not in UTF-8.'],
    ['{"meal_type": "snack",\n "notes": "a\nb"}', 'The body is not valid JSON: see line 2, column 13.'],
    ["{'meal_type': 'snack'}", 'The body is not valid JSON: see line 1, column 2.'],
    ['{"meal_type": "snack",}', 'The body is not valid JSON: see line 1, column 23.'],
    ['{"confidence": NaN}', noValue],
    ['{"items": [1,]}', noValue],
    ['{"items": [1', 'The body is not valid JSON: see line 1, column 13.'],
    ['{"items":', noValue],
  ];
  for (const [sent, detail] of unreadable) {
    const refused = (await call('POST', '/meals', { token, body: sent })).body;
    expect([sent, refused.code, refused.detail]).toEqual([sent, 'invalid_json', detail]);
  }
  for (const [member, code, pointer, message] of [
    ['"kcal":1', 'invalid_json', '/items/1/kcal', 'is given more than once'],
    ['"__proto__":1', 'validation_failed', '/items/1/__proto__', 'is not known here'],
    [
      `"${'x'.repeat(9000)}":1`,
      'validation_failed',
      `/items/1/${'x'.repeat(100)}…`,
      'is not known here: the nearest known name is `name`',
    ],
    [
      '"kcals":1',
      'validation_failed',
      '/items/1/kcals',
      'is not known here: the nearest known name is `kcal`',
    ],
  ]) {
    const wrong = JSON.stringify(item).replace(/}$/, `,${member}}`);
    const text = `{"meal_type":"snack","items":[${JSON.stringify(item)},${wrong}]}`;
    const refused = (await call('POST', '/meals', { token, body: text })).body;
    expect([refused.code, refused.detail]).toEqual([code, `${pointer} ${message}.`]);
    expect(faultsOf(refused.issues)).toEqual([[pointer, message]]);
  }
  const steps = await call('PUT', '/days/2026-10-04/activity', { token, body: { steps: 1e300 } });
  expect(faultsOf(steps.body.issues)).toEqual([['/steps', 'must be at most 200000']]);
  const noDay = await call('GET', '/days/xx', { token });
  expect(faultsOf(noDay.body.issues)).toEqual([['path/day', 'must be a date written YYYY-MM-DD']]);
});

proves(['C7.unknown_field'], 'an unknown field says what to send in its place', async () => {
  const token = await newToken();
  const messagesFor = async (method: string, path: string, body: object): Promise<Record<string, string>> => {
    const refused = await call(method, path, { token, body });
    expectRefused(refused);
    return Object.fromEntries(refused.body.issues.map(({ pointer, message }: Issue) => [pointer, message]));
  };
  const [item] = meal.items;
  expect(
    await messagesFor('POST', '/meals', {
      ...meal,
      eatenAt: '2026-10-04T13:05:00+02:00',
      kcal: 310,
      items: [{ ...item, energy_kj: 1300, calories: 310, salt_g: 1, sodium_g: 0.4, Protein: 3 }],
    }),
  ).toEqual({
    '/kcal': 'is not known here: it belongs in each entry of `items`',
    '/eatenAt': 'is not known here: the nearest known name is `eaten_at`',
    '/items/0/energy_kj': 'is not known here: send `kcal` (divide kilojoules by 4.184)',
    '/items/0/calories': 'is not known here: send `kcal` (in kilocalories)',
    '/items/0/sodium_g': 'is not known here: send `sodium_mg` (1 g is 1,000 mg)',
    '/items/0/salt_g': 'is not known here: send `sodium_mg` (1 g of salt is 400 mg of sodium)',
    '/items/0/Protein': 'is not known here: the nearest known name is `protein_g`',
  });

  const { body: stored } = await call('PUT', '/days/2026-10-04/sleep', { token, body: { score: 80 } });
  const said = await messagesFor('PUT', '/days/2026-10-04/sleep', stored);
  const ours = Object.keys(said).map((pointer) => `\`${pointer.slice(1)}\``);
  expect(ours).toEqual(expect.arrayContaining(['`id`', '`day`', '`client_name`', '`created_at`']));
  expect(new Set(Object.values(said))).toEqual(
    new Set([`is set by the service: leave out ${ours.join(', ')}`]),
  );

  for (const path of ['/share-links', '/meals']) {
    const address = encodeURIComponent(`https://diary.example.org${path}/x`);
    const refused = await call('DELETE', `${path}/${address}`, { token });
    expectRefused(refused);
    expect(refused.body.detail).toMatch(/^path\/id is an address, not an id: .*list_share_links.*get_day/);
  }
});

proves(
  ['C7.unknown_field'],
  'an unknown field that no answer can hold is told as far as it can be',
  async () => {
    const options = { token: await newToken(), body: '{"half \\ud800":1}' };
    const refused = await call('PUT', '/days/2026-10-04/sleep', options);
    expectRefused(refused);
    expect(refused.body.issues[0].pointer).toBe('/half \ufffd');
  },
);

proves(['H19'], 'of thousands of errors only the first are listed', async () => {
  const faults = Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`fault_${index}`, 1]));
  const answer = await call('POST', '/meals', { token: await newToken(), body: { ...meal, ...faults } });
  expectRefused(answer);
  expect(answer.body.issues).toHaveLength(200);
  expect(answer.body.detail).toContain('(and 3999 more)');
});
