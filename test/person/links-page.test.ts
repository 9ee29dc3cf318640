import { afterAll, describe, expect } from '@jest/globals';
import { LIMITS } from 'shared/contract/limits.ts';
import { closeBrowser } from '../pages/browser.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { callAs, locationOf, newPerson, type Person, visitAs } from './diary-person.ts';
import { open, postAs } from './steps.ts';

const PATH = '/account/links';
const DAY_MS = 86_400_000;

afterAll(closeBrowser);

type Link = { id: string; url: string; profile_id: string | null; created_at: string; expires_at: string };

const linksOf = async (person: Person): Promise<Link[]> =>
  (await callAs(person, 'GET', '/share-links')).share_links;

const create = (person: Person, fields: Record<string, string> = {}) =>
  postAs(person, PATH, { action: 'create', profile_id: '', expires_in_days: '', ...fields });

const revoke = (person: Person, id: string) => postAs(person, PATH, { action: 'revoke', id });

/** The URLs that the page offers to copy, newest first. */
const addressesOn = async (person: Person): Promise<string[]> => {
  const { html } = await open(PATH, person);
  return [...html.matchAll(/<textarea id="address-[^>]*readonly>([^<]+)</g)].map(
    ([, address = '']) => address,
  );
};

describe('a link that a person creates', () => {
  proves(['C8.links'], 'shares one diary for some days, or every diary without an end', async () => {
    const person = await newPerson();
    const { id: profileId } = await callAs(person, 'POST', '/profiles', { name: 'Marathon' });
    const answer = await create(person, { profile_id: profileId, expires_in_days: ' 7 ' });
    expect([answer.status, locationOf(answer)]).toEqual([303, `${PATH}?notice=created#active`]);
    await create(person);
    const [one, all] = await linksOf(person);
    expect([one, all]).toMatchObject([{ profile_id: profileId }, { profile_id: null, expires_at: null }]);
    expect(Date.parse(one?.expires_at ?? '') - Date.parse(one?.created_at ?? '')).toBe(7 * DAY_MS);
    expect(await addressesOn(person)).toEqual([all?.url, one?.url]);
    expect((await open(one?.url ?? '')).html).toContain('Marathon');
    const { html } = await open(`${PATH}?notice=created`, person);
    expect(html).toContain('The link is ready');
    expect(html).toMatch(/<h3[^>]*><bdi>Marathon<\/bdi><\/h3>/);
    expect(html).toMatch(/<h3[^>]*>Every diary/);
    // Several links may be of one diary: when each began tells their buttons apart.
    for (const { id } of [one, all] as [Link, Link]) {
      expect(html).toContain(`<dd id="created-${id}">`);
      expect(html).toContain(`aria-describedby="${id} created-${id}">Withdraw`);
    }
  });

  proves(['C8.links'], 'tells diaries of the same name apart, also those of one minute', async () => {
    const person = await newPerson({ timeZone: 'UTC' });
    const twins = [
      await callAs(person, 'POST', '/profiles', { name: 'Ana' }),
      await callAs(person, 'POST', '/profiles', { name: 'Ana' }),
    ];
    for (const { id } of twins)
      await onDatabase((db) =>
        db
          .collection<{ _id: string }>('profiles')
          .updateOne({ _id: id }, { $set: { created_at: new Date(Date.UTC(2026, 9, 1, 9)) } }),
      );
    await create(person, { profile_id: twins[1].id });
    const { html } = await open(PATH, person);
    const named = [...html.matchAll(/<(?:option|h3) .*?>(.*?)<\/(?:option|h3)>/g)].map(([, name]) => name);
    expect(named.map((name) => name?.replaceAll(/<.*?>/g, '').replaceAll('\u00a0', ' '))).toEqual([
      'My diary',
      'Ana (no. 1, created 1 Oct 2026, 09:00 UTC)',
      'Ana (no. 2, created 1 Oct 2026, 09:00 UTC)',
      'Every diary, including new ones',
      'Ana (no. 2, created 1 Oct 2026, 09:00 UTC)',
    ]);
  });

  proves(['C8.links', 'C8.sent_twice'], 'is created once, however often its form is sent', async () => {
    const person = await newPerson();
    const { html } = await open(PATH, person);
    const id = /name="id" value="(lnk_[^"]+)"/.exec(html)?.[1] ?? '';
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(person, { id })));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    expect(await linksOf(person)).toMatchObject([{ id }]);
    // The next form makes another link; an id that is not ours makes one, too.
    await create(person, { id: 'lnk_mine' });
    expect(await linksOf(person)).toHaveLength(2);
  });

  proves(['C8.action'], 'is not created if the form asks for another action', async () => {
    const person = await newPerson();
    for (const fields of [{ action: 'delete' }, { action: 'Create' }, { action: '' }, {}]) {
      const answer = await postAs(person, PATH, { profile_id: '', expires_in_days: '', ...fields });
      expect([fields, answer.status]).toEqual([fields, 400]);
      expect(answer.html).toContain('That did not work');
    }
    expect(await linksOf(person)).toEqual([]);
  });

  proves(['C8.field_errors', 'Z.limits'], 'is not created beyond 500, and the form says so', async () => {
    const person = await newPerson();
    await create(person);
    const [{ id }] = (await linksOf(person)) as [Link];
    await onDatabase(async (db) => {
      const stored = db.collection<{ _id: string }>('share_links');
      const link = await stored.findOne({ _id: id });
      const others = Array.from({ length: LIMITS.shareLinksPerAccount - 1 }, (_, number) => ({
        ...link,
        _id: `${id}-${number}`,
        secret_hash: `${id}-${number}`,
      }));
      await stored.insertMany(others);
    });
    const { status, html } = await create(person, { expires_in_days: '12' });
    expect(status).toBe(400);
    expect(html).toMatch(/role="alert">You have reached the limit of 500 active links/);
    expect(html).toContain('name="expires_in_days" value="12"');
    expect(await linksOf(person)).toHaveLength(LIMITS.shareLinksPerAccount);
  });

  proves(
    ['C13.form', 'C13.shows'],
    'shows what is ticked, and the page says so before it is made',
    async () => {
      const person = await newPerson();
      const { page, close } = await visitAs(person);
      await page.goto(`${site.url}${PATH}?language=en`);
      for (const kind of ['sleep', 'notes in your own words', 'targets'])
        await page.getByRole('checkbox', { name: kind }).uncheck();
      await page.getByLabel('From which day').fill('2026-11-01');
      await page.getByLabel('Up to which day').fill('2026-11-30');
      await page.getByLabel('Whom or what it is for').fill('<b>Marta</b>');
      await page.getByRole('button', { name: 'What will it show?' }).click();
      expect(await page.getByRole('status').textContent()).toBe(
        'The link will show meals and activity – \u2068My diary\u2069, from 1 November 2026 to 30 November 2026. It will work for 30 days. It is not made yet.',
      );
      expect(await linksOf(person)).toEqual([]);
      await page.getByRole('button', { name: 'Create link' }).click();
      await page.getByRole('status').getByText('The link is ready').waitFor();
      const limits = {
        label: '<b>Marta</b>',
        shows: ['meals', 'activity'],
        from: '2026-11-01',
        to: '2026-11-30',
      };
      expect(await linksOf(person)).toMatchObject([limits]);
      await page.getByRole('heading', { name: '<b>Marta</b>' }).waitFor();
      expect(await page.locator('.facts').textContent()).toMatch(
        /My diary\s+What it showsmeals and activity\s+Daysfrom 1 November 2026 to 30 November 2026/,
      );
      await close();
    },
  );

  proves(
    ['C8.field_errors', 'C13.form'],
    'is not made without a kind, nor of days that are none',
    async () => {
      const person = await newPerson();
      const wrong = [
        { shows: '' },
        { shows: 'steps' },
        { from: 'soon' },
        { to: '2026-02-30' },
        { from: '2026-11-02', to: '2026-11-01' },
        { label: 'x'.repeat(81) },
        { label: '\u200b\u200b' },
      ];
      for (const fields of wrong) {
        const { status, html } = await create(person, fields);
        expect([fields, status]).toEqual([fields, 400]);
        expect(html).toMatch(/autofocus/);
        expect(html).toMatch(/class="error" id="(shows|from|to|label)-error"/);
      }
      expect(await linksOf(person)).toEqual([]);
    },
  );

  proves(['C8.field_errors'], 'requires days within bounds and an existing diary', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const foreign = (await callAs(other, 'POST', '/profiles', { name: 'Theirs' })).id;
    const wrong = [
      ...['0', '-1', '366', '1.5', '1e2', 'soon', '<b>'].map((expires_in_days) => ({ expires_in_days })),
      ...['prof_x', foreign, '<b>'].map((profile_id) => ({ profile_id })),
    ];
    for (const fields of wrong) {
      const { status, html } = await create(person, { expires_in_days: '12', ...fields });
      const field = 'profile_id' in fields ? 'profile' : 'days';
      expect([fields, status]).toEqual([fields, 400]);
      expect(html).toContain('<title>Not yet: Shared links');
      expect(html).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true" autofocus`));
      expect(html).toContain(`id="${field}-error"`);
      expect(html).not.toContain('<b>');
      if (field === 'profile') expect(html).toContain('name="expires_in_days" value="12"');
    }
    expect(await linksOf(person)).toEqual([]);
  });
});

