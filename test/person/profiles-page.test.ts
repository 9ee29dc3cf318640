import { afterAll, describe, expect } from '@jest/globals';
import type { Profile } from 'shared/contract/operations/profiles.ts';
import { QUIET_AFTER_MS } from 'shared/deadlines.ts';
import { defaultProfileId } from 'shared/records/profiles.ts';
import { scrape, sumOf } from '../operation/scrape.ts';
import { closeBrowser } from '../pages/browser.ts';
import { meal } from '../rest/samples.ts';
import { call, csrfIn } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { callAs, locationOf, newPerson, type Person, profilesOf, visitAs } from './diary-person.ts';
import { open, postAs } from './steps.ts';

const PATH = '/account/profiles';

afterAll(closeBrowser);

const add = async (person: Person, name: string, fields: Record<string, string> = {}): Promise<Profile> => {
  const answer = await postAs(person, PATH, { action: 'add', name, ...fields });
  expect(answer.status).toBe(303);
  const added = (await profilesOf(person)).find((profile) => profile.name === name);
  if (!added) throw new Error(`no profile ${name}`);
  return added;
};

describe('the profiles of a person', () => {
  proves(['C8.profiles', 'C8.sent_twice'], 'are added once, however often the form is sent', async () => {
    const person = await newPerson({ timeZone: 'Europe/Madrid' });
    const { html } = await open(PATH, person);
    const place = /name="place" value="(\d+)"/.exec(html)?.[1] ?? '';
    const form = { action: 'add', name: ' Marathon ', place, time_zone: 'America/Bogota' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => postAs(person, PATH, form)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    expect(await profilesOf(person)).toMatchObject([
      { is_default: true, time_zone: 'Europe/Madrid' },
      { name: 'Marathon', is_default: false, time_zone: 'America/Bogota' },
    ]);
  });

  proves(['C8.profiles'], 'can have the same name', async () => {
    const person = await newPerson();
    for (const place of ['1', '2']) await add(person, 'Marathon', { place });
    expect((await profilesOf(person)).map(({ name }) => name)).toEqual([
      expect.anything(),
      'Marathon',
      'Marathon',
    ]);
  });

  proves(
    ['C8.profiles', 'C2.zone'],
    'start in the time zone of the default one if the browser gives none',
    async () => {
      const person = await newPerson({ timeZone: 'Asia/Tokyo' });
      expect(await add(person, 'Plain')).toMatchObject({ time_zone: 'Asia/Tokyo' });
      expect(await add(person, 'Mars', { time_zone: 'Mars/Base' })).toMatchObject({
        time_zone: 'Asia/Tokyo',
      });
    },
  );

  proves(['C8.profiles'], 'are 20 at most, whatever place a form names', async () => {
    const person = await newPerson();
    const names = Array.from({ length: 19 }, (_, index) => `Diary ${index}`);
    for (const name of names) await add(person, name, { place: '99' });
    const { html } = await open(PATH, person);
    expect(html).toContain('there is no room for another');
    const refused = await postAs(person, PATH, { action: 'add', name: 'One more' });
    expect(refused.status).toBe(400);
    expect(await profilesOf(person)).toHaveLength(20);
  });

  proves(['C8.profiles', 'C8.report'], 'take little room on a phone, even if there are many', async () => {
    const person = await newPerson();
    for (let times = 0; times < 3; times += 1) await add(person, `Diary ${times}`);
    const { page, close } = await visitAs(person, { viewport: { width: 390, height: 800 } });
    const choices = page.getByRole('navigation', { name: 'Diaries' }).getByRole('link');
    await page.goto(`${site.url}/report`);
    expect(await choices.count()).toBe(4);
    await add(person, 'One more');
    await page.reload();
    expect(await choices.count()).toBe(0);
    await page.locator('summary', { hasText: 'Diaries' }).click();
    await choices.getByText('One more').click();
    await page.getByRole('heading', { level: 1, name: 'One more' }).waitFor();
    await page.goto(site.url + PATH);
    for (const summary of await page.locator('details > summary').all())
      expect((await summary.boundingBox())?.height).toBeLessThan(60);
    await close();
  });

  proves(['C8.profiles'], 'can be renamed, even to what looks like markup, which stays text', async () => {
    const person = await newPerson();
    const name = '<script>alert(1)</script><b>Аня</b> עברית';
    expect((await postAs(person, PATH, { action: 'save', name })).status).toBe(303);
    expect(await profilesOf(person)).toMatchObject([{ name }]);
    const { page, complaints, close } = await visitAs(person);
    await page.goto(site.url + PATH);
    expect(await page.locator('summary bdi').textContent()).toBe(name);
    expect(await page.locator('main script, main b').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  proves(
    ['C8.profiles', 'C1.code_points'],
    'can have names of 60 characters outside the basic plane, typed in a browser',
    async () => {
      const person = await newPerson();
      const { page, close } = await visitAs(person);
      const typeInto = async (id: string, name: string, button: string) => {
        await page.goto(site.url + PATH);
        const field = page.locator(id);
        await field.fill('');
        await page.keyboard.insertText(name);
        await field
          .locator('xpath=ancestor::form')
          .getByRole('button', { name: button, exact: true })
          .click();
        await page.getByRole('status').waitFor();
      };
      const [renamed, added] = ['🍎'.repeat(60), '🥕'.repeat(60)];
      await typeInto('#name-0', renamed, 'Save');
      await typeInto('#new-name', added, 'Add');
      await close();
      expect((await profilesOf(person)).map(({ name }) => name)).toEqual([renamed, added]);
    },
  );

  proves(['C8.profiles'], 'can become the default one, which cannot be deleted', async () => {
    const person = await newPerson();
    const first = (await profilesOf(person))[0] as Profile;
    const second = await add(person, 'Second');
    const makeDefault = (id: string) => postAs(person, PATH, { action: 'make_default', profile_id: id });
    const racing = Array.from({ length: 6 }, (_, turn) => makeDefault(turn % 2 ? first.id : second.id));
    for (const { status } of await Promise.all(racing)) expect(status).toBe(303);
    expect((await profilesOf(person)).filter(({ is_default }) => is_default)).toHaveLength(1);
    expect((await makeDefault(second.id)).status).toBe(303);
    await callAs(person, 'POST', '/meals', meal);
    expect((await callAs(person, 'GET', '/meals')).profile_id).toBe(second.id);
    const refused = await postAs(person, `${PATH}/${second.id}/delete`);
    expect(locationOf(refused)).toBe(`${PATH}/${second.id}/delete`);
    const { html } = await open(locationOf(refused), person);
    expect(html).toContain('cannot be deleted');
    expect(html).not.toContain('Delete the diary and its records');
    expect(await profilesOf(person)).toHaveLength(2);
  });
});

describe('a profile that is deleted', () => {
  const record = async (person: Person, profile: Profile) => {
    const of = `?profile_id=${profile.id}`;
    await callAs(person, 'POST', '/meals', { ...meal, profile_id: profile.id });
    await callAs(person, 'PUT', `/days/2026-10-04/activity${of}`, { steps: 1 });
    await callAs(person, 'PUT', `/days/2026-10-04/sleep${of}`, { score: 1 });
    await callAs(person, 'POST', '/wellbeing', { text: 'Fine', profile_id: profile.id });
  };
  const recordsOf = (profile: { id: string }) =>
    onDatabase(async (db) => {
      const counts = ['meals', 'activity', 'sleep', 'wellbeing'].map((name) =>
        db.collection(name).countDocuments({ profile_id: profile.id }),
      );
      return Promise.all(counts);
    });

  proves(
    ['C8.profiles', 'C8.sent_twice'],
    'is gone with its records, after a question that changes nothing',
    async () => {
      const person = await newPerson();
      const kept = (await profilesOf(person))[0] as Profile;
      const doomed = await add(person, 'Doomed');
      for (const profile of [kept, doomed]) await record(person, profile);
      const link = await callAs(person, 'POST', '/share-links', { profile_id: doomed.id });
      const question = await open(`${PATH}/${doomed.id}/delete`, person);
      expect(question.html).toMatch(/Meals<\/dt><dd>1</);
      // The date tells two of the same name apart.
      const created = /Created<\/dt><dd>(\d+ \w+ \d{4}, \d\d:\d\d UTC)</.exec(question.html)?.[1];
      expect((await open(PATH, person)).html).toContain(`<small>Created ${created}</small>`);
      expect(await recordsOf(doomed)).toEqual([1, 1, 1, 1]);
      for (let times = 0; times < 2; times += 1) {
        const answer = await postAs(person, `${PATH}/${doomed.id}/delete`);
        expect(locationOf(answer)).toBe(`${PATH}?notice=deleted`);
      }
      expect(await profilesOf(person)).toMatchObject([{ id: kept.id }]);
      expect(await recordsOf(doomed)).toEqual([0, 0, 0, 0]);
      expect(await recordsOf(kept)).toEqual([1, 1, 1, 1]);
      expect((await open(link.url)).status).toBe(410);
      expect((await open('/account/links', person)).html).toContain('a deleted diary');
      expect((await open(`${PATH}/${doomed.id}/delete`, person)).status).toBe(404);
      const late = await call('POST', '/meals', {
        token: person.token,
        body: { ...meal, profile_id: doomed.id },
      });
      expect(late.status).toBe(404);
    },
  );

  proves(['H27'], 'is in no answer to a repeated call', async () => {
    const person = await newPerson();
    const doomed = await add(person, 'Doomed');
    const key = { 'idempotency-key': 'k1' };
    const sent = { ...meal, profile_id: doomed.id };
    const { id } = await callAs(person, 'POST', '/meals', sent, key);
    const copied = { days: ['2026-10-05'] };
    await callAs(person, 'POST', `/meals/${id}/copies`, copied, { 'idempotency-key': 'k2' });
    await postAs(person, `${PATH}/${doomed.id}/delete`);
    const answers = await onDatabase((db) =>
      db.collection('idempotency').find({ profile_id: doomed.id }).toArray(),
    );
    expect(answers.map(({ answer }) => answer)).toEqual(['', '']);
    await expect(callAs(person, 'POST', '/meals', sent, key)).rejects.toThrow(/answered 422/);
  });

  proves(['A.removed_twice'], 'is swept again when no call can be in flight any more', async () => {
    const person = await newPerson();
    const doomed = await add(person, 'Doomed');
    await record(person, doomed);
    await postAs(person, `${PATH}/${doomed.id}/delete`);
    expect(sumOf(await scrape('diary'), 'deletion_oldest_seconds', { kind: 'profile' })).toBeGreaterThan(0);
    await onDatabase(async (db) => {
      // Simulates a call that had found the profile earlier, and the time that passes.
      const owner = { account_id: person.account.id, profile_id: doomed.id };
      await db.collection('meals').insertOne({ ...owner, day: '2026-10-04', instant: new Date(), sums: {} });
      const noted = { _id: doomed.id, account_id: person.account.id } as object;
      const before = new Date(Date.now() - QUIET_AFTER_MS - 1000);
      const { matchedCount } = await db
        .collection('removed_profiles')
        .updateOne(noted, { $set: { removed_at: before } });
      expect(matchedCount).toBe(1);
    });
    await eventually(async () => (await recordsOf(doomed)).every((count) => count === 0), 'the sweep');
    const isNoted = () =>
      onDatabase((db) => db.collection('removed_profiles').countDocuments({ account_id: person.account.id }));
    await eventually(async () => (await isNoted()) === 0, 'the note of it to go');
  });
});

describe('the page of the profiles', () => {
  proves(['C8.own_pages_only', 'H20'], 'neither shows nor changes anything of another account', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const foreignProfile = await add(other, 'Theirs');
    const foreign = { profile_id: foreignProfile.id };
    for (const fields of [
      { action: 'save', name: 'Mine' },
      { action: 'save', kcal: '1' },
      { action: 'make_default' },
    ]) {
      const { status, html } = await postAs(person, PATH, { ...fields, ...foreign });
      expect([status, html]).toEqual([404, expect.stringContaining('<title>Not yet: Diaries')]);
    }
    expect((await open(`${PATH}/${foreignProfile.id}/delete`, person)).status).toBe(404);
    await postAs(person, `${PATH}/${foreignProfile.id}/delete`);
    await postAs(person, `${PATH}/${defaultProfileId(other.account.id)}/delete`);
    expect(await profilesOf(other)).toMatchObject([{ is_default: true }, { name: 'Theirs' }]);
    expect((await open(PATH, person)).html).not.toContain('Theirs');
  });

  proves(['C8.action'], 'refuses unknown actions and changes nothing', async () => {
    const person = await newPerson();
    const before = await profilesOf(person);
    for (const fields of [{ action: 'remove' }, { action: 'Save' }, { action: '' }]) {
      const answer = await postAs(person, PATH, { name: 'Changed', ...fields });
      expect([fields, answer.status]).toEqual([fields, 400]);
      expect(answer.html).toContain('That did not work');
    }
    expect(await profilesOf(person)).toEqual(before);
  });

  proves(['A.csrf', 'C8.signed_out'], 'accepts only forms of the signed-in session', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const { html } = await open(PATH, other);
    const csrf = csrfIn(html);
    for (const forged of ['', csrf])
      expect((await postAs(person, PATH, { action: 'add', name: 'Forged', csrf: forged })).status).toBe(403);
    expect(await profilesOf(person)).toHaveLength(1);
    for (const path of [PATH, `${PATH}/x/delete`])
      expect(locationOf(await open(path))).toBe('/signin?notice=signed_out&return_to=%2Faccount%2Fprofiles');
  });
});
