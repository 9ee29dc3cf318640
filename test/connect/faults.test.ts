import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { onRedis } from '../person/traces.ts';
import { answerApproval, call, newConnection, newEmail, requestConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { linkIn, mailTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import { databasePart, type ServiceSet, startSet } from '../support/set.ts';
import { limitKeyOf, mailerHasBegun } from './steps.ts';

const PER_NETWORK = 20;

let set: ServiceSet;

beforeAll(async () => {
  set = await startSet({ env: { LIMIT_CONNECT_PER_NETWORK: String(PER_NETWORK) } });
}, 600_000);

afterAll(() => set?.stop());

/** How many requests were let through in the hour of this set. */
let passed = 0;
const counted = <T>(connected: T): T => {
  passed += 1;
  return connected;
};

const post = async (email: string = newEmail()) => {
  const answer = await call('POST', '/connect', { set, body: { email, client_name: 'Test assistant' } });
  return answer.status === 202 ? counted(answer) : answer;
};

describe('when a part hangs', () => {
  proves(
    ['S7.email_not_sent', 'C4.mail_failure'],
    'an unsent mail is a 502 that no limit counts',
    async () => {
      const email = newEmail();
      await set.whileFrozen('mailbox', async () => {
        const failed = await Promise.all(Array.from({ length: 5 }, () => post(email)));
        expect(failed.map(({ status, body }) => `${status} ${body.code}`).sort()).toEqual([
          '429 rate_limited',
          '429 rate_limited',
          '502 email_not_sent',
          '502 email_not_sent',
          '502 email_not_sent',
        ]);
      });
      const left = await onDatabase(
        (db) => db.collection('connection_requests').countDocuments({ email }),
        set,
      );
      expect(left).toBe(0);
      const accepted = [await post(email), await post(email), await post(email), await post(email)];
      expect(accepted.map(({ status }) => status)).toEqual([202, 202, 202, 429]);
    },
  );

  proves(['C4.mail_failure'], 'Redis: no mail, but tokens are admitted and revoked', async () => {
    const { token } = counted(await newConnection({ set }));
    await set.whileFrozen('redis', async () => {
      const answer = await post();
      expect([answer.status, answer.body.code]).toEqual([502, 'email_not_sent']);
      expect((await call('GET', '/tokens', { set, token })).status).toBe(200);
      expect((await call('DELETE', '/tokens/current', { set, token })).status).toBe(200);
      expect((await call('GET', '/tokens', { set, token })).status).toBe(401);
    });
    await eventually(async () => (await post()).status === 202, 'mail to go out again');
  });

  proves(['C7.database_away'], 'the database: 503, also on pages, and all recovers by itself', async () => {
    const { link } = counted(await requestConnection({}, set));
    await set.whileFrozen(await databasePart(set), async () => {
      const [connected, polled, page] = await Promise.all([
        post(),
        call('GET', '/connect/req_x', { set, token: 'x' }),
        fetch(link, { headers: { accept: 'text/html' } }),
      ]);
      expect([connected.status, connected.body.code]).toEqual([503, 'unavailable']);
      expect([polled.status, polled.headers.has('retry-after')]).toEqual([503, true]);
      expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    });
    await eventually(async () => (await fetch(link)).status === 200, 'the page to be back');
    expect((await answerApproval(link)).status).toBe(200);
  });

  proves(['C7.database_away'], 'the database during a mail: what got a 503 stays undone', async () => {
    const email = newEmail();
    const mailbox = await set.kill('mailbox', 'SIGSTOP');
    const pending = post(email);
    await mailerHasBegun(set);
    await set.whileFrozen(await databasePart(set), async () => {
      process.kill(mailbox, 'SIGCONT');
      expect(counted(await pending).status).toBe(503);
    });
    const link = linkIn(await mailTo(email, set));
    await eventually(async () => (await fetch(link)).status === 404, 'the request to be undone');
  });

  proves(
    ['C4.per_network', 'C4.mail_failure'],
    'a network gets exactly its limit, not counting failures',
    async () => {
      // A busy machine may send some of so many too late: they fail, and others get their places.
      await eventually(async () => {
        await Promise.all(Array.from({ length: PER_NETWORK + 5 }, () => post()));
        return passed >= PER_NETWORK;
      }, 'the network to have its limit');
      expect(passed).toBe(PER_NETWORK);
      const refused = await post();
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3600);
      // Whom such a network names can still be reached from others.
      const named = newEmail();
      expect((await post(named)).status).toBe(429);
      const key = limitKeyOf(named, set);
      expect(await onRedis(set, (redis) => redis.exists(key))).toBe(0);
    },
  );

  proves(
    ['C4.per_network', 'H14'],
    'a network beyond its limit has no address looked up: it is refused though the database hangs',
    async () => {
      while ((await post()).status === 202);
      await set.whileFrozen(await databasePart(set), async () => {
        const { status, body } = await post();
        expect([status, body.code]).toEqual([429, 'rate_limited']);
      });
    },
  );
});