describe('an existing link', () => {
  proves(['C8.links', 'H17'], 'shows how often it was opened, and does not work once withdrawn', async () => {
    const person = await newPerson({ timeZone: 'UTC' });
    await create(person);
    await create(person, { expires_in_days: '1' });
    const [kept, link] = (await linksOf(person)) as [Link, Link];
    const { html } = await open(PATH, person);
    expect(html).toMatch(/Views<\/dt><dd>0<\/dd>/);
    expect(html).toMatch(/Ends<\/dt><dd>\d+ \w+ \d{4}, \d\d:\d\d UTC<\/dd>/);
    await open(link.url);
    await open(link.url);
    await open(link.url, { method: 'HEAD' });
    const seen = /Views<\/dt><dd>2 <small>last \d+ \w+ \d{4}, \d\d:\d\d UTC<\/small>/;
    await eventually(async () => seen.test((await open(PATH, person)).html), 'the views to be counted');

    const answer = await revoke(person, link.id);
    expect([answer.status, locationOf(answer)]).toEqual([303, `${PATH}?notice=revoked#active`]);
    expect((await open(link.url)).status).toBe(410);
    expect(await addressesOn(person)).toEqual([kept.url]);
    expect((await open(`${PATH}?notice=revoked`, person)).html).toContain('The link is withdrawn');
    // Sent again, as from another tab, it changes nothing.
    expect((await revoke(person, link.id)).status).toBe(303);
    expect((await open(kept.url)).status).toBe(200);
  });

  proves(['C8.own_pages_only', 'H20'], 'can be seen and withdrawn by its owner only', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    await create(other);
    const [link] = (await linksOf(other)) as [Link];
    await revoke(person, link.id);
    expect((await open(link.url)).status).toBe(200);
    expect(await addressesOn(person)).toEqual([]);
    // A form with its id does not take it over either.
    await create(person, { id: link.id });
    expect(await linksOf(person)).toEqual([]);
    expect(await linksOf(other)).toMatchObject([{ id: link.id }]);
  });

  for (const javaScriptEnabled of [true, false])
    proves(
      ['C8.links', 'C8.without_script', 'C8.accessible'],
      `can be created, copied and withdrawn by keyboard, with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`,
      async () => {
        const person = await newPerson();
        const { page, complaints, close } = await visitAs(person, {
          javaScriptEnabled,
          permissions: ['clipboard-read', 'clipboard-write'],
        });
        await page.goto(site.url + PATH);
        await page.getByLabel('Days until it ends').fill('5');
        await page.getByLabel('Days until it ends').press('Enter');
        await page.getByRole('status').getByText('The link is ready').waitFor();
        const [link] = (await linksOf(person)) as [Link];
        const address = page.getByLabel('Address');
        expect(await address.inputValue()).toBe(link.url);
        expect(await address.isEditable()).toBe(false);
        const copy = page.getByRole('button', { name: 'Copy' });
        if (javaScriptEnabled) {
          await copy.press('Enter');
          await page.getByRole('button', { name: 'Copied' }).waitFor();
          expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link.url);
        } else expect(await copy.count()).toBe(0);
        await page.getByRole('button', { name: 'Withdraw' }).press('Enter');
        await page.getByRole('status').getByText('The link is withdrawn').waitFor();
        expect((await open(link.url)).status).toBe(410);
        expect(complaints).toEqual([]);
        await close();
      },
    );
});
