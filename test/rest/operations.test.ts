import { describe, expect } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { needsToken, type Operation } from 'shared/contract/operation.ts';
import { OPERATIONS } from 'shared/contract/operations/operations.ts';
import { ALL_SCOPES } from 'shared/contract/scopes.ts';
import type { z } from 'zod';
import { type Answer, type CallOptions, call, newConnection, newEmail } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { expectProblem, expectSuccess } from './answers.ts';
import { MAKERS, makeRecord, sendExample as send } from './example-calls.ts';

const withoutToken = OPERATIONS.filter((operation) => !needsToken(operation));
const withToken = OPERATIONS.filter(needsToken);
const withId = withToken.filter(({ path }) => path in MAKERS);
const titleOf = ({ method, path }: Operation) => `${method} ${path}`;

/** What must not differ between an unknown id and another account's. */
const visible = ({ status, body, headers }: Answer) => {
  const { request_id: _, ...rest } = body;
  const changing = ['x-request-id', 'date', 'ratelimit'];
  return { status, rest, headers: [...headers].filter(([name]) => !changing.includes(name)) };
};

describe('every operation with a token', () => {
  for (const operation of withToken) {
    const title = titleOf(operation);
    const challenge = `Bearer resource_metadata="${site.url}/.well-known/oauth-protected-resource/api/v1", scope="${operation.access}"`;

    proves(['S5.token', 'C5.challenge', 'S7.shape'], `${title} without a valid token is a 401`, async () => {
      for (const headers of [{}, { authorization: 'Basic YTpi' }, { authorization: 'token' }]) {
        const missing = await send(operation, { headers });
        expectProblem(missing, 401, 'token_missing');
        expect(missing.headers.get('www-authenticate')).toBe(challenge);
      }
      for (const authorization of [
        `Bearer drs_${'x'.repeat(43)}`,
        'Bearer drs_unknown',
        'Bearer',
        'Bearer a b',
      ]) {
        const invalid = await send(operation, { headers: { authorization } });
        expectProblem(invalid, 401, 'token_invalid');
        expect(invalid.headers.get('www-authenticate')).toBe(`${challenge}, error="invalid_token"`);
      }
      const inQuery = await send(operation, { query: { access_token: 'x', poll_token: 'x' } });
      expectProblem(inQuery, 401, 'token_missing');
    });

    proves(
      ['S5.scope', 'C5.challenge', 'C7.rate_headers'],
      `${title} without its scope is a 403`,
      async () => {
        const others = ALL_SCOPES.filter((scope) => scope !== operation.access);
        const { token } = await newConnection({ scopes: others });
        const answer = await send(operation, { token });
        expectProblem(answer, 403, 'insufficient_scope');
        expect(answer.headers.get('www-authenticate')).toBe(`${challenge}, error="insufficient_scope"`);
        expect(answer.headers.get('ratelimit')).toMatch(/^"requests";r=119;t=\d+/);
      },
    );

    proves(['C1.malformed', 'C7.rate_headers'], `${title} malformed is a 400`, async () => {
      const { token } = await newConnection();
      const unknown = await send(operation, { token, query: { nonsense: '1' } });
      expectProblem(unknown, 400, 'validation_failed', 'query/nonsense');
      expect(unknown.headers.get('ratelimit-policy')).toBe('"requests";q=120;w=60, "writes";q=60;w=60');
      if (!operation.body) return;
      const field = { ...(operation.example.body as object), nonsense: 1 };
      expectProblem(await send(operation, { token, body: field }), 400, 'validation_failed', '/nonsense');
      expectProblem(await send(operation, { token, body: '{"truncated":' }), 400, 'invalid_json');
      for (const body of ['"text"', '[]', 'null', '1'])
        expectProblem(await send(operation, { token, body }), 400, 'validation_failed');
    });

    proves(['S4.operations', 'C1.on_every_answer'], `${title} succeeds as described`, async () => {
      const { token } = await newConnection();
      const answer = await send(operation, { token }, await makeRecord(operation, { token }));
      expectSuccess(operation, answer);
      await expectDescribed(operation, answer);
    });
  }
});

