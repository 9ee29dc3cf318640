import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { scrape, sumOf } from '../operation/scrape.ts';
import { meal } from '../rest/samples.ts';
import { call, csrfIn, newConnection, newEmail, requestConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { linkIn, mailsTo, mailTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import { type ServiceSet, startSet } from '../support/set.ts';
import { locationOf } from './diary-person.ts';
import {
  addEverything,
  deleteAccount,
  expectAccessRevoked,
  finish,
  firstSweepsOf,
  newOwner,
  nothingIsLeft,
  reportCall,
  writeLate,
} from './erasure-steps.ts';
import { cookieOf, followLink, isSignedIn, open, post, postAs, requestSignInLink } from './steps.ts';
import { tracesOf } from './traces.ts';

let set: ServiceSet;
beforeAll(async () => {
  set = await startSet();
}, 600_000);
afterAll(() => set?.stop());

describe('an account that its owner deletes', () => {
  proves(
    ['A.erasure', 'A.erasure_twice', 'C8.deletion'],
    'is refused everywhere at once, nothing of it remains, and no mail is sent',
    async () => {
      const owner = await newOwner(set);
      const everything = await addEverything(owner);
      const before = await tracesOf(owner.words, set);
      const collections =
        'accounts activity call_log connection_requests connections idempotency meals oauth_artifacts profiles sessions share_links sign_in_links sleep versions wellbeing';
      expect(before).toEqual(expect.arrayContaining(collections.split(' ').map((name) => `mongodb ${name}`)));
      const mails = (await mailsTo(owner.email, set)).length;

      const answer = await deleteAccount(owner);
      expect(answer.status).toBe(303);
      expect(locationOf(answer)).toBe('/?notice=deleted');
      expect(answer.headers.getSetCookie()[0]).toMatch(/^session=; /);
      await expectAccessRevoked(owner, everything);
      expect((await open('/?notice=deleted', { set })).html).toContain('Your account is closed');
      // A link in a mail does not make the page say so.
      const fromElsewhere = await fetch(`${set.url}/?notice=deleted`, {
        headers: { 'sec-fetch-site': 'none' },
      });
      expect(await fromElsewhere.text()).not.toContain('account is closed');

      const jobs = await firstSweepsOf(owner);
      for (const { delay } of jobs) expect(delay).toBeGreaterThanOrEqual(60_000);
      const oldest = async () =>
        sumOf(await scrape('auth', set), 'deletion_oldest_seconds', { kind: 'account' });
      expect(await oldest()).toBeGreaterThan(0);
      await finish(owner);
      await nothingIsLeft(owner);
      expect(await oldest()).toBe(0);
      expect(await mailsTo(owner.email, set)).toHaveLength(mails);
    },
  );

  proves(['A.erasure_twice'], 'has late writes of calls in flight removed, too', async () => {
    const owner = await newOwner(set);
    await deleteAccount(owner);
    await firstSweepsOf(owner);
    const late = ['meals', 'activity', 'profiles', 'sessions', 'connections', 'share_links', 'call_log'];
    await writeLate(owner, late);
    expect(await tracesOf(owner.words, set)).toEqual(
      expect.arrayContaining(late.map((name) => `mongodb ${name}`)),
    );
    await finish(owner);
    // A gateway that had lost Redis reports its calls later than any other.
    await reportCall(owner);
    await nothingIsLeft(owner);
  });

  proves(
    ['A.erasure', 'C13.address'],
    'leaves nothing of an address that it had before, save what was asked for since',
    async () => {
      const owner = await newOwner(set);
      await requestSignInLink(owner.email, set);
      await requestConnection({ email: owner.email }, set);
      const after = newEmail();
      await postAs(owner, '/account/address', { new_email: after });
      const link = linkIn(await mailTo(after, set));
      await post(link, { csrf: csrfIn((await open(link, owner)).html) }, owner);
      const since = await requestSignInLink(owner.email, set);
      expect(await deleteAccount({ ...owner, email: after })).toMatchObject({ status: 303 });
      const countOf = (collection: string) =>
        onDatabase((db) => db.collection(collection).countDocuments({ email: owner.email }), set);
      expect([await countOf('sign_in_links'), await countOf('connection_requests')]).toEqual([1, 0]);
      const page = await open(since, { set });
      expect([page.status, page.html.includes('has moved to another one')]).toEqual([200, false]);
      await finish(owner);
      await nothingIsLeft({ set, words: [after] });
    },
  );

  proves(
    ['A.begins_anew', 'S5.one_account'],
    'frees its address: a new account starts empty and stays',
    async () => {
      const owner = await newOwner(set);
      await deleteAccount(owner);
      // The erasure is still in progress.
      const link = await requestSignInLink(owner.email, set);
      expect((await open(link, { set })).html).toContain('name="terms"');
      const answer = await followLink(link, { set });
      expect(answer.status).toBe(303);
      const reconnected = await newConnection({ email: owner.email, set });
      expect(reconnected.account.id).not.toBe(owner.account.id);
      const read = async (path: string) => (await call('GET', path, { set, token: reconnected.token })).body;
      expect((await read('/profiles')).profiles).toHaveLength(1);
      expect((await read('/meals')).meals).toEqual([]);
      expect((await read('/share-links')).share_links).toEqual([]);
      expect((await read('/tokens')).tokens).toHaveLength(1);
      await call('POST', '/meals', { set, token: reconnected.token, body: meal });
      const mailed = [
        await requestSignInLink(owner.email, set),
        (await requestConnection({ email: owner.email }, set)).link,
      ];

      await finish(owner);
      for (const link of mailed) expect((await open(link, { set })).status).toBe(200);
      expect((await read('/meals')).meals).toHaveLength(1);
      expect(await isSignedIn({ set, cookie: cookieOf(answer) })).toBe(true);
      const [accountId, , word] = owner.words;
      await nothingIsLeft({ set, words: [accountId, word] });
    },
  );

  proves(['C8.deletion', 'A.csrf'], 'is deleted once when the form is sent twice', async () => {
    const owner = await newOwner(set);
    const csrf = csrfIn((await open('/account', owner)).html);
    const send = () => post('/account/delete', { csrf, email: owner.email }, owner);
    const statuses = (await Promise.all([send(), send()])).map(({ status }) => status);
    for (const status of statuses) expect([303, 401]).toContain(status);
    expect(statuses).toContain(303);
    expect((await send()).status).toBe(401);
    await finish(owner);
  });
});
