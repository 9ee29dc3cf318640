import { afterAll, expect } from '@jest/globals';
import { createKeys } from 'shared/process/keys.ts';
import { addDays, today } from 'shared/records/calendar.ts';
import { keptLinksOf } from '../../services/reports/src/share-links/kept-link.ts';
import { callTool } from '../mcp/mcp-client.ts';
import { closeBrowser, PHONE, visit } from '../pages/browser.ts';
import { db } from '../reports/database.ts';
import { share } from '../reports/share-link-calls.ts';
import { call, newConnection } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { keep, pathOf, record, tableOf } from './clients-steps.ts';
import { locationOf, newPerson, visitAs } from './diary-person.ts';
import { accountOf, open, postAs, signIn } from './steps.ts';

afterAll(closeBrowser);

proves(
  ['C13.shows', 'C13.keep', 'C13.clients', 'C3.share_link_gone', 'H29'],
  'a link goes from an assistant to a reader, into their table, and is gone at the next load once withdrawn',
  async () => {
    const [owner, reader] = await Promise.all([newPerson({ timeZone: 'UTC' }), signIn()]);
    const { token } = owner;
    const day = today('UTC');
    await record(owner, day, 431, 8017);
    await record(owner, addDays(day, -1), 977);
    await call('POST', '/wellbeing', { token, body: { text: 'not for others' } });

    const tool = async (name: string, args: object) =>
      (await callTool(name, { ...args }, { token })).body.result;
    // An empty list is not taken for an absent one: that would show everything.
    expect(await tool('create_share_link', { shows: [] })).toMatchObject({ isError: true });
    const made = await tool('create_share_link', {
      label: 'For Marta',
      shows: '["meals", "activity"]',
      from: day,
      to: addDays(day, 6),
    });
    const link = made.structuredContent;
    expect(link).toMatchObject({
      label: 'For Marta',
      shows: ['meals', 'activity'],
      from: day,
      to: addDays(day, 6),
      kept_by: 0,
    });

    const nothingElse = /not for others|For Marta|977|Sleep|Wellbeing/;
    const somebody = await visit({ viewport: PHONE });
    expect((await somebody.page.goto(link.url))?.status()).toBe(200);
    const shown = await somebody.page.content();
    expect(shown).toContain('8,017');
    expect(shown).not.toMatch(nothingElse);
    expect(shown).not.toContain('Keep in my clients');

    const { page, complaints, close } = await visitAs(reader, { viewport: PHONE });
    const read = async () => {
      const html = await page.content();
      expect(html).not.toContain(owner.email);
      return html;
    };
    await page.goto(link.url);
    expect(await read()).not.toMatch(nothingElse);
    await page.getByRole('link', { name: 'Keep in my clients' }).click();
    await page.getByLabel('Name, for you alone').fill('Ana, since May');
    await page.getByRole('button', { name: 'Keep in my clients' }).click();
    await page.getByRole('status').getByText('The report is among your clients').waitFor();
    expect(await read()).toContain('Ana, since May');
    await page.getByRole('link', { name: 'My clients' }).click();
    const row = page.getByRole('row', { name: 'Ana, since May' });
    expect(await row.textContent()).toMatch(/431.*8,017/s);
    expect(await read()).not.toMatch(nothingElse);
    await row.getByRole('link', { name: 'Ana, since May' }).click();
    await page.getByRole('link', { name: 'Next client' }).waitFor();
    expect(await read()).toContain('8,017');

    const own = await visitAs(owner);
    await own.page.goto(`${site.url}/account/links`);
    expect(await own.page.locator('.cards').textContent()).toContain(reader.email);
    await own.page.getByRole('button', { name: 'Withdraw' }).click();
    await own.page.getByRole('status').getByText('The link is withdrawn').waitFor();

    for (const each of [page, somebody.page]) {
      const gone = await each.reload();
      expect([gone?.status(), (await each.content()).includes('8,017')]).toEqual([410, false]);
    }
    await page.goto(`${site.url}/clients`);
    expect(await row.textContent()).toContain('This link was withdrawn or has expired.');
    expect(await read()).not.toMatch(/431|8,017|For Marta|\/r\//);
    await row.getByText('Change').first().click();
    await row.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('status').getByText('removed from your clients').waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    expect(complaints.filter((line) => !line.includes('410'))).toEqual([]);
    await Promise.all([close(), own.close(), somebody.close()]);
  },
);

proves(
  ['C13.clients_unread'],
  'what cannot be read of a client is said in its row, and the others are shown',
  async () => {
    const reader = await signIn();
    const owners = await Promise.all(Array.from({ length: 5 }, () => newConnection({ timeZone: 'UTC' })));
    const [, broken, , , old] = owners;
    const links = [];
    for (const [index, owner] of owners.entries()) {
      await record(owner, today('UTC'), 100 + index, 1000 + index);
      links.push(await share(owner.token));
      await keep(reader, links[index]?.url ?? '', `Client ${index}`);
    }
    // As if a restore had gone wrong: the database cannot add this up.
    await db
      .collection('meals')
      .updateOne({ account_id: broken?.account.id }, { $set: { 'sums.kcal': 'much' } });
    // As if the key that it was kept with had been removed from SECRET_KEY.
    const otherKeys = createKeys(['a key of 32 characters that is gone']);
    await keptLinksOf(db).updateOne(
      { owner_id: old?.account.id ?? '' },
      { $set: { sealed_secret: otherKeys.seal('share-link', 'secret') } },
    );

    const { status, html } = await open('/clients', reader);
    expect(status).toBe(200);
    const table = await tableOf(reader, '?sort=name');
    for (const [index, [name, cells]] of [...table].entries())
      if (index === 1)
        expect([name, cells[0]]).toEqual(['Client 1', expect.stringMatching(/^The figures cannot be read/)]);
      else
        expect([name, cells[3], cells[7]]).toEqual([
          expect.stringContaining(`Client ${index}`),
          expect.stringMatching(`^10${index} `),
          expect.stringMatching(`^1,00${index} `),
        ]);
    expect(table.size).toBe(5);
    expect(links.map(({ url }) => html.includes(pathOf(url)))).toEqual([true, true, true, true, false]);
    expect([...table.keys()].at(-1)).toMatch(/with a key that is no longer in use/);
    // The way from client to client passes over what has no address, and leads to what has no figures.
    const [first] = await keptLinksOf(db)
      .find({ owner_id: owners[0]?.account.id ?? '' })
      .toArray();
    const next = await open(`/clients/${first?._id}/next?sort=name`, reader);
    expect(next.headers.get('location')).toBe(`${pathOf(links[1]?.url ?? '')}?sort=name`);
  },
);

proves(
  ['C13.clients_unread', 'C13.clients', 'C13.erased'],
  'clients who end what they share while the table is read are missing from it, and the others are there',
  async () => {
    const [reader, stays, goes, drops] = await Promise.all([
      signIn(),
      newPerson({ timeZone: 'UTC' }),
      newPerson({ timeZone: 'UTC' }),
      newPerson({ timeZone: 'UTC' }),
    ]);
    const { body: dropped } = await call('POST', '/profiles', {
      token: drops.token,
      body: { name: 'Second' },
    });
    const shared = [
      [stays, 'Stays', {}],
      [goes, 'Goes', {}],
      [drops, 'Drops', { profile_id: dropped.id }],
    ] as const;
    for (const [person, name, limits] of shared) {
      await record(person, today('UTC'), 640);
      await keep(reader, (await share(person.token, limits)).url, name);
    }
    expect((await tableOf(reader)).get('Goes')?.[3]).toMatch(/^640 /);

    let isOver = false;
    const loads = (async () => {
      const seen = [];
      while (!isOver) seen.push(await tableOf(reader));
      return seen;
    })();
    const deletion = await postAs(goes, '/account/delete', { email: goes.email });
    expect(deletion.status).toBeLessThan(400);
    const after = await tableOf(reader);
    expect([after.get('Goes')?.[0] ?? 'withdrawn', after.get('Stays')?.[3]]).toEqual([
      expect.stringContaining('withdrawn'),
      expect.stringMatching(/^640 /),
    ]);
    const removal = await postAs(drops, `/account/profiles/${dropped.id}/delete`);
    expect(locationOf(removal)).toBe('/account/profiles?notice=deleted');
    expect((await tableOf(reader)).get('Drops')?.[0]).toContain('withdrawn');
    isOver = true;
    for (const table of await loads) expect(table.get('Stays')?.[3]).toMatch(/^640 /);
    const { _id } = (await accountOf(reader)) as unknown as { _id: string };
    const left = () => keptLinksOf(db).countDocuments({ account_id: _id });
    await eventually(async () => (await left()) === 2, 'what was kept of the erased account to be swept');
  },
);
