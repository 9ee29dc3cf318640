import { beforeAll, describe, expect } from '@jest/globals';
import { createCallLogStore, type LoggedCall } from '../../services/auth/src/call-log/call-log-store.ts';
import { newConnection } from '../support/client.ts';
import { commandsOf, onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';
import { open, type SignedIn, signIn } from './steps.ts';

const [NEWEST, OLDER] = [20_000, 500];
const WEEK_MS = 7 * 86_400_000;

describe('a call log of more than 20,000 calls', () => {
  let person: SignedIn;
  let accountId: string;
  beforeAll(async () => {
    const { email, account } = await newConnection();
    accountId = account.id;
    person = await signIn(email);
    const [connection] = await onDatabase((db) =>
      db.collection('connections').find({ account_id: accountId }).toArray(),
    );
    const start = Date.now() - (NEWEST + OLDER) * 1000;
    const calls = Array.from(
      { length: NEWEST + OLDER },
      (_, index): LoggedCall => ({
        _id: `${accountId}-${index}`,
        account_id: accountId,
        connection_id: String(connection?._id),
        client_name: index < OLDER ? 'Oldest' : index % 2 ? 'Odd' : 'Even',
        operation: 'get_day',
        channel: 'rest',
        // One in four of the newest failed.
        status: index % 4 ? 200 : 499,
        at: new Date(start + index * 1000),
      }),
    );
    await onDatabase((db) => db.collection<LoggedCall>('call_log').insertMany(calls));
  });

  proves(
    ['S1.call_log_shown'],
    'is counted and filtered by its newest 20,000 only, and says so',
    async () => {
      const { html } = await open('/account', person);
      expect(html).toContain('The counts above and the assistant filter cover the latest 20,000');
      expect(html).toContain('Read a day: 15,000');
      const names = [...html.matchAll(/<option value="(\w+)" dir="auto">\1</g)].map(([, name]) => name);
      expect(names).toEqual(['Even', 'Odd']);
      const report = await open('/report', person);
      expect(report.html).toContain('Read a day: 15,000');
      expect(report.html).toContain('The counts below cover the latest 20,000');
      const other = await newConnection();
      const quiet = await signIn(other.email);
      for (const path of ['/account', '/report'])
        expect((await open(path, quiet)).html).not.toContain('20,000');
    },
  );

  proves(['S1.call_log_shown'], 'is queried for no more than those, always by its index', async () => {
    await onDatabase(async (db) => {
      await db.command({ planCacheClear: 'call_log' });
      const calls = createCallLogStore(db);
      const commands = await commandsOf(db, async () => {
        const before = (await calls.list(accountId, {}, 26)).at(-1);
        await calls.list(accountId, { before, clientName: 'Oldest' }, 26);
        await calls.clientNames(accountId);
        await calls.countSince(accountId, new Date(Date.now() - WEEK_MS));
      });
      expect(commands).toHaveLength(4);
      for (const command of commands) {
        const [match, ...order] = command.pipeline;
        expect(match.$match.account_id).toBe(accountId);
        expect(order.slice(0, 2)).toEqual([{ $sort: { at: -1, _id: -1 } }, { $limit: NEWEST }]);
        const plan = JSON.stringify(await db.command({ explain: command }));
        expect(plan).toContain('IXSCAN');
        expect(plan).not.toContain('COLLSCAN');
      }
    });
  });
});
