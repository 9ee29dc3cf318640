import { describe, expect } from '@jest/globals';
import { listTokens } from 'shared/contract/operations/account.ts';
import { answerApproval, call, newConnection, poll, requestConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';

const DAY_MS = 86_400_000;
const tokensOf = (token: string) => call('GET', '/tokens', { token });

describe('GET /tokens', () => {
  proves(['S4.tokens', 'C3.token'], 'lists one row per connected assistant, without secrets', async () => {
    const first = await newConnection({ clientName: 'First', scopes: ['records:read'] });
    const second = await newConnection({ email: first.email, clientName: 'Second' });
    await newConnection({ clientName: 'Of somebody else' });
    const { status, text, body } = await tokensOf(second.token);
    expect(status).toBe(200);
    const { tokens } = listTokens.response.strict().parse(body);
    expect(tokens.map(({ client_name, current }) => [client_name, current])).toEqual([
      ['Second', true],
      ['First', false],
    ]);
    expect(tokens[1]).toEqual({
      id: expect.stringMatching(/^tok_[\w-]{1,60}$/),
      client_name: 'First',
      access: 'email',
      scopes: ['records:read'],
      created_at: expect.any(String),
      last_used_at: null,
      expires_at: expect.any(String),
      current: false,
    });
    for (const secret of [first.token, second.token, first.token.slice(4), 'hash'])
      expect(text).not.toContain(secret);
  });

  proves(['C4.unused', 'C3.token'], 'a token is valid for 180 days from its last use', async () => {
    const { token } = await newConnection();
    const before = Date.now();
    const [row] = (await tokensOf(token)).body.tokens;
    expect(Date.parse(row.last_used_at)).toBeGreaterThanOrEqual(before - 1000);
    expect(Date.parse(row.expires_at) - Date.parse(row.last_used_at)).toBe(180 * DAY_MS);
  });

  proves(['C4.unused'], 'a token not used for 180 days is no longer valid', async () => {
    const living = await newConnection();
    const unused = await newConnection({ email: living.email, clientName: 'Unused' });
    await onDatabase((db) =>
      db
        .collection('connections')
        .updateOne(
          { account_id: unused.account.id, client_name: 'Unused' },
          { $set: { expires_at: new Date(Date.now() - 1) } },
        ),
    );
    expect((await tokensOf(unused.token)).status).toBe(401);
    expect((await tokensOf(living.token)).body.tokens).toHaveLength(1);
  });
});

describe('DELETE /tokens/current', () => {
  const disconnect = (token: string) => call('DELETE', '/tokens/current', { token });

  proves(['S4.revoke', 'C7.revoked_repeat'], 'revokes the token at once, and no other', async () => {
    const leaving = await newConnection();
    const staying = await newConnection({ email: leaving.email });
    const { tokens } = (await tokensOf(leaving.token)).body;
    const { id } = tokens.find(({ current }: { current: boolean }) => current);
    const answer = await disconnect(leaving.token);
    expect([answer.status, answer.body]).toEqual([200, { revoked: true, id }]);
    const repeated = await disconnect(leaving.token);
    expect([repeated.status, repeated.body.code]).toEqual([401, 'token_invalid']);
    expect((await tokensOf(leaving.token)).status).toBe(401);
    const rest = await tokensOf(staying.token);
    expect(rest.body.tokens.map((row: { id: string }) => row.id)).not.toContain(id);
  });

  proves(['C7.revoked_repeat'], 'of ten concurrent calls one revokes and the others get a 401', async () => {
    const { token } = await newConnection();
    const answers = await Promise.all(Array.from({ length: 10 }, () => disconnect(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 401),
    ]);
    for (const { status, headers } of answers)
      if (status === 401) expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  proves(['S5.delivered_once'], 'does not reopen the connection request', async () => {
    const request = await requestConnection();
    await answerApproval(request.link);
    const { token } = (await poll(request)).body;
    await disconnect(token);
    expect((await fetch(request.link)).status).toBe(410);
  });
});
