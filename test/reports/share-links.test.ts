import { createHash } from 'node:crypto';
import { describe, expect } from '@jest/globals';
import { listShareLinks, revokeShareLink } from 'shared/contract/operations/share-links.ts';
import { createKeys } from 'shared/process/keys.ts';
import {
  newShareLink,
  presentShareLink,
  type StoredShareLink,
} from '../../services/reports/src/share-links/share-link.ts';
import { createShareLinkStore } from '../../services/reports/src/share-links/share-link-store.ts';
import { open } from '../person/steps.ts';
import { expectProblem, expectSuccess } from '../rest/answers.ts';
import { call, newConnection } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { db } from './database.ts';
import { revoke, share } from './share-link-calls.ts';

const DAY_MS = 86_400_000;

const stored = () => db.collection<StoredShareLink>('share_links');

const list = async (token: string) =>
  expectSuccess(listShareLinks, await call('GET', '/share-links', { token })).share_links;

describe('a link', () => {
  proves(
    ['S3.share_links', 'C3.share_link', 'C3.share_link_gone', 'C3.share_link_views', 'H17'],
    'is created, opened, counted, listed and revoked',
    async () => {
      const { token } = await newConnection();
      const link = await share(token);
      expect(link).toMatchObject({ profile_id: null, expires_at: null, view_count: 0, last_viewed_at: null });
      // 128 random bits.
      expect(link.url).toMatch(new RegExp(`^${site.url}/r/[\\w-]{22}$`));
      expect(link.id).toMatch(/^lnk_/);
      expect(await list(token)).toEqual([link]);

      const before = Date.now();
      const opened = await open(link.url);
      expect(opened.status).toBe(200);
      expect(Object.fromEntries(opened.headers)).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
        'content-type': 'text/html; charset=utf-8',
      });
      // Neither a HEAD request nor a page that does not exist is a view.
      expect((await open(link.url, { method: 'HEAD' })).status).toBe(200);
      expect((await open(`${link.url}?profile=9`)).status).toBe(404);
      const viewed = await eventually(
        async () => (await list(token)).find((one: { view_count: number }) => one.view_count > 0),
        'the view to be counted',
      );
      expect(viewed).toMatchObject({ ...link, view_count: 1, last_viewed_at: expect.any(String) });
      expect(Date.parse(viewed.last_viewed_at)).toBeGreaterThanOrEqual(before - 1);

      expect(expectSuccess(revokeShareLink, await revoke(token, link.id))).toEqual({
        revoked: true,
        id: link.id,
      });
      const revoked = await open(link.url);
      expect(revoked.status).toBe(410);
      expect(revoked.html).toContain('no longer here');
      expect(Object.fromEntries(revoked.headers)).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
      });
      expect(await list(token)).toEqual([]);
      expectProblem(await revoke(token, link.id), 404, 'not_found');
    },
  );

  proves(
    ['H17', 'C3.share_link_gone'],
    'revoked by a process whose clock is ahead shows nothing',
    async () => {
      const { token, account } = await newConnection();
      const [never, later] = [await share(token), await share(token, { expires_in_days: 7 })];
      const ahead = new Date(Date.now() + DAY_MS);
      for (const { id, url } of [never, later]) {
        expect(await createShareLinkStore(db).revoke(account.id, id, ahead)).toBe(true);
        expect((await open(url)).status).toBe(410);
        expectProblem(await revoke(token, id), 404, 'not_found');
      }
      expect(await list(token)).toEqual([]);
    },
  );

  proves(['S3.share_links', 'C1.deleted'], 'is revoked once, however many ask for it at once', async () => {
    const { token } = await newConnection();
    const { id } = await share(token);
    const answers = await Promise.all(Array.from({ length: 8 }, () => revoke(token, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(404)]);
  });

  proves(['C13.shows', 'C3.share_link'], 'is of the kinds and days that are asked for', async () => {
    const { token } = await newConnection();
    const everything = ['meals', 'activity', 'sleep', 'wellbeing', 'targets'];
    const unlimited = { label: null, shows: everything, from: null, to: null };
    expect(await share(token)).toMatchObject(unlimited);
    expect(await share(token, { label: null, shows: null, from: null, to: null })).toMatchObject(unlimited);
    const limits = { label: '<b>Marta</b> \u202e', from: '2026-11-01', to: '2026-11-30' };
    const link = await share(token, { ...limits, shows: ['sleep', 'meals', 'sleep'] });
    expect(link).toMatchObject({ ...limits, shows: ['sleep', 'meals'] });
    expect((await list(token)).at(-1)).toEqual(link);
    for (const [body, pointer] of [
      [{ shows: [] }, '/shows'],
      [{ shows: 'meals' }, '/shows'],
      [{ shows: ['meals', 'steps'] }, '/shows/1'],
      [{ label: '' }, '/label'],
      [{ label: '\u200b' }, '/label'],
      [{ label: 'x'.repeat(81) }, '/label'],
      [{ from: '2026-02-30' }, '/from'],
      [{ to: 'today' }, '/to'],
    ] as const)
      expectProblem(await call('POST', '/share-links', { token, body }), 400, 'validation_failed', pointer);
    const backwards = { from: '2026-11-02', to: '2026-11-01' };
    expectProblem(await call('POST', '/share-links', { token, body: backwards }), 400, 'invalid_range');
    expect(await list(token)).toHaveLength(3);
  });

  proves(['S2.share_link_bounds'], 'is valid as long as requested, 1 to 365 days', async () => {
    const { token } = await newConnection();
    for (const expires_in_days of [1, 30, 365]) {
      const { created_at, expires_at } = await share(token, { expires_in_days });
      expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(expires_in_days * DAY_MS);
    }
    expect(await share(token, { expires_in_days: null, profile_id: null })).toMatchObject({
      expires_at: null,
      profile_id: null,
    });
    for (const expires_in_days of [0, -1, 366, 1.5, '30', true])
      expectProblem(
        await call('POST', '/share-links', { token, body: { expires_in_days } }),
        400,
        'validation_failed',
        '/expires_in_days',
      );
    expect(await list(token)).toHaveLength(4);
  });

  proves(['C3.share_link_gone', 'S3.share_links'], 'expires at its time, to the moment', async () => {
    const { token } = await newConnection();
    const link = await share(token, { expires_in_days: 1 });
    const expire = (at: number) =>
      stored().updateOne({ _id: link.id }, { $set: { expires_at: new Date(at) } });
    await expire(Date.now() + 60_000);
    expect((await open(link.url)).status).toBe(200);
    await expire(Date.now() - 1);
    expect((await open(link.url)).status).toBe(410);
    const problem = await open(link.url, { accept: 'application/json' });
    expect(problem).toMatchObject({ status: 410, html: expect.stringContaining('"status":410') });
    expect(await list(token)).toEqual([]);
    expectProblem(await revoke(token, link.id), 404, 'not_found');
  });

  proves(['C3.share_link', 'C8.shared_report'], 'shares one profile, or all of them', async () => {
    const { token } = await newConnection();
    const { body: other } = await call('POST', '/profiles', { token, body: { name: 'Marathon diary' } });
    const { profiles } = (await call('GET', '/profiles', { token })).body;
    const [all, one] = [await share(token), await share(token, { profile_id: other.id })];
    expect([all.profile_id, one.profile_id]).toEqual([null, other.id]);

    const keyOf = async (id: string) =>
      String((await db.collection<{ _id: string; place: number }>('profiles').findOne({ _id: id }))?.place);
    const ownKey = await keyOf(profiles[0].id);
    const otherKey = await keyOf(other.id);
    const names = async (url: string, query = '') => {
      const { status, html } = await open(`${url}${query}`);
      return [status, html.includes('My diary'), html.includes('Marathon diary')];
    };
    expect(await names(all.url)).toEqual([200, true, true]);
    expect(await names(all.url, `?profile=${otherKey}`)).toEqual([200, true, true]);
    expect(await names(one.url)).toEqual([200, false, true]);
    expect(await names(one.url, `?profile=${otherKey}`)).toEqual([200, false, true]);
    expect(await names(one.url, `?profile=${ownKey}`)).toEqual([404, false, false]);
    expect(await names(one.url, `?profile=${other.id}`)).toEqual([404, false, false]);

    await db.collection<{ _id: string }>('profiles').deleteOne({ _id: other.id });
    expect((await open(one.url)).status).toBe(410);
    expect(await names(all.url)).toEqual([200, true, false]);
    expect((await list(token)).map(({ id }: { id: string }) => id)).toEqual([all.id]);
    expect((await revoke(token, one.id)).status).toBe(200);
  });

  proves(['C3.share_link'], 'is stored as a hash and as encrypted text', async () => {
    const { token } = await newConnection();
    const { id, url } = await share(token);
    const secret = url.slice(url.lastIndexOf('/') + 1);
    const document = await stored().findOne({ _id: id });
    expect(JSON.stringify(document)).not.toContain(secret);
    expect(document?.secret_hash).toBe(createHash('sha256').update(secret).digest('base64url'));
    expect(document?.sealed_secret).toMatch(/^[\w-]{8}\.[\w-]+$/);
  });

  proves(['C3.share_link'], 'shows its URL while its key is known, and works without it', () => {
    const [old, young] = ['an old key of 32 characters or more', 'a young key of 32 characters or more'];
    const link = newShareLink(createKeys([old]), { accountId: 'acc', profileId: null, expiresInDays: null });
    const urlWith = (...keys: [string, ...string[]]) =>
      presentShareLink(createKeys(keys), 'https://diary.example.org', link).url;
    const url = urlWith(old);
    expect(url).toMatch(/^https:\/\/diary\.example\.org\/r\/[\w-]{22}$/);
    expect(urlWith(young, old)).toBe(url);
    expect(urlWith(young)).toBeNull();
    const secret = url?.slice(url.lastIndexOf('/') + 1) ?? '';
    expect(link.secret_hash).toBe(createHash('sha256').update(secret).digest('base64url'));
  });

  proves(['C3.share_link_views'], 'counts every one of many concurrent views', async () => {
    const { token } = await newConnection();
    const [first, second] = [await share(token), await share(token)];
    const urls = Array.from({ length: 30 }, (_, index) => (index % 3 ? first.url : second.url));
    const answers = await Promise.all(urls.map((url) => open(`${url}?period=daily`)));
    expect(answers.map(({ status }) => status)).toEqual(urls.map(() => 200));
    await eventually(async () => {
      const counts = (await list(token)).map((link: { view_count: number }) => link.view_count);
      return counts[0] === 20 && counts[1] === 10;
    }, 'every view to be counted');
  });

  proves(['C7.replay', 'C7.twins'], 'is created once per idempotency key', async () => {
    const { token } = await newConnection();
    const post = (body: object = {}) =>
      call('POST', '/share-links', { token, body, headers: { 'Idempotency-Key': 'link-1' } });
    const answers = await Promise.all([post(), post(), post()]);
    const created = answers.filter(({ status }) => status === 201).map(({ body }) => body);
    expect(new Set(created.map(({ url }) => url)).size).toBe(1);
    expect((await post()).headers.get('idempotency-replayed')).toBe('true');
    expect(await list(token)).toEqual([created[0]]);
    expectProblem(await post({ expires_in_days: 1 }), 422, 'idempotency_conflict');
  });
});

describe("another account's", () => {
  proves(['H20', 'C7.tenancy'], 'link and profile are unknown', async () => {
    const [caller, owner] = await Promise.all([newConnection(), newConnection()]);
    const link = await share(owner.token);
    const { profiles } = (await call('GET', '/profiles', { token: owner.token })).body;
    const withoutId = ({ request_id: _, ...body }: Record<string, unknown>) => body;
    const [foreign, unknown] = [
      await revoke(caller.token, link.id),
      await revoke(caller.token, 'lnk_unknown'),
    ];
    expectProblem(foreign, 404, 'not_found');
    expect(withoutId(foreign.body)).toEqual(withoutId(unknown.body));
    for (const profile_id of [profiles[0].id, owner.account.id, 'prof_unknown'])
      expectProblem(
        await call('POST', '/share-links', { token: caller.token, body: { profile_id } }),
        404,
        'not_found',
      );
    for (const profile_id of [{ $ne: '' }, ['a'], 7, ''])
      expectProblem(
        await call('POST', '/share-links', { token: caller.token, body: { profile_id } }),
        400,
        'validation_failed',
        '/profile_id',
      );
    expect(await list(caller.token)).toEqual([]);
    expect((await open(link.url)).status).toBe(200);
  });
});
