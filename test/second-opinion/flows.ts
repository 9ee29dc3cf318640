import type { Db } from 'mongodb';
import { needsToken } from 'shared/contract/operation.ts';
import { revokeCurrentToken } from 'shared/contract/operations/account.ts';
import { OPERATIONS } from 'shared/contract/operations/operations.ts';
import { QUIET_AFTER_MS } from 'shared/deadlines.ts';
import { downloadOf, press, previewOf } from '../imports/steps.ts';
import { callTool } from '../mcp/mcp-client.ts';
import { connectClient, numberOn, refresh, revoke } from '../oauth/steps.ts';
import { callAs, newPerson, type Person, profilesOf } from '../person/diary-person.ts';
import { askingCookieOf, followLink, open, postAs, requestSignInLink, signIn } from '../person/steps.ts';
import { makeRecord, sendExample } from '../rest/example-calls.ts';
import { meal } from '../rest/samples.ts';
import { call, meStatus, newConnection, newEmail } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import type { SetAddresses } from '../support/set.ts';

const DAY = '2026-10-05';
const AT = `${DAY}T12:00:00+02:00`;

const expectStatus = (what: string, status: number, expected: number): void => {
  if (status !== expected) throw new Error(`${what} answered ${status}, not ${expected}`);
};

/** Every operation, with its example. */
const callEverything = async (set: SetAddresses): Promise<void> => {
  expectStatus('get_meta', (await call('GET', '/meta', { set })).status, 200);
  const [{ token }, other] = [await newConnection({ set }), await newConnection({ set })];
  expectStatus(
    'revoke_current_token',
    (await call('DELETE', '/tokens/current', { token: other.token, set })).status,
    200,
  );
  for (const operation of OPERATIONS.filter((one) => needsToken(one) && one !== revokeCurrentToken)) {
    const id = await makeRecord(operation, { token, set });
    expectStatus(operation.id, (await sendExample(operation, { token, set }, id)).status, operation.status);
  }
};

/** A record's whole life: keyed calls and their repeats, corrections under conditions, both ends of a day, copies, what is kept. */
const liveOf = async (person: Person): Promise<void> => {
  const { token, set } = person;
  const body = { ...meal, description: 'Lunch', eaten_at: AT };
  const key = { 'idempotency-key': 'lunch' };
  const [first] = [
    await callAs(person, 'POST', '/meals', body, key),
    await callAs(person, 'POST', '/meals', body, key),
  ];
  const other = await call('POST', '/meals', {
    token,
    set,
    body: { ...body, description: 'Soup' },
    headers: key,
  });
  expectStatus('a key used for something else', other.status, 422);
  const path = `/meals/${first.id}`;
  await callAs(person, 'PATCH', path, { multiply: 0.5 }, { 'idempotency-key': 'half', 'if-match': '"1"' });
  const late = await call('PATCH', path, {
    token,
    set,
    body: { multiply: 2 },
    headers: { 'if-match': '"1"' },
  });
  expectStatus('a correction of an earlier version', late.status, 412);
  await callAs(person, 'PATCH', path, { eaten_at: '2026-10-06T12:00:00+02:00', add_items: [meal.items[0]] });
  await callAs(person, 'POST', `/records/${first.id}/restore`, { version: 1 });
  await callAs(person, 'DELETE', path);
  await callAs(person, 'POST', `/records/${first.id}/restore`, {});
  await callAs(
    person,
    'POST',
    `${path}/copies`,
    { days: ['2026-10-07', '2026-10-09'] },
    { 'idempotency-key': 'copies' },
  );
  for (const steps of [5000, 6000]) await callAs(person, 'PUT', `/days/${DAY}/activity`, { steps });
  await callAs(person, 'PATCH', `/days/${DAY}/activity`, { exercise_minutes: 30, clear: ['steps'] });
  for (const score of [70, 80]) await callAs(person, 'PUT', `/days/${DAY}/sleep`, { score });
  const note = await callAs(person, 'POST', '/wellbeing', { text: 'Rested', recorded_at: AT });
  await callAs(person, 'PATCH', `/wellbeing/${note.id}`, { text: 'Very rested' });
  await callTool('log_meal', { ...body, model: 'model-1' }, { token, set });
  const range = { from: '2026-10-01', to: '2026-10-31' };
  for (const name of ['list_meals', 'list_days', 'find_foods', 'list_changes'])
    await callTool(name, name === 'find_foods' ? { q: 'apple' } : range, { token, set });
  const newest = await callAs(person, 'GET', '/changes?limit=2');
  await callAs(person, 'GET', `/changes?limit=2&cursor=${newest.next_cursor}`);
  for (const period of ['daily', 'weekly', 'monthly'])
    await call('GET', `/reports/${period}`, { token, set, query: { date: DAY } });
};

