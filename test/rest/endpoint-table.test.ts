import { describe, expect } from '@jest/globals';
import type { Scope } from 'shared/contract/scopes.ts';
import {
  type Answer,
  type CallOptions,
  call,
  meStatus,
  newConnection,
  newEmail,
  requestConnection,
} from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { meal } from './samples.ts';

type Row = readonly [method: string, path: string, scope: Scope | 'none' | 'poll token', status: number];

/** The endpoint table of the specification (part 4), written out: nothing here is taken from the contract. */
const TABLE: readonly Row[] = [
  ['GET', '/meta', 'none', 200],
  ['POST', '/connect', 'none', 202],
  ['GET', '/connect/{id}', 'poll token', 200],
  ['GET', '/me', 'records:read', 200],
  ['GET', '/tokens', 'records:read', 200],
  ['DELETE', '/tokens/current', 'records:read', 200],
  ['GET', '/profiles', 'records:read', 200],
  ['POST', '/profiles', 'records:write', 201],
  ['POST', '/meals', 'records:write', 201],
  ['GET', '/meals', 'records:read', 200],
  ['DELETE', '/meals/{id}', 'records:write', 200],
  ['GET', '/days/{day}', 'records:read', 200],
  ['GET', '/days', 'records:read', 200],
  ['PUT', '/days/{day}/activity', 'records:write', 200],
  ['PUT', '/days/{day}/sleep', 'records:write', 200],
  ['DELETE', '/activity/{id}', 'records:write', 200],
  ['DELETE', '/sleep/{id}', 'records:write', 200],
  ['POST', '/wellbeing', 'records:write', 201],
  ['DELETE', '/wellbeing/{id}', 'records:write', 200],
  ['GET', '/reports/{period}', 'reports:read', 200],
  ['GET', '/share-links', 'share:manage', 200],
  ['POST', '/share-links', 'share:manage', 201],
  ['DELETE', '/share-links/{id}', 'share:manage', 200],
];

/** The body of each row that has one. */
const BODIES: Record<string, object> = {
  'POST /profiles': { name: 'Child' },
  'POST /meals': meal,
  'PUT /days/{day}/activity': { steps: 8000 },
  'PUT /days/{day}/sleep': { asleep_minutes: 420 },
  'POST /wellbeing': { text: 'Slept well.' },
  'POST /share-links': {},
};

/** The row that makes what another one deletes. */
const MAKERS: Record<string, readonly [method: string, path: string]> = {
  '/meals/{id}': ['POST', '/meals'],
  '/activity/{id}': ['PUT', '/days/{day}/activity'],
  '/sleep/{id}': ['PUT', '/days/{day}/sleep'],
  '/wellbeing/{id}': ['POST', '/wellbeing'],
  '/share-links/{id}': ['POST', '/share-links'],
};

const send = (method: string, path: string, options: CallOptions, id = ''): Promise<Answer> => {
  const body = BODIES[`${method} ${path}`];
  const address = path.replace('{id}', id).replace('{day}', '2026-10-04');
  return call(method, address.replace('{period}', 'weekly'), { ...(body && { body }), ...options });
};

describe('the endpoint table of the specification', () => {
  proves(['S4.table', 'S1.cannot'], 'is what is described: these rows, and no others', async () => {
    const response = await fetch(`${site.url}/openapi.json`);
    const { paths } = (await response.json()) as {
      paths: Record<string, Record<string, { security: object[]; responses: object }>>;
    };
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { security, responses }]) => ({
        row: `${method.toUpperCase()} ${path}`,
        security,
        successes: Object.keys(responses).filter((status) => status < '400'),
      })),
    );
    const securityOf = (scope: Row[2]): object[] => {
      if (scope === 'none') return [];
      return scope === 'poll token' ? [{ poll_token: [] }, {}] : [{ bearer: [scope] }];
    };
    expect(described).toEqual(
      TABLE.map(([method, path, scope, status]) => ({
        row: `${method} ${path}`,
        security: securityOf(scope),
        successes: [String(status)],
      })),
    );
  });

  for (const [method, path, scope, status] of TABLE) {
    const title = `${method} ${path} succeeds with ${scope} alone`;
    if (scope === 'none')
      proves(['S4.table'], title, async () => {
        const body = { email: newEmail(), client_name: 'Test assistant' };
        const answer = await send(method, path, method === 'POST' ? { body } : {});
        expect([answer.status, answer.body]).toEqual([status, expect.any(Object)]);
      });
    else if (scope === 'poll token')
      proves(['S4.table'], title, async () => {
        const [first, second] = [await requestConnection(), await requestConnection()];
        const answers = [
          await send(method, path, { token: first.pollToken }, first.requestId),
          await send(method, path, { query: { poll_token: second.pollToken } }, second.requestId),
        ];
        for (const answer of answers)
          expect([answer.status, answer.body.status]).toEqual([status, 'pending']);
      });
    else
      proves(['S4.table', 'S5.scope'], title, async () => {
        const { token } = await newConnection({ scopes: [scope] });
        const maker = MAKERS[path];
        const made = maker && (await send(...maker, { token }));
        const answer = await send(method, path, { token }, made?.body.id);
        expect([answer.status, answer.body]).toEqual([status, expect.any(Object)]);
      });
  }

  proves(['S1.cannot'], 'is all that a token of every scope is good for', async () => {
    const { token, email } = await newConnection();
    const deletion = await fetch(`${site.url}/account/delete`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, origin: site.url },
      body: new URLSearchParams({ email }),
    });
    expect(deletion.status).toBe(401);
    expect(await meStatus(token)).toBe(200);
  });
});
