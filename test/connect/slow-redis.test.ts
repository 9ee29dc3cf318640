import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { freePort } from 'engines/ports.ts';
import { createLog } from 'shared/observe/log.ts';
import { createKeys } from 'shared/process/keys.ts';
import { createWorkerRedis } from 'shared/store/redis.ts';
import { redisOfRunningSet } from '../../scripts/operator/running-set.ts';
import { createMailQueue, type MailQueue } from '../../services/auth/src/mail/mail-queue.ts';
import { startMailWorkers } from '../../services/mailer/src/smtp/mail-worker.ts';
import { createSmtp } from '../../services/mailer/src/smtp/smtp.ts';
import { newEmail } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { isSent } from './is-sent.ts';
import { startMisbehavingSmtp } from './misbehaving-smtp.ts';
import { startRedisProxy } from './redis-proxy.ts';

const log = createLog('test', 'silent');
const keys = createKeys(['a key that only this test has for what it seals']);

/** A Redis database that no other mailer reads. */
const ofItsOwn = (redisUrl: string): string => Object.assign(new URL(redisUrl), { pathname: '/7' }).href;

let proxy: Awaited<ReturnType<typeof startRedisProxy>>;
let smtp: Awaited<ReturnType<typeof startMisbehavingSmtp>>;
let queue: MailQueue;
let stopMailer: () => Promise<unknown>;

beforeAll(async () => {
  const port = await freePort();
  smtp = await startMisbehavingSmtp(port);
  proxy = await startRedisProxy(400);
  const redis = createWorkerRedis(ofItsOwn(proxy.url), log);
  const sendMail = createSmtp(`smtp://127.0.0.1:${port}`, 'Diary <diary@example.org>');
  const workers = startMailWorkers({ redis, keys, sendMail, log });
  stopMailer = () =>
    Promise.all(workers.map((worker) => worker.close(true))).finally(() => redis.disconnect());
  queue = createMailQueue(ofItsOwn(await redisOfRunningSet(site.dataDir)), keys, log);
});
afterAll(async () => {
  await queue?.close();
  await stopMailer?.();
  proxy?.close();
  await smtp?.close();
});

proves(['C4.mail_verdict', 'F.smtp'], 'each mail is sent once when the way to Redis is slow', async () => {
  await eventually(() => isSent(queue), 'the queue to be there');
  const emails: string[] = [];
  const eightAreSent = async () => {
    const eight = Array.from({ length: 8 }, newEmail);
    emails.push(...eight);
    return (await Promise.all(eight.map((email) => isSent(queue, email)))).every(Boolean);
  };
  // A busy machine may begin one of them too late, which its sender is told.
  await eventually(eightAreSent, 'eight mails at once to be sent');
  // A mail that is mistaken for that of a dead mailer is sent again within this time.
  await sleep(5000);
  const sent = emails.map((email) => smtp.accepted.filter(({ to }) => to.includes(email)).length);
  expect(sent.slice(-8)).toEqual(Array(8).fill(1));
  expect(Math.max(...sent)).toBe(1);
});
