import { describe, expect } from '@jest/globals';
import { callTool, send } from '../mcp/mcp-client.ts';
import { call, newConnection } from '../support/client.ts';
import { callLogOf } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';

describe('last_used_at', () => {
  const usedAt = async (asking: string, id: string): Promise<string | null> =>
    (await call('GET', '/tokens', { token: asking })).body.tokens.find((row: { id: string }) => row.id === id)
      .last_used_at;

  /** Two connections of one account, and the id of the first, which has not been used. */
  const newPair = async () => {
    const { token, email, account } = await newConnection();
    const { token: asking } = await newConnection({ email });
    const rows = (await call('GET', '/tokens', { token: asking })).body.tokens;
    const { id } = rows.find(({ current }: { current: boolean }) => !current);
    expect(await usedAt(asking, id)).toBeNull();
    return { token, asking, id, account };
  };

  const uses: [string, (token: string) => Promise<{ status: number }>][] = [
    ['a call over REST', (token) => call('GET', '/meals', { token })],
    ['a call of a tool', (token) => callTool('get_day', {}, { token })],
    ['a list of tools, which is in no call log', (token) => send({ method: 'tools/list' }, { token })],
  ];
  for (const [what, use] of uses)
    proves(['C3.token', 'C4.unused'], `shows ${what} within seconds`, async () => {
      const { token, asking, id } = await newPair();
      const before = Date.now();
      expect((await use(token)).status).toBe(200);
      const noted = await eventually(() => usedAt(asking, id), 'the use to be noted', 10_000);
      expect(Date.parse(noted)).toBeGreaterThanOrEqual(before - 1000);
      expect(Date.parse(noted)).toBeLessThanOrEqual(Date.now() + 1000);
    });

  proves(['C3.token'], 'is there once a call is in the call log', async () => {
    const { token, asking, id, account } = await newPair();
    await call('GET', '/meals', { token });
    const isLogged = async () =>
      (await callLogOf(account.id)).some(({ operation }) => operation === 'list_meals');
    await eventually(isLogged, 'the call to be logged');
    expect(await usedAt(asking, id)).not.toBeNull();
  });
});
