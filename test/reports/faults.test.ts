import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { open as openAs, postAs, signIn } from '../person/steps.ts';
import { expectProblem } from '../rest/answers.ts';
import { type CallOptions, call as callSite, newConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { databasePart, type ServiceSet, startSet } from '../support/set.ts';

/** Operations on a frozen database fail within this time (`shared/src/store/mongo.ts`). */
const GIVEN_UP_AFTER_MS = 5000;

let set: ServiceSet;
beforeAll(async () => {
  set = await startSet();
}, 600_000);
afterAll(() => set.stop());

const call = (method: string, path: string, options: CallOptions = {}) =>
  callSite(method, path, { ...options, set });

const share = async () => {
  const { token } = await newConnection({ set });
  const { body } = await call('POST', '/share-links', { token, body: {} });
  return { token, id: body.id as string, url: body.url as string };
};

const open = (url: string, accept = 'text/html') => fetch(url, { headers: { accept } });

/** Runs `run` while the link with this id is locked against writes. */
const whileLocked = (id: string, run: () => Promise<void>): Promise<void> =>
  onDatabase(
    (db) =>
      db.client.withSession(async (session) => {
        session.startTransaction();
        const links = db.collection<{ _id: string }>('share_links');
        await links.updateOne({ _id: id }, { $set: { held: true } }, { session });
        await run();
        await session.abortTransaction();
      }),
    set,
  );

const accepts = (port: number) =>
  fetch(`http://127.0.0.1:${port}/health/live`).then(
    () => true,
    () => false,
  );

proves(
  ['C3.share_link_views'],
  'no view waits to be counted, and none is lost when the service is stopped',
  async () => {
    const { token, id, url } = await share();
    const links = () => call('GET', '/share-links', { token });
    const { pid, port = 0 } = (await set.parts()).reports ?? {};
    await whileLocked(id, async () => {
      for (let view = 0; view < 5; view += 1) expect((await open(url)).status).toBe(200);
      expect((await links()).body.share_links).toMatchObject([{ view_count: 0 }]);
      await set.kill('reports', 'SIGTERM');
      await eventually(async () => !(await accepts(port)), 'the service to answer no more');
    });
    await eventually(async () => (await set.parts()).reports?.pid !== pid, 'another process');
    await eventually(async () => (await links()).status === 200, 'reports to be back');
    expect((await links()).body.share_links).toMatchObject([{ view_count: 5 }]);
  },
);

proves(['C3.share_link_views'], 'a view that is not counted yet does not hide a later one', async () => {
  const { token, id, url } = await share();
  let betweenTheViews = 0;
  await whileLocked(id, async () => {
    expect((await open(url)).status).toBe(200);
    await sleep(100);
    betweenTheViews = Date.now();
    expect((await open(url)).status).toBe(200);
    await set.whileFrozen(await databasePart(set), () => sleep(GIVEN_UP_AFTER_MS));
  });
  await eventually(async () => {
    const { status, body } = await call('GET', '/share-links', { token });
    return status === 200 && Date.parse(body.share_links[0].last_viewed_at) >= betweenTheViews;
  }, 'the later view to be told');
});

proves(
  ['F.reports_database', 'C13.clients_unread', 'H19'],
  'while the database is down, a report is a problem, its page a page or a problem',
  async () => {
    const { token, url } = await share();
    const reader = await signIn(undefined, set);
    const { pathname } = new URL(url);
    expect((await postAs(reader, pathname, { action: 'keep', name: 'Client' })).status).toBe(303);
    await set.whileFrozen(await databasePart(set), async () => {
      // Without what is kept there is no table.
      const clients = await openAs('/clients', reader);
      expect([clients.status, clients.headers.get('retry-after')]).toEqual([503, expect.any(String)]);
      expectProblem(await call('GET', '/reports/daily', { token }), 503, 'unavailable');
      const page = await open(url);
      expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
      expect(page.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(page.headers.get('cache-control')).toBe('no-store');
      // The empty URL is that of the page itself.
      expect(await page.text()).toMatch(/<h1>.*<a class="button secondary" href="">Try again<\/a>/s);
      const problem = await open(url, 'application/json');
      expect([problem.status, problem.headers.get('content-type')]).toEqual([
        503,
        'application/problem+json; charset=utf-8',
      ]);
      expect(await problem.json()).toMatchObject({ status: 503, code: 'unavailable' });
    });
    await eventually(async () => (await open(url)).status === 200, 'the page to be back');
    expect((await call('GET', '/reports/daily', { token })).status).toBe(200);
    await set.kill('reports', 'SIGKILL');
    const table = await eventually(async () => {
      const answer = await openAs('/clients', reader);
      return answer.status === 200 && answer;
    }, 'the table to be back');
    expect(table.html).toContain(`href="${pathname}?`);
  },
);
