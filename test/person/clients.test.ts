import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { HtmlValidate } from 'html-validate';
import { createLog } from 'shared/observe/log.ts';
import { createKeys } from 'shared/process/keys.ts';
import { accountsOf } from 'shared/records/account.ts';
import { addDays, daysBetween, today } from 'shared/records/calendar.ts';
import { recordCollections } from 'shared/records/documents.ts';
import { createProfiles, newDefaultProfile } from 'shared/records/profiles.ts';
import { keptBy } from '../../scripts/seed/clients.ts';
import { newAccount } from '../../services/auth/src/accounts/account-store.ts';
import type { Client, ClientDiary } from '../../services/reports/src/clients/client.ts';
import { createClientRecordsStore } from '../../services/reports/src/clients/client-records-store.ts';
import { createClientsReader } from '../../services/reports/src/clients/clients-reader.ts';
import { createKeptLinkStore } from '../../services/reports/src/clients/kept-link-store.ts';
import { createOpenAccounts } from '../../services/reports/src/share-links/is-open.ts';
import { keptLinksOf, newKeptLink } from '../../services/reports/src/share-links/kept-link.ts';
import type { StoredShareLink } from '../../services/reports/src/share-links/share-link.ts';
import { createShareLinkStore } from '../../services/reports/src/share-links/share-link-store.ts';
import { accessibilityFindings, closeBrowser, LANGUAGES, PHONE, visit } from '../pages/browser.ts';
import { db } from '../reports/database.ts';
import { storeDiary } from '../reports/diary.ts';
import { revoke, share } from '../reports/share-link-calls.ts';
import { type Connection, call, newConnection, newEmail } from '../support/client.ts';
import { commandsOf, onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { keep, pathOf, record, tableOf } from './clients-steps.ts';
import { accountOf, open, post, postAs, type SignedIn, signIn } from './steps.ts';

afterAll(closeBrowser);

const readersOf = async ({ token }: Connection): Promise<number[]> =>
  (await call('GET', '/share-links', { token })).body.share_links.map(
    (link: { kept_by: number }) => link.kept_by,
  );

describe('a reader', () => {
  let owner: Connection;
  let reader: SignedIn;
  beforeAll(async () => {
    [owner, reader] = await Promise.all([newConnection({ timeZone: 'UTC' }), signIn()]);
  });

  proves(['C13.keep', 'A.csrf'], 'keeps a link once, and its owner sees who does', async () => {
    const { url } = await share(owner.token);
    expect((await open(url)).html).not.toContain('Keep in my clients');
    expect((await open(url, reader)).html).toContain('Keep in my clients');
    expect((await post(pathOf(url), { action: 'keep', name: 'Ana' })).status).toBe(401);
    expect((await post(pathOf(url), { action: 'keep', name: 'Ana' }, reader)).status).toBe(403);
    expect((await keep(reader, url, ' \u2060 ')).status).toBe(400);
    expect((await keep(reader, url, 'a'.repeat(81))).html).toContain('aria-invalid="true"');
    expect((await postAs(reader, pathOf(url), { action: 'share', name: 'Ana' })).status).toBe(400);
    expect((await keep(reader, `${site.url}/r/unknown`, 'Ana')).status).toBe(404);
    expect(await readersOf(owner)).toEqual([0]);

    const answers = await Promise.all(['Ana', 'Ana'].map((name) => keep(reader, url, name)));
    expect(answers.map(({ status, headers }) => [status, headers.get('location')])).toEqual(
      answers.map(() => [303, `${pathOf(url)}?notice=kept`]),
    );
    await keep(reader, url, '<b>Ana</b> \u202e');
    expect([...(await tableOf(reader)).keys()]).toEqual(['&#60;b&#62;Ana&#60;/b&#62; \u202e']);
    expect(await readersOf(owner)).toEqual([1]);

    const secret = url.slice(url.lastIndexOf('/') + 1);
    const stored = JSON.stringify(await keptLinksOf(db).find({ owner_id: owner.account.id }).toArray());
    expect(stored).not.toContain(secret);
    const own = await signIn(owner.email);
    expect((await open('/account/links', own)).html).toContain(`<bdi>${reader.email}</bdi>`);
    for (const page of ['/clients', '/account/links', pathOf(url)])
      expect([page, (await open(page, reader)).html.includes(owner.email)]).toEqual([page, false]);
    const { html } = await open('/account/download/json', reader);
    expect(JSON.parse(html).kept_links).toEqual([expect.objectContaining({ name: '<b>Ana</b> \u202e' })]);
    expect(html).not.toContain(secret);
  });

  proves(['C13.clients'], 'sees of each link what it shows, until it ends', async () => {
    const day = today('UTC');
    await record(owner, day, 300, 4000);
    await record(owner, addDays(day, -1), 500, 5000);
    await record(owner, addDays(day, -8), 1000, 100);
    await record(owner, addDays(day, -20), 9999, 9999);
    const [all, food, past] = [
      await share(owner.token),
      await share(owner.token, { shows: ['meals'], to: addDays(day, -1) }),
      await share(owner.token, { to: addDays(day, -15) }),
    ];
    const looksAfter = await signIn();
    for (const [name, { url }] of Object.entries({ all, food, past })) await keep(looksAfter, url, name);

    const figures = async () =>
      [...(await tableOf(looksAfter, '?sort=name'))].map(([name, [, , ...cells]]) => [name, ...cells]);
    const none = 'no record – before: no record –';
    expect(await figures()).toEqual([
      [
        'all',
        '2',
        '400 before: 1,000',
        ...Array(3).fill(expect.any(String)),
        '4,500 before: 100',
        none,
        none,
        expect.any(String),
      ],
      [
        'food',
        '1',
        '500 before: 1,000',
        ...Array(3).fill(expect.any(String)),
        ...Array(3).fill('not shared'),
        expect.any(String),
      ],
      ['past', '0', ...Array(7).fill(none), expect.any(String)],
    ]);
    const lastRecords = [...(await tableOf(looksAfter, '?sort=name')).values()].map(([last]) =>
      Number(/\d+/.exec(last ?? '')?.[0]),
    );
    expect(lastRecords).toEqual([0, -1, -20].map((days) => Number(addDays(day, days).slice(8))));

    await revoke(owner.token, food.id);
    expect((await tableOf(looksAfter)).get('food')?.[0]).toBe('This link was withdrawn or has expired.');
    expect((await keep(looksAfter, food.url, 'again')).status).toBe(410);
    expect((await open('/clients', looksAfter)).html).not.toContain(pathOf(food.url));
    const { html } = await open('/clients?q=FOOD', looksAfter);
    const id = /name="id" value="(kept_[^"]+)"/.exec(html)?.[1] ?? '';
    expect((await postAs(reader, '/clients', { action: 'remove', id })).status).toBe(303);
    expect((await postAs(looksAfter, '/clients', { action: 'rename', id, name: '' })).status).toBe(400);
    await postAs(reader, '/clients', { action: 'rename', id, name: 'stolen' });
    await postAs(looksAfter, '/clients', { action: 'rename', id, name: 'renamed' });
    expect([...(await tableOf(looksAfter, '?sort=-name')).keys()]).toEqual(['renamed', 'past', 'all']);
    await postAs(looksAfter, '/clients', { action: 'remove', id });
    expect([...(await tableOf(looksAfter, '?sort=-name')).keys()]).toEqual(['past', 'all']);
    expect((await postAs(looksAfter, '/clients', { action: 'share', id })).status).toBe(400);
  });

  proves(['C13.keep'], 'keeps at most 200', async () => {
    const { _id } = (await accountOf(reader)) as unknown as { _id: string };
    const room = 200 - (await keptLinksOf(db).countDocuments({ account_id: _id }));
    const link = (number: number) => ({ _id: 'lnk_x', account_id: 'acc_x', secret_hash: `${_id} ${number}` });
    await keptLinksOf(db).insertMany(
      Array.from({ length: room - 1 }, (_, number) =>
        newKeptLink({ accountId: _id, link: link(number), sealedSecret: 'x', name: `Client ${number}` }),
      ),
    );
    const urls = [
      (await share(owner.token)).url,
      (await share(owner.token)).url,
      (await share(owner.token)).url,
    ];
    const answers = await Promise.all(urls.map((url) => keep(reader, url, 'one more')));
    expect(answers.filter(({ status }) => status === 303).length).toBeLessThanOrEqual(1);
    expect(answers.some(({ html }) => html.includes('that is all there is room for'))).toBe(true);
    expect(await keptLinksOf(db).countDocuments({ account_id: _id })).toBeLessThanOrEqual(200);
  });
});

