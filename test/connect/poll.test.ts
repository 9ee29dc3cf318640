import { describe, expect } from '@jest/globals';
import { approvedPoll } from 'shared/contract/operations/connect.ts';
import { ALL_SCOPES } from 'shared/contract/scopes.ts';
import { hashSecret } from 'shared/process/keys.ts';
import { newConnection } from '../../services/auth/src/access/connection.ts';
import { createConnectionStore } from '../../services/auth/src/access/connection-store.ts';
import { createRequestStore } from '../../services/auth/src/access/request-store.ts';
import { createDelivery } from '../../services/auth/src/connect/deliver.ts';
import { expectProblem } from '../rest/answers.ts';
import { answerApproval, call, newEmail, poll, requestConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';
import { ageRequest, comparable } from './steps.ts';

const DAY = 86_400;

describe('GET /connect/{id}', () => {
  proves(['S4.poll', 'S8.poll_interval'], 'answers the first poll at once, the next after 5 s', async () => {
    const request = await requestConnection();
    const first = await poll(request);
    expect([first.status, first.body]).toEqual([200, { status: 'pending' }]);
    expect(first.headers.get('cache-control')).toBe('no-store');
    const second = await call('GET', `/connect/${request.requestId}`, {
      query: { poll_token: request.pollToken },
    });
    expect([second.status, second.body.code]).toEqual([429, 'polling_too_fast']);
    // A second may have passed.
    expect(['4', '5']).toContain(second.headers.get('retry-after'));
  });

  proves(['S4.poll'], 'takes the name of the scheme in lower case, too', async () => {
    const { requestId, pollToken } = await requestConnection();
    const headers = { authorization: `bearer ${pollToken}` };
    expect((await call('GET', `/connect/${requestId}`, { headers })).body).toEqual({ status: 'pending' });
  });

  proves(
    ['C4.polling_clock'],
    'allows half a second less, and a refused poll does not reset the interval',
    async () => {
      const request = await requestConnection();
      await poll(request);
      await ageRequest(request, 2);
      const refused = await poll(request);
      expect(refused.status).toBe(429);
      // Not 5, which would be counted from this poll.
      expect(['1', '2', '3']).toContain(refused.headers.get('retry-after'));
      await ageRequest(request, 2.55);
      expect((await poll(request)).status).toBe(200);
      expect((await poll(request)).status).toBe(429);
    },
  );

  proves(['C4.polling_clock'], 'does not wait for a clock that was set back to catch up', async () => {
    const request = await requestConnection();
    await poll(request);
    await ageRequest(request, -3600);
    expect((await poll(request)).status).toBe(200);
    expect((await poll(request)).status).toBe(429);
  });

  proves(['S5.delivered_once', 'S3.statuses'], 'delivers the token once and is consumed then', async () => {
    const email = newEmail();
    const request = await requestConnection({ email, language: 'es', scopes: ['records:read'] });
    await answerApproval(request.link);
    const { status, body } = await poll(request);
    expect(status).toBe(200);
    expect(approvedPoll.strict().parse(body)).toEqual({
      status: 'approved',
      token: expect.stringMatching(/^drs_[\w-]{43}$/),
      token_type: 'Bearer',
      scopes: ['records:read'],
      account: { id: expect.stringMatching(/^acc_/), email, language: 'es' },
    });
    await ageRequest(request, 5);
    expect((await poll(request)).body).toEqual({ status: 'consumed' });
    expect((await call('GET', '/tokens', { token: body.token })).status).toBe(200);
  });

  proves(
    ['H14', 'S5.delivered_once'],
    'fifty concurrent polls of an approved request get one token',
    async () => {
      const request = await requestConnection();
      await answerApproval(request.link);
      const answers = await Promise.all(Array.from({ length: 50 }, () => poll(request)));
      const tokens = answers.flatMap(({ body }) => body.token ?? []);
      expect(tokens).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(49);
      const list = await call('GET', '/tokens', { token: tokens[0] });
      expect(list.body.tokens).toHaveLength(1);
    },
  );

  proves(['H14'], 'twenty concurrent deliveries, whatever the interval, create one token', async () => {
    const request = await requestConnection();
    await answerApproval(request.link);
    const minted = await onDatabase(async (db) => {
      const requests = createRequestStore(db);
      const deliver = createDelivery(db.client, requests, createConnectionStore(db), async () => false);
      const found = await requests.findByPollToken(request.requestId, [hashSecret(request.pollToken)]);
      if (!found?.account_id) throw new Error('the request was not approved');
      const { account_id, client_name, scopes } = found;
      const at = new Date();
      const mint = () =>
        deliver(found, newConnection({ account_id, client_name, scopes }, at).connection, at);
      const delivered = await Promise.all(Array.from({ length: 20 }, mint));
      return { delivered, connections: await db.collection('connections').countDocuments({ account_id }) };
    });
    expect(minted.delivered.filter(Boolean)).toHaveLength(1);
    expect(minted.connections).toBe(1);
  });

  proves(['H14'], 'HEAD neither consumes the request nor resets the interval', async () => {
    const request = await requestConnection();
    const head = () => call('HEAD', `/connect/${request.requestId}`, { token: request.pollToken });
    await answerApproval(request.link);
    expect((await Promise.all(Array.from({ length: 10 }, head))).map(({ status }) => status)).toEqual(
      Array.from({ length: 10 }, () => 200),
    );
    expect((await poll(request)).body.token).toMatch(/^drs_/);
  });

  proves(['C4.poll_unknown', 'H14'], 'an unknown id, a wrong token and no token get one 404', async () => {
    const request = await requestConnection();
    const get = (id: string, token?: string) => call('GET', `/connect/${id}`, { token });
    const sendAs = (authorization: string) =>
      call('GET', `/connect/${request.requestId}`, { headers: { authorization } });
    const unknown = comparable(await get(request.requestId.replace(/.{4}$/, '0000'), request.pollToken));
    expect(unknown.status).toBe(404);
    // Whoever sends the token wrongly must not take the request to be over.
    expect(unknown.text).toContain('No request has this id and poll token. Send the token');
    for (const other of [
      await get(request.requestId, `${request.pollToken.slice(0, -1)}_`),
      await get(request.requestId),
      await get('x'.repeat(300), request.pollToken),
      await call('GET', `/connect/${request.requestId}`, { query: { poll_token: '' } }),
      await sendAs(`Basic ${request.pollToken}`),
      await sendAs(`Bearer "${request.pollToken}"`),
    ])
      expect(comparable(other)).toEqual(unknown);
    expect((await poll(request)).body).toEqual({ status: 'pending' });
  });

  proves(
    ['S4.poll'],
    'takes the poll token wherever it is, from clients that send another token, too',
    async () => {
      const request = await requestConnection();
      const send = (token: string, poll_token: string) =>
        call('GET', `/connect/${request.requestId}`, { token, query: { poll_token } });
      expect((await send('of-another-kind', request.pollToken)).body).toEqual({ status: 'pending' });
      await ageRequest(request, 5);
      expect((await send(request.pollToken, '<poll_token>')).body).toEqual({ status: 'pending' });
      expectProblem(await send('of-another-kind', '<poll_token>'), 404, 'not_found');
    },
  );

  proves(
    ['C4.final', 'S3.statuses'],
    'reports denied for 24 hours, then the request is unknown',
    async () => {
      const request = await requestConnection();
      await answerApproval(request.link, { decision: 'deny' });
      expect((await poll(request)).body).toEqual({ status: 'denied' });
      await ageRequest(request, DAY - 60);
      expect((await poll(request)).body).toEqual({ status: 'denied' });
      await ageRequest(request, 60);
      expect((await poll(request)).status).toBe(404);
    },
  );

  proves(['C4.expiry'], 'reports expiry by stored times alone', async () => {
    const pending = await requestConnection();
    await ageRequest(pending, 1790);
    expect((await poll(pending)).body).toEqual({ status: 'pending' });
    await ageRequest(pending, 10);
    expect((await poll(pending)).body).toEqual({ status: 'expired' });

    const inTime = await requestConnection();
    await ageRequest(inTime, 1790);
    await answerApproval(inTime.link);
    await ageRequest(inTime, 280);
    expect((await poll(inTime)).body.status).toBe('approved');

    const tooLate = await requestConnection();
    await ageRequest(tooLate, 1790);
    await answerApproval(tooLate.link);
    await ageRequest(tooLate, 300);
    expect((await poll(tooLate)).body).toEqual({ status: 'expired' });
  });

  proves(['C4.hashes', 'H13'], 'no credential is stored in plain text', async () => {
    const email = newEmail();
    const request = await requestConnection({ email });
    await answerApproval(request.link);
    const { body } = await poll(request);
    const stored = await onDatabase(async (db) => {
      const account_id = body.account.id;
      const found = await Promise.all([
        db.collection('connection_requests').find({ email }).toArray(),
        db.collection('connections').find({ account_id }).toArray(),
        db.collection('accounts').find({ email_key: email }).toArray(),
      ]);
      return found.map((documents) => JSON.stringify(documents));
    });
    expect(stored.map((documents) => documents.length > 2)).toEqual([true, true, true]);
    const secrets = [request.pollToken, body.token, body.token.slice(4), request.link.split('/').pop()];
    for (const secret of secrets) expect(stored.join('')).not.toContain(secret);
    expect(body.scopes).toEqual(ALL_SCOPES);
  });
});