/** A person's pages: every one that can be read, and every form. */
const usePages = async (person: Person): Promise<void> => {
  const form = async (path: string, fields: Record<string, string>, expected = 303) =>
    expectStatus(`${path} ${fields.action ?? ''}`, (await postAs(person, path, fields)).status, expected);
  const [record] = (await callAs(person, 'GET', `/days/${DAY}`)).wellbeing;
  await form('/account/language', { language: 'es' });
  await form('/account/profiles', { action: 'add', name: 'Marathon' });
  const profiles = await profilesOf(person);
  const added = profiles.find(({ name }) => name === 'Marathon')?.id ?? '';
  const first = profiles.find(({ is_default }) => is_default)?.id ?? '';
  await form('/account/profiles', { action: 'make_default', profile_id: added });
  await form('/account/profiles', { action: 'make_default', profile_id: first });
  await callAs(person, 'POST', '/meals', { ...meal, profile_id: added });
  await form('/account/links', { action: 'create', profile_id: '', expires_in_days: '7' });
  const [link] = (await callAs(person, 'GET', '/share-links')).share_links;
  await open(link.url, person);
  await form(new URL(link.url).pathname, { action: 'keep', name: 'My own' });
  await open('/clients', person);
  for (const query of ['', '?period=weekly', `?date=${DAY}`]) await open(`/report${query}`, person);
  await open(`/report/records/${record.id}`, person);
  await form(`/report/records/${record.id}`, { action: 'correct', text: 'Slept well' });
  await form(`/report/records/wellbeing/${record.id}/delete`, {});
  await form(`/report/records/${record.id}`, { action: 'delete_for_good', sure: 'on' });
  for (const path of ['/account', '/account?client=Test+assistant', '/account/profiles', '/account/links'])
    await open(path, person);
  for (const path of ['', '/json', '/csv', '/xlsx']) await open(`/account/download${path}`, person);
  await form('/account/links', { action: 'revoke', id: link.id });
  await form(`/account/profiles/${added}/delete`, {});
  const { tokens } = await callAs(person, 'GET', '/tokens');
  await form('/account/disconnect', { id: tokens[0].id });
  const { email, set } = person;
  // Whether an account has left an address is asked of one without an account.
  await open(await requestSignInLink(newEmail(), set), { set });
  const elsewhere = await signIn(email, set);
  await form('/account/sessions/end-all', { keep: 'current' });
  expectStatus('a session that was ended', (await open('/account', elsewhere)).status, 303);
};

/** A client of OAuth, from its registration to the end of its grant. */
const useOAuth = async (set: SetAddresses): Promise<void> => {
  const { client, access_token, refresh_token } = await connectClient({}, { set });
  expectStatus('a token', await meStatus(access_token, set), 200);
  const next = await refresh(client, refresh_token, {}, set);
  expectStatus('a refresh', next.status, 200);
  expectStatus(
    'a refresh whose answer was lost',
    (await refresh(client, refresh_token, {}, set)).status,
    200,
  );
  expectStatus('the next token', await meStatus(next.body.access_token, set), 200);
  await revoke(client, next.body.refresh_token, set);
  expectStatus('a token whose grant is revoked', await meStatus(next.body.access_token, set), 401);
};

/** Signs in with a link that is opened in another browser than the one that asked. */
const signInElsewhere = async (person: Person): Promise<void> => {
  const { set } = person;
  const link = await requestSignInLink(person.email, set);
  const cookie = askingCookieOf(link);
  const number = numberOn((await open('/signin?notice=sent', { set, cookie })).html);
  await followLink(link, { set, elsewhere: true, fields: { where: 'there', number } });
  const taken = await open('/signin?notice=sent', { set, cookie });
  expectStatus('the browser that asked', taken.status, 303);
};

/** What one account recorded comes into another; one of its diaries is deleted there, and the rest is taken back. */
const importDownload = async (set: SetAddresses): Promise<void> => {
  const [person, other] = [await newPerson({ set }), await newPerson({ set })];
  const { id: profile_id } = await callAs(other, 'POST', '/profiles', { name: 'Kid' });
  for (const body of [meal, { ...meal, profile_id }]) await callAs(other, 'POST', '/meals', body);
  const { meals } = await downloadOf(other);
  await callAs(other, 'PATCH', `/meals/${meals[0].id}`, { multiply: 2 });
  const preview = await previewOf(person, 'diary.json', JSON.stringify(await downloadOf(other)));
  await press(person, preview, 'import', 'done');
  const kid = (await profilesOf(person)).find(({ name }) => name === 'Kid')?.id;
  expectStatus('the end of a diary', (await postAs(person, `/account/profiles/${kid}/delete`)).status, 303);
  await press(person, preview, 'take_back', 'taken_back');
};

/** Ends an account by its page, and another one whose last call is longer ago than any can take. */
const eraseAccounts = async (person: Person, db: Db): Promise<void> => {
  const closed = await postAs(person, '/account/delete', { email: person.email });
  expectStatus('the end of an account', closed.status, 303);
  const { set } = person;
  const { account } = await newConnection({ set });
  const accounts = db.collection<{ _id: string }>('accounts');
  const erasing = { since: new Date(Date.now() - 2 * QUIET_AFTER_MS), email_key: account.email, done: [] };
  const change = { $set: { email: '', email_key: account.id, consents: [], erasing } };
  await accounts.updateOne({ _id: account.id }, change);
  await eventually(async () => !(await accounts.findOne({ _id: account.id })), 'an account to be erased');
};

/**
 * What people and assistants do, one after the other: every operation, every kind of page, an import, and the end of an account. `db` is
 * reached as the services reach it.
 */
export const runFlows = async (set: SetAddresses, db: Db): Promise<void> => {
  await callEverything(set);
  const person = await newPerson({ set });
  await liveOf(person);
  await usePages(person);
  await signInElsewhere(person);
  await useOAuth(set);
  await importDownload(set);
  await eraseAccounts(person, db);
};
