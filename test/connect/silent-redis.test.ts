import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest } from '@jest/globals';
import { createLog } from 'shared/observe/log.ts';
import { createKeys } from 'shared/process/keys.ts';
import { createRedis, createWorkerRedis } from 'shared/store/redis.ts';
import { loadOrCreateSecretKey } from '../../scripts/secret-key.ts';
import { createLimitedMail } from '../../services/auth/src/mail/limited-mail.ts';
import { createMailQueue, type MailQueue } from '../../services/auth/src/mail/mail-queue.ts';
import { newEmail } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { mailTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { isSent, signInMail } from './is-sent.ts';
import { startRedisProxy } from './redis-proxy.ts';

const log = createLog('test', 'silent');

let proxy: Awaited<ReturnType<typeof startRedisProxy>>;
beforeEach(async () => {
  proxy = await startRedisProxy();
});
afterEach(() => proxy.close());

describe('a Redis that silently stops answering', () => {
  proves(['C7.redis_away'], 'gets a new connection', async () => {
    const [redis, ofWorker] = [createRedis(proxy.url, log), createWorkerRedis(proxy.url, log)];
    try {
      await eventually(() => redis.ping().catch(() => false), 'Redis to be there');
      await ofWorker.ping();
      proxy.holdUp('ping');
      const key = `silent:${randomUUID()}`;
      await expect(redis.incr(key)).rejects.toThrow();
      await eventually(() => redis.ping().catch(() => false), 'a new connection');
      // A command that was reported as failed is not sent a second time.
      expect(await redis.getdel(key)).toBe('1');
      expect(await ofWorker.ping()).toBe('PONG');
    } finally {
      redis.disconnect();
      ofWorker.disconnect();
    }
  });
});

describe('a mail', () => {
  let queue: MailQueue;
  beforeEach(async () => {
    queue = createMailQueue(proxy.url, createKeys([loadOrCreateSecretKey(site.dataDir)]), log);
    await eventually(() => isSent(queue), 'the queue to be there');
  });
  afterEach(() => queue.close());

  proves(
    ['F.smtp', 'C4.mail_verdict'],
    "is reported as sent when the mailer's result comes late",
    async () => {
      const release = proxy.holdUp('xread');
      const email = newEmail();
      const sent = isSent(queue, email);
      await mailTo(email);
      // Longer than an unstarted mail is waited for.
      await sleep(3500);
      release();
      expect(await sent).toBe(true);
    },
  );

  proves(
    ['C4.mail_verdict', 'F.smtp'],
    'is waited for no longer where the clock is set back meanwhile',
    async () => {
      proxy.holdUp('xread');
      const redis = createRedis(proxy.url, log);
      await eventually(() => redis.ping().catch(() => false), 'Redis to be there');
      const send = createLimitedMail(
        {
          findReader: async () => undefined,
          mails: queue,
          redis,
          keys: createKeys(['any']),
          log,
          perNetwork: 1,
        },
        'test',
      );
      const email = newEmail();
      const sending = send(email, '192.0.2.0/24', () => signInMail(email));
      const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 60_000);
      try {
        await expect(sending).rejects.toMatchObject({ code: 'email_not_sent' });
      } finally {
        now.mockRestore();
        redis.disconnect();
      }
    },
  );

  proves(
    ['C4.mail_verdict'],
    'is sent by a process that was blocked for longer than any timeout',
    async () => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 16_000);
      await eventually(() => isSent(queue), 'the queue to go on');
    },
  );
});
