import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { type Job, Queue } from 'bullmq';
import { CALL_LOG_QUEUE, type CallLogEntry } from 'shared/queues/call-log.ts';
import { type ErasureJob, erasureQueue } from 'shared/queues/erasure-queue.ts';
import { erasingService } from 'shared/records/account.ts';
import { callTool } from '../mcp/mcp-client.ts';
import { connectClient, refresh } from '../oauth/steps.ts';
import { expectProblem } from '../rest/answers.ts';
import { item, meal } from '../rest/samples.ts';
import { meStatus, requestConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import type { SetAddresses } from '../support/set.ts';
import { callAs, newPerson, type Person } from './diary-person.ts';
import { isSignedIn, open, type PageAnswer, post, postAs, requestSignInLink } from './steps.ts';
import { onRedis, tracesOf } from './traces.ts';

/** A person with an assistant, a record and a session, and words that occur only in their data. */
export type Owner = Person & { words: [account: string, email: string, content: string] };

const TODAY = new Date().toISOString().slice(0, 10);

export const newOwner = async (set: SetAddresses): Promise<Owner> => {
  const word = randomUUID();
  const person = await newPerson({ set, clientName: `Assistant ${word}` });
  const texts = { description: `I had ${word}`, notes: word, model: word };
  await callAs(person, 'POST', '/meals', { ...meal, ...texts, items: [{ ...item, name: `Soup ${word}` }] });
  return { ...person, words: [person.account.id, person.email, word] };
};

/** Gives an owner data of every other kind that is ever stored of a person. */
export const addEverything = async (owner: Owner) => {
  const { account, email, set, words } = owner;
  const [, , word] = words;
  await callAs(owner, 'POST', '/profiles', { name: `Diary ${word}` }, { 'idempotency-key': word });
  for (const steps of [500, 1000])
    await callAs(owner, 'PUT', `/days/${TODAY}/activity`, { steps, source_app: word });
  await callAs(owner, 'PUT', `/days/${TODAY}/sleep`, { score: 80, source_app: word });
  await callAs(owner, 'POST', '/wellbeing', { text: `I feel ${word}` });
  const key = { 'idempotency-key': `${word}-link` };
  const { url } = await callAs(owner, 'POST', '/share-links', {}, key);
  const connected = await connectClient({}, { set, email });
  // The gateway keeps what auth says of a token: what ends it must reach further than the place where it is stored.
  for (const token of [owner.token, connected.access_token]) await callTool('whoami', {}, { token, set });
  const last = { account_id: account.id, operation: 'create_share_link' };
  await eventually(
    () => onDatabase((db) => db.collection('call_log').findOne(last), set),
    'the calls to be logged',
  );
  const { link } = await requestConnection({ email }, set);
  return { connected, links: [url, link, await requestSignInLink(email, set)] };
};

export const deleteAccount = (owner: Owner): Promise<PageAnswer> =>
  postAs(owner, '/account/delete', { email: owner.email });

/** Expects tokens to be refused over MCP and REST. */
export const expectTokensRefused = async (tokens: readonly string[], set: SetAddresses): Promise<void> => {
  // MCP first: without Redis a call over REST empties what the gateway has cached.
  for (const token of tokens)
    expectProblem(await callTool('whoami', {}, { token, set }), 401, 'token_invalid');
  for (const token of tokens) expect(await meStatus(token, set)).toBe(401);
};

/** Expects a closed account to refuse its browser, assistants and links. */
export const expectAccessRevoked = async (
  owner: Owner,
  { connected, links }: Awaited<ReturnType<typeof addEverything>>,
): Promise<void> => {
  const { token, set } = owner;
  await expectTokensRefused([token, connected.access_token], set);
  const { status, body } = await refresh(connected.client, connected.refresh_token, {}, set);
  expect([status, body.error]).toEqual([400, 'invalid_grant']);
  expect(await isSignedIn(owner)).toBe(false);
  const form = await post('/account/profiles', { action: 'add', name: 'Late' }, owner);
  expect([form.status, form.html.includes('You are signed out')]).toEqual([401, true]);
  for (const link of links) expect((await open(link, { set })).status).toBe(404);
};

/** Reports a call of an owner's assistant, as a gateway does. */
export const reportCall = ({ account, set }: Owner): Promise<void> => {
  const entry: CallLogEntry = {
    account_id: account.id,
    connection_id: 'tok_x',
    client_name: 'Late',
    operation: 'get_day',
    channel: 'rest',
    status: 200,
    at: new Date().toISOString(),
  };
  return onRedis(set, async (connection) => {
    const queue = new Queue(CALL_LOG_QUEUE, { connection });
    await queue.add('calls', { entries: [entry] }, { jobId: randomUUID() });
    await queue.close();
  });
};

/** Writes what a call in flight could still have written. */
export const writeLate = ({ account, set }: Owner, collections: readonly string[]): Promise<void> =>
  onDatabase(async (db) => {
    // Fields with unique indexes get random values; each document has those of all collections.
    for (const name of collections)
      await db.collection(name).insertOne({
        account_id: account.id,
        day: TODAY,
        key: randomUUID(),
        token_hash: randomUUID(),
        secret_hash: randomUUID(),
      });
  }, set);

/** Runs `work` on the delayed jobs of an account. */
const onDelayedJobs = <T>({ account, set }: Owner, work: (jobs: Job<ErasureJob>[]) => Promise<T>) =>
  onRedis(set, async (connection) => {
    const queues = erasingService.options.map(
      (service) => new Queue<ErasureJob>(erasureQueue(service), { connection }),
    );
    try {
      const delayed = (await Promise.all(queues.map((queue) => queue.getDelayed()))).flat();
      return await work(delayed.filter((job) => job?.data.account_id === account.id));
    } finally {
      await Promise.all(queues.map((queue) => queue.close()));
    }
  });

/** The jobs of an account after the first sweep of every service: they wait for calls in flight. */
export const firstSweepsOf = (owner: Owner) =>
  eventually(
    () =>
      onDelayedJobs(owner, async (jobs) => {
        const waiting = jobs.filter(({ delay }) => delay > 10_000);
        return waiting.length === erasingService.options.length && waiting;
      }),
    'the first sweeps',
  );

/** Simulates that the minute between the sweeps passes for the jobs that wait for it. */
export const ageErasure = (owner: Owner): Promise<void> =>
  onDelayedJobs(owner, async (jobs) => {
    for (const job of jobs)
      await job
        .updateData({ ...job.data, since: job.data.since - 80_000 })
        .then(() => job.promote())
        .catch(() => {});
  });

export const finish = (owner: Owner) =>
  eventually(async () => {
    await ageErasure(owner);
    const accounts = { _id: owner.account.id as never };
    return (await onDatabase((db) => db.collection('accounts').findOne(accounts), owner.set)) === null;
  }, 'the erasure to end');

/** Waits, because the last report may still be on its way when the account is erased. */
export const nothingIsLeft = async ({ words, set }: Pick<Owner, 'set'> & { words: readonly string[] }) => {
  let traces: string[] = [];
  const isGone = async () => {
    traces = await tracesOf(words, set);
    return traces.length === 0;
  };
  await eventually(isGone, 'the last traces to go').catch(() => expect(traces).toEqual([]));
};