describe('every operation with optional fields', () => {
  const optionalIn = ({ body }: Operation): string[] =>
    Object.entries(body?.shape ?? {}).flatMap(([name, field]) =>
      (field as z.ZodType).safeParse(undefined).success ? name : [],
    );
  const changing = /^(id|request_id|poll_token|poll_url|url|meals|notices|.*_at)$/;
  const lasting = ({ status, body }: Answer) => [
    status,
    Object.entries(body).filter(([name]) => !changing.test(name)),
  ];

  for (const operation of OPERATIONS.filter((operation) => optionalIn(operation).length > 0))
    proves(['C1.null'], `${titleOf(operation)} takes null in each of them as absent`, async () => {
      const { token } = await newConnection();
      const fields = optionalIn(operation);
      const entries = Object.entries(operation.example.body as object);
      // A correction has to say something, and a version to go back to has to be kept.
      const isChange = operation.method === 'PATCH' || operation.path.includes('{id}');
      const required = Object.fromEntries(entries.filter(([name]) => isChange || !fields.includes(name)));
      const nulls = Object.fromEntries(
        fields.filter((name) => !(name in required)).map((name) => [name, null]),
      );
      const sendWith = async (more: object) => {
        const body = { ...required, ...('email' in required && { email: newEmail() }), ...more };
        const id = await makeRecord(operation, { token });
        return send(operation, { body, ...(needsToken(operation) && { token }) }, id);
      };
      const absent = await sendWith({});
      expectSuccess(operation, absent);
      expect(lasting(await sendWith(nulls))).toEqual(lasting(absent));
    });
});

describe('every operation without a token', () => {
  proves(['S4.operations', 'C1.on_every_answer'], 'succeeds as described, and ignores tokens', async () => {
    const body = { email: newEmail(), client_name: 'Test assistant' };
    const answers: Record<string, Answer> = {
      get_meta: await call('GET', '/meta', { token: 'unknown' }),
      connect: await call('POST', '/connect', { body, token: 'unknown' }),
    };
    const { request_id, poll_token } = answers.connect?.body ?? {};
    answers.poll_connect = await call('GET', `/connect/${request_id}`, { token: poll_token });
    expect(Object.keys(answers)).toEqual(withoutToken.map(({ id }) => id));
    for (const operation of withoutToken) {
      const answer = answers[operation.id] as Answer;
      expectSuccess(operation, answer);
      await expectDescribed(operation, answer);
      expect(answer.headers.has('ratelimit')).toBe(false);
    }
  });

  for (const operation of withoutToken)
    proves(['C1.malformed'], `${titleOf(operation)} malformed is a 400`, async () => {
      expectProblem(
        await send(operation, { query: { nonsense: '1' } }),
        400,
        'validation_failed',
        'query/nonsense',
      );
    });
});

describe("another account's", () => {
  for (const operation of withId)
    proves(['H20', 'C7.tenancy'], `record is unknown to ${titleOf(operation)}`, async () => {
      const [owner, stranger] = await Promise.all([newConnection(), newConnection()]);
      const id = await makeRecord(operation, { token: owner.token });
      const foreign = await send(operation, { token: stranger.token }, id);
      expectProblem(foreign, 404, 'not_found');
      const unknown = await send(operation, { token: stranger.token }, `${id.slice(0, -1)}0`);
      expect(visible(foreign)).toEqual(visible(unknown));
      expectSuccess(operation, await send(operation, { token: owner.token }, id));
    });

  for (const operation of withToken.filter(
    ({ query, body }) => 'profile_id' in { ...query?.shape, ...body?.shape },
  ))
    proves(['H20', 'C7.tenancy'], `profile is unknown to ${titleOf(operation)}`, async () => {
      const [owner, stranger] = await Promise.all([newConnection(), newConnection()]);
      const { profiles } = (await call('GET', '/profiles', { token: owner.token })).body;
      const withProfile = (profile_id: string): CallOptions =>
        operation.body && 'profile_id' in operation.body.shape
          ? { token: stranger.token, body: { ...(operation.example.body as object), profile_id } }
          : { token: stranger.token, query: { profile_id } };
      const foreign = await send(operation, withProfile(profiles[0].id));
      expectProblem(foreign, 404, 'not_found');
      expect(visible(foreign)).toEqual(visible(await send(operation, withProfile('prof_unknown'))));
    });
});

/** Expects an answer that is valid according to `/openapi.json`, headers included. */
const expectDescribed = async (operation: Operation, answer: Answer): Promise<void> => {
  // biome-ignore lint/suspicious/noExplicitAny: a JSON document, walked by name
  const document = (await (await fetch(`${site.url}/openapi.json`)).json()) as any;
  const described = document.paths[operation.path][operation.method.toLowerCase()].responses[answer.status];
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  const validate = ajv
    .addSchema(document, 'openapi')
    .getSchema(`openapi${described.content['application/json'].schema.$ref}`);
  expect({ valid: validate?.(answer.body), errors: validate?.errors }).toEqual({ valid: true, errors: null });
  for (const name of Object.keys(described.headers).filter((header) => !header.startsWith('Idempotency-')))
    expect([name, answer.headers.has(name)]).toEqual([name, true]);
};
