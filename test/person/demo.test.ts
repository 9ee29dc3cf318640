import { afterAll, beforeAll, expect } from '@jest/globals';
import { csrfIn } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { type ServiceSet, site, startSet } from '../support/set.ts';

let set: ServiceSet;

beforeAll(async () => {
  set = await startSet({ env: { DEMO_ACCOUNT: 'true' } });
});

afterAll(() => set?.stop());

const get = async (path: string, cookie = '') => {
  const response = await fetch(set.url + path, {
    headers: { accept: 'text/html', cookie },
    redirect: 'manual',
  });
  return { status: response.status, html: await response.text() };
};

const post = (path: string, fields: Record<string, string> = {}, cookie = '', url = set.url) =>
  fetch(url + path, {
    method: 'POST',
    headers: { origin: url, cookie, 'user-agent': 'Mozilla/5.0 Firefox/140.0' },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });

/** Presses the button, which waits while the account is being made, and returns the session's cookie. */
const signIn = async () => {
  const answer = await post('/demo?language=es');
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/report?language=es']);
  return answer.headers.get('set-cookie')?.split(';')[0];
};

proves(['C9.demo'], 'a button on / opens a diary that is full', async () => {
  const { html } = await get('/');
  expect(html).toContain('<form method="post" action="/demo?language=en">');
  const report = await get('/report?period=month', await signIn());
  expect(report.status).toBe(200);
  expect(report.html).toMatch(/kcal/);
  const kept = await onDatabase(async (db) => {
    const profiles = await db.collection('profiles').find().toArray();
    return { profiles: profiles.length, meals: await db.collection('meals').countDocuments() };
  }, set);
  expect(kept.profiles).toBe(1);
  expect(kept.meals).toBeGreaterThan(100);
});

proves(['C9.demo'], 'without the setting there is neither button nor account', async () => {
  expect(await (await fetch(site.url)).text()).not.toContain('/demo');
  expect((await post('/demo', {}, '', site.url)).status).toBe(404);
});

proves(['C9.demo', 'H18'], 'no other site presses the button for somebody', async () => {
  const answer = await fetch(`${set.url}/demo`, {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
    redirect: 'manual',
  });
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null]);
});

proves(['C9.demo'], 'no visitor sees another, or ends what is theirs', async () => {
  const [mine, other] = [await signIn(), await signIn()];
  const { html } = await get('/account', mine);
  expect(html).not.toMatch(/sessions|Firefox|\/account\/delete|\/account\/language|127\.0\.0/);
  const csrf = csrfIn(html);
  for (const [path, fields] of [
    ['/account/delete', { email: 'demo@diary.invalid' }],
    ['/account/sessions/end-all', {}],
    ['/account/language', { language: 'ru' }],
  ] as const)
    expect([path, (await post(path, { csrf, ...fields }, mine)).status]).toEqual([path, 403]);
  expect((await get('/report', other)).status).toBe(200);
  const sessions = await onDatabase((db) => db.collection('sessions').find().toArray(), set);
  for (const { browser, network } of sessions) expect([browser, network]).toEqual([null, '']);
});

proves(['C9.demo'], 'at night it ends, with all that was done in it, and another begins', async () => {
  const cookie = await signIn();
  const csrf = csrfIn((await get('/account/links', cookie)).html);
  await post('/account/links', { csrf, action: 'create' }, cookie);
  const link = /\/r\/[\w-]+/.exec((await get('/account/links', cookie)).html)?.[0] ?? '';
  expect((await get(link)).status).toBe(200);

  const ofDemo = { email_key: 'demo@diary.invalid' };
  const yesterday = new Date(Date.now() - 86_400_000);
  const before = await onDatabase(async (db) => {
    const accounts = db.collection('accounts');
    await accounts.updateOne(ofDemo, { $set: { created_at: yesterday } });
    return accounts.findOne(ofDemo);
  }, set);
  await eventually(async () => (await get('/report', cookie)).status === 303, 'the night');
  expect((await get(link)).status).not.toBe(200);
  const next = await signIn();
  expect((await get('/report', next)).status).toBe(200);
  const after = await onDatabase((db) => db.collection('accounts').findOne(ofDemo), set);
  expect(after?._id).not.toBe(before?._id);
});
