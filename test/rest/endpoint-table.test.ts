import { describe, expect } from '@jest/globals';
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
import { TABLE } from './endpoint-table.ts';
import { meal } from './samples.ts';

/** The body of each row that has one. */
const BODIES: Record<string, object> = {
  'POST /profiles': { name: 'Child' },
  'POST /meals': meal,
  'PUT /days/{day}/activity': { steps: 8000 },
  'PUT /days/{day}/sleep': { asleep_minutes: 420 },
  'PATCH /days/{day}/activity': { resting_hr: 52 },
  'PATCH /days/{day}/sleep': { score: 80 },
  'PATCH /meals/{id}': { notes: 'With the family.' },
  'POST /meals/{id}/copies': { days: ['2026-10-05'] },
  'PATCH /wellbeing/{id}': { text: 'Slept very well.' },
  'POST /records/{id}/restore': {},
  'POST /wellbeing': { text: 'Slept well.' },
  'POST /share-links': {},
};

/** The query of each row that needs one. */
const QUERIES: Record<string, Record<string, string>> = {
  'GET /reports': { from: '2026-10-04', to: '2026-10-04' },
};

type Call = readonly [method: string, path: string];
const NEW_MEAL: Call = ['POST', '/meals'];

/** The rows that make what another one is about; the first of them tells its id. */
const MAKERS: Record<string, readonly [Call, ...Call[]]> = {
  '/meals/{id}': [NEW_MEAL],
  '/meals/{id}/copies': [NEW_MEAL],
  '/activity/{id}': [['PUT', '/days/{day}/activity']],
  '/sleep/{id}': [['PUT', '/days/{day}/sleep']],
  '/wellbeing/{id}': [['POST', '/wellbeing']],
  '/records/{id}': [NEW_MEAL],
  '/records/{id}/restore': [NEW_MEAL, ['DELETE', '/meals/{id}']],
  '/share-links/{id}': [['POST', '/share-links']],
};

const send = (method: string, path: string, options: CallOptions, id = ''): Promise<Answer> => {
  const body = BODIES[`${method} ${path}`];
  const query = QUERIES[`${method} ${path}`];
  const address = path.replace('{id}', id).replace('{day}', '2026-10-04');
  return call(method, address.replace('{period}', 'weekly'), {
    ...(body && { body }),
    ...(query && { query }),
    ...options,
  });
};

describe('the endpoint table of the specification', () => {
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
        const { token, email } = await newConnection({ scopes: [scope] });
        const makers = MAKERS[path] ?? [];
        const { token: makersToken } = makers.length > 0 ? await newConnection({ email }) : { token };
        let id: string | undefined;
        for (const maker of makers) {
          const made = await send(...maker, { token: makersToken }, id);
          id ??= made.body.id;
        }
        const answer = await send(method, path, { token }, id);
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
