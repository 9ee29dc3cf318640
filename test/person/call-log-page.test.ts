import { randomUUID } from 'node:crypto';
import { describe, expect } from '@jest/globals';
import { needsToken } from 'shared/contract/operation.ts';
import { OPERATIONS } from 'shared/contract/operations/operations.ts';
import { TOOLS } from 'shared/documents/tools.ts';
import { formatDay } from 'shared/pages/figures/format.ts';
import { operationWords } from 'shared/words/operation-words.ts';
import { clockIn, meal } from '../rest/samples.ts';
import { call, newConnection } from '../support/client.ts';
import { callLogOf, onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { downloadJson } from './download-files.ts';
import { accountOf, open, rowsOf, signIn } from './steps.ts';

const DAY_MS = 86_400_000;

/** A call of an account, as the call log has it. */
const readOf = (account: { _id: unknown } | null, at: Date) => ({
  _id: randomUUID() as never,
  account_id: account?._id,
  connection_id: 'tok_x',
  client_name: 'Test assistant',
  operation: 'get_day',
  channel: 'rest',
  status: 200,
  at,
});

describe('the call log on /account', () => {
  proves(['S1.call_log_shown'], 'shows caller, function, local time and outcome', async () => {
    const first = await newConnection({ clientName: 'First', timeZone: 'Pacific/Kiritimati' });
    const second = await newConnection({
      clientName: 'Second',
      email: first.email,
      scopes: ['records:read'],
    });
    const secret = { ...meal, description: 'the secret soup' };
    const { body } = await call('POST', '/meals', { token: first.token, body: secret });
    await call('POST', '/meals', { token: second.token, body: meal });
    await call('PATCH', `/meals/${body.id}`, {
      token: first.token,
      body: { notes: 'Late' },
      headers: { 'if-match': '"7"' },
    });
    await call('DELETE', '/meals/meal_x', { token: first.token });
    await call('POST', '/meals', { token: first.token, body: {} });
    await eventually(async () => (await callLogOf(first.account.id)).length === 5, 'the calls to be logged');
    const person = await signIn(first.email);
    const { html } = await open('/account', person);
    expect(rowsOf(html).map(([, ...cells]) => cells)).toEqual([
      ['Record a meal', 'First', 'Not valid'],
      ['Delete a meal', 'First', 'Not found'],
      ['Correct a meal', 'First', 'Changed meanwhile'],
      ['Record a meal', 'Second', 'Not permitted'],
      ['Record a meal', 'First', 'Done'],
    ]);
    expect(html).not.toContain('secret soup');
    expect(html).toContain('Times are those of Pacific/Kiritimati.');
    const [call_] = await callLogOf(first.account.id);
    const [date = '', time = ''] = clockIn('Pacific/Kiritimati', call_?.at).split(' ');
    expect(rowsOf(html).map(([shown]) => shown)).toContain(time.slice(0, 5));
    expect(html).toContain(`<th scope="rowgroup" colspan="3">${formatDay('en', date)}</th>`);
    const filtered = await open('/account?client_name=Second', person);
    expect(rowsOf(filtered.html)).toHaveLength(1);
    for (const ignored of ['client_name=Nobody', 'client_name=First&client_name=Second', 'before=x'])
      expect(rowsOf((await open(`/account?${ignored}`, person)).html)).toHaveLength(5);
  });

  proves(['S1.call_log_shown'], 'can be read page by page, with each call once', async () => {
    const person = await signIn();
    const account = await accountOf(person);
    const yesterday = Date.now() - DAY_MS;
    // More than two pages, many within one millisecond.
    const calls = Array.from({ length: 60 }, (_, index) => ({
      ...readOf(account, new Date(yesterday + 1000 * Math.floor(index / 20))),
      _id: `${account?._id}-${String(index).padStart(2, '0')}` as never,
      client_name: index % 2 ? 'Odd' : 'Even',
      ...(index === 0 && { operation: 'something_new' }),
    }));
    await onDatabase((db) => db.collection('call_log').insertMany(calls));
    const read = async (path: string): Promise<string[][]> => {
      const { html } = await open(path, person);
      const older = /href="([^"]*before=[^"]*)#calls"/.exec(html)?.[1]?.replaceAll('&#38;', '&');
      return [...rowsOf(html), ...(older ? await read(older) : [])];
    };
    const all = await read('/account');
    expect(all).toHaveLength(60);
    expect(all.at(-1)?.[1]).toBe('something_new');
    expect(await read('/account?client_name=Odd')).toHaveLength(30);
    expect((await open(`/account?before=${calls[0]?._id}`, person)).html).toContain('Back to the newest');
  });

  proves(
    ['S1.call_log_shown', 'C8.download'],
    'shows and exports nothing older than 90 days, whether or not the database has deleted it',
    async () => {
      const person = await signIn();
      const account = await accountOf(person);
      const [kept, over] = [89, 91].map((days) => ({
        ...readOf(account, new Date(Date.now() - days * DAY_MS)),
        client_name: `${days} days ago`,
      })) as [ReturnType<typeof readOf>, ReturnType<typeof readOf>];
      await onDatabase((db) => db.collection('call_log').insertMany([kept, over]));
      const shown = async (path: string) => rowsOf((await open(path, person)).html).map(([, , name]) => name);
      expect(await shown('/account')).toEqual([kept.client_name]);
      expect(await shown(`/account?client_name=${encodeURIComponent(over.client_name)}`)).toHaveLength(1);
      expect(await shown(`/account?before=${kept._id}`)).toEqual([]);
      expect((await open('/account', person)).html).not.toContain(over.client_name);
      const { call_log } = await downloadJson(person);
      expect(call_log).toEqual([expect.objectContaining({ client_name: kept.client_name })]);
    },
  );

  proves(
    ['S1.call_log_shown', 'C8.own_pages_only'],
    "does not go on from another account's call",
    async () => {
      const [owner, other] = [await signIn(), await signIn()];
      const later = readOf(await accountOf(owner), new Date(Date.now() - DAY_MS));
      const earlier = readOf(await accountOf(other), new Date(Date.now() - 2 * DAY_MS));
      await onDatabase((db) => db.collection('call_log').insertMany([later, earlier]));
      expect(rowsOf((await open(`/account?before=${earlier._id}`, owner)).html)).toHaveLength(1);
      expect(rowsOf((await open(`/account?before=${later._id}`, owner)).html)).toHaveLength(0);
    },
  );

  proves(
    ['S1.call_log_shown'],
    'shows calls whose caller left before the answer, and does not count them',
    async () => {
      const { email, account } = await newConnection();
      const person = await signIn(email);
      await onDatabase(async (db) => {
        const connection = await db.collection('connections').findOne({ account_id: account.id });
        await db.collection('call_log').insertOne({
          account_id: account.id,
          connection_id: connection?._id,
          client_name: 'Test assistant',
          operation: 'log_meal',
          channel: 'rest',
          status: 499,
          at: new Date(),
        });
      });
      for (const [language, outcome] of [
        ['en', 'No answer'],
        ['es', 'Sin respuesta'],
        ['ru', 'Без ответа'],
      ] as const) {
        const { html } = await open(`/account?language=${language}`, person);
        expect(rowsOf(html)[0]?.[3]).toBe(outcome);
        expect(html).not.toContain(`${operationWords(language, 'log_meal')}: `);
      }
    },
  );

  proves(
    ['S1.call_log_shown', 'C8.languages'],
    'has words for every operation and tool in every language',
    () => {
      const logged = [...OPERATIONS.filter(needsToken).map(({ id }) => id), ...TOOLS.map(({ name }) => name)];
      for (const id of logged)
        for (const language of ['en', 'es', 'ru'] as const)
          expect({ id, words: operationWords(language, id) }).not.toEqual({ id, words: id });
    },
  );
});