proves(
  ['C13.next_client', 'C8.accessible'],
  'keys lead from client to client, on valid pages that everybody can use',
  async () => {
    const [owner, reader] = await Promise.all([newConnection(), signIn()]);
    await record(owner, today('UTC'), 300, 4000);
    const links = [await share(owner.token), await share(owner.token), await share(owner.token)];
    for (const [index, { url }] of links.entries()) await keep(reader, url, `Client ${index + 1}`);
    await revoke(owner.token, links[1]?.id ?? '');
    const validator = new HtmlValidate({ extends: ['html-validate:recommended'] });
    const { page, complaints, close } = await visit({ viewport: PHONE });
    const [name = '', value = ''] = reader.cookie.split('=');
    await page.context().addCookies([{ name, value, url: site.url }]);
    for (const address of ['/clients?sort=name', pathOf(links[0]?.url ?? '')])
      for (const language of LANGUAGES) {
        const inLanguage = `${address}${address.includes('?') ? '&' : '?'}language=${language}`;
        const { html } = await open(inLanguage, reader);
        const { results } = await validator.validateString(html);
        expect(results.flatMap(({ messages }) => messages)).toEqual([]);
        await page.goto(site.url + inLanguage);
        expect(await accessibilityFindings(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      }
    expect(complaints).toEqual([]);

    await page.goto(`${site.url}/clients?sort=-name&language=en`);
    await page.getByRole('link', { name: 'Client 3' }).click();
    await page.getByRole('link', { name: 'Next client' }).waitFor();
    // `keyboard.press` leaves out the text of a key that is pressed with Alt, by which Chromium finds an access key.
    const keys = await page.context().newCDPSession(page);
    const press = async (key: 'n' | 'p') => {
      const capital = key.toUpperCase();
      const which = { code: `Key${capital}`, windowsVirtualKeyCode: capital.charCodeAt(0) };
      const event = { type: 'keyDown', modifiers: 1, key, text: key, unmodifiedText: key, ...which } as const;
      await Promise.all([page.waitForNavigation(), keys.send('Input.dispatchKeyEvent', event)]);
      return new URL(page.url()).pathname;
    };
    expect(await press('n')).toBe(pathOf(links[0]?.url ?? ''));
    expect(await press('p')).toBe(pathOf(links[2]?.url ?? ''));
    // Whichever way leads to other days of a report, the order of the table stays.
    const { day, to } = { day: addDays(today('UTC'), -40), to: today('UTC') };
    const others = page.locator('.other-days');
    const ways = [
      () => page.getByRole('link', { name: 'Earlier' }).click(),
      () => page.getByRole('link', { name: 'Month' }).click(),
      async () => {
        await others.locator('summary').click();
        await others.getByLabel('Go to a day').fill(day);
        await others.getByRole('button').first().click();
      },
      async () => {
        await others.locator('summary').click();
        await others.getByLabel('From', { exact: true }).fill(day);
        await others.getByLabel('To', { exact: true }).fill(to);
        await others.getByRole('button').last().click();
      },
      () => others.getByRole('link', { name: 'before' }).click(),
      () => page.getByRole('link', { name: 'español' }).click(),
    ];
    for (const take of ways) {
      await Promise.all([page.waitForNavigation(), take()]);
      expect(new URL(page.url()).searchParams.get('sort')).toBe('-name');
    }
    expect(await press('n')).toBe(pathOf(links[0]?.url ?? ''));
    expect(new URL(page.url()).searchParams.get('compare')).toBe('previous');
    expect(await press('n')).toBe('/clients');
    await close();
  },
);

proves(
  ['C13.clients_queries', 'H29'],
  'asks as many queries for 200 diaries as for two, and for nothing else',
  async () => {
    const diary = (number: number, changes: Partial<ClientDiary> = {}): ClientDiary => ({
      profile: { _id: `prof_${number}`, account_id: `acc_${number}`, time_zone: 'UTC' },
      kinds: ['meals', 'activity', 'sleep', 'wellbeing'],
      days: { from: '0001-01-01', to: '2026-11-27' },
      recent: { from: '2026-11-14', to: '2026-11-27', lastWeekFrom: '2026-11-21' },
      ...changes,
    });
    await onDatabase(async (own) => {
      const store = createClientRecordsStore(own);
      const asked = (diaries: readonly ClientDiary[]) =>
        commandsOf(own, async () => {
          await store.recent(diaries);
          await store.last(diaries);
        });
      const recent = { from: '2026-11-20', to: '2026-11-22', lastWeekFrom: '2026-11-21' };
      const few = await asked([diary(1), diary(2, { kinds: ['meals'], days: recent, recent })]);
      const many = await asked(Array.from({ length: 200 }, (_, number) => diary(number)));
      expect([few.length, many.length]).toEqual([5, 5]);
      const all = JSON.stringify(
        few.filter(({ aggregate }) => aggregate !== 'meals' && aggregate !== 'profiles'),
      );
      expect(all).toContain('prof_1');
      expect(all).not.toContain('prof_2');
      const { pipeline = [] } = few.find(({ aggregate }) => aggregate === 'meals') ?? {};
      expect([pipeline[0].$match, pipeline.at(-1).$unionWith.pipeline[0].$match]).toEqual([
        {
          account_id: { $in: ['acc_1'] },
          profile_id: { $in: ['prof_1'] },
          day: { $gte: '2026-11-14', $lte: '2026-11-27' },
        },
        {
          account_id: { $in: ['acc_2'] },
          profile_id: { $in: ['prof_2'] },
          day: { $gte: '2026-11-20', $lte: '2026-11-22' },
        },
      ]);
    });
  },
);

proves(['C13.clients_queries'], 'the whole table asks as many queries for 200 links as for 20', async () => {
  const keys = createKeys(['a key of 32 characters, for a test']);
  const newOwner = () => newAccount({ email: newEmail(), language: 'en', time_zone: 'UTC' }, new Date());
  const lastDays = daysBetween(addDays(today('UTC'), -13), today('UTC'));
  await onDatabase(async (own) => {
    const read = createClientsReader({
      kept: createKeptLinkStore(own, keys),
      links: createShareLinkStore(own),
      openAccounts: createOpenAccounts(own),
      profiles: createProfiles(own),
      records: createClientRecordsStore(own),
      log: createLog('test', 'silent'),
    });
    const queriesFor = async (count: number) => {
      const [reader, ...owners] = [newOwner(), ...Array.from({ length: count }, newOwner)];
      const diaries = owners.map((owner) => newDefaultProfile({ ...owner, id: owner._id }));
      const rows = owners.map((owner) => keptBy(reader, owner, keys));
      await accountsOf(own).insertMany([reader, ...owners]);
      await recordCollections(own).profiles.insertMany(diaries);
      await own.collection<StoredShareLink>('share_links').insertMany(rows.map(({ link }) => link));
      await keptLinksOf(own).insertMany(rows.map(({ kept }) => kept));
      // The others have recorded nothing.
      for (const diary of diaries.slice(count / 2)) {
        const activity = lastDays.map((day) => ({ day, client: 'A', input: { steps: 5000 } }));
        await storeDiary(own, diary, { activity });
      }
      const clients: Client[] = [];
      const commands = await commandsOf(own, async () => clients.push(...(await read(reader._id))));
      const steps = clients.map((client) => client.state === 'open' && client.figures.averages.steps?.last);
      expect(steps).toEqual(owners.map((_, index) => (index < count / 2 ? null : 5000)));
      return commands.map((command) => String(Object.entries(command)[0])).toSorted();
    };
    const few = await queriesFor(20);
    expect([few.length, await queriesFor(200)]).toEqual([9, few]);
  });
});

proves(
  ['C13.erased'],
  'an erased account leaves nothing of what it kept, or of what others kept of it',
  async () => {
    const [owner, other, reader, gone] = await Promise.all([
      newConnection(),
      newConnection(),
      signIn(),
      signIn(),
    ]);
    const { url } = await share(owner.token);
    const others = await share(other.token);
    for (const person of [reader, gone])
      for (const each of [url, others.url]) await keep(person, each, 'One');
    const own = await signIn(owner.email);
    for (const person of [own, gone])
      expect((await postAs(person, '/account/delete', { email: person.email })).status).toBeLessThan(400);
    const rows = () =>
      keptLinksOf(db)
        .find({ link_id: { $in: [others.id] } })
        .toArray();
    const isSwept = async () =>
      (await keptLinksOf(db).countDocuments({ owner_id: owner.account.id })) === 0 &&
      (await rows()).length === 1;
    await eventually(isSwept, 'the first sweep');
    expect((await rows()).map(({ account_id }) => account_id)).toEqual([(await accountOf(reader))?._id]);
    expect(await readersOf(other)).toEqual([1]);
  },
);
