import { afterAll, describe, expect } from '@jest/globals';
import { HtmlValidate } from 'html-validate';
import { accessibilityFindings, closeBrowser, LANGUAGES, PHONE } from '../pages/browser.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { callAs, locationOf, newPerson, visitAs } from './diary-person.ts';
import { act, DAY, pathOf, read, recordDay } from './record-steps.ts';
import { open, post, postAs } from './steps.ts';

afterAll(closeBrowser);

describe('the page of a record', () => {
  proves(['C10.page', 'C10.unchanged'], 'changes nothing where its form comes back as it was', async () => {
    const person = await newPerson();
    const ids = await recordDay(person);
    const { page, complaints, close } = await visitAs(person, { javaScriptEnabled: false });
    for (const id of ids) {
      const before = await read(person, id);
      await page.goto(site.url + pathOf(id));
      await page.locator('button[value=correct]').press('Enter');
      await page.getByRole('status').getByText('Nothing was changed').waitFor();
      expect(await read(person, id)).toEqual(before);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  proves(
    ['C10.page', 'C8.record_page', 'C8.without_script'],
    'corrects a meal by the fields of the contract, and shows what changed',
    async () => {
      const person = await newPerson();
      const [id = ''] = await recordDay(person);
      const { page, close } = await visitAs(person, { javaScriptEnabled: false });
      await page.goto(site.url + pathOf(id));
      await page.locator('summary', { hasText: 'Soup' }).click();
      await page.locator('#kcal-i1').fill('120,5');
      await page.locator('#weight_g-i1').fill('');
      await page.locator('#description').fill('Two\nlines');
      await page.locator('#eaten_at').fill('2026-10-05T08:30');
      await page.locator('summary', { hasText: 'Bread' }).click();
      await page.locator('[name="remove_items-i2"]').check();
      await page.locator('button[value=correct]').press('Enter');
      await page.getByRole('status').getByText('Your correction is saved').waitFor();
      const { record, versions } = await read(person, id);
      expect(record).toMatchObject({
        day: '2026-10-05',
        eaten_at: '2026-10-05T08:30:00+02:00',
        description: 'Two\nlines',
        updated_by: { by: 'person', client_name: null },
        client_name: 'Test assistant',
        version: 2,
      });
      expect(record.items).toMatchObject([
        { id: 'i1', name: 'Soup', kcal: 120.5, fat_g: 3.333, weight_g: null },
      ]);
      expect(versions).toHaveLength(2);
      const changed = await page.locator('.changes tbody tr').allInnerTexts();
      expect(changed).toContainEqual(expect.stringMatching(/Soup: Energy, kcal\s+100\s+120.5/));
      // What is gone as a whole is one row.
      expect(changed).toContainEqual(
        expect.stringMatching(/^Food\s+Bread of <rye>\s+Energy, kcal: 80; Protein, g: 3; /),
      );
      expect(changed).toHaveLength(5);
      expect(await page.locator('.changes del').allInnerTexts()).toContain('Bread of <rye>');
      expect(await page.locator('.changes ins').allInnerTexts()).toContain('Two\nlines');
      await close();
    },
  );

  proves(['C10.page'], 'corrects a record of every other kind', async () => {
    const person = await newPerson();
    const [, activity = '', sleep = '', note = ''] = await recordDay(person);
    await act(person, activity, 'correct', {
      steps: '9000',
      'type-new': 'Swim',
      'kcal-new': '210',
      'minutes-1': '',
    });
    expect((await read(person, activity)).record).toMatchObject({
      steps: 9000,
      workouts: [
        { type: 'Run', minutes: null, kcal: null },
        { type: 'Swim', minutes: null, kcal: 210 },
      ],
    });
    await act(person, sleep, 'correct', { bedtime: '', wake_time: '07:05' });
    expect((await read(person, sleep)).record).toMatchObject({
      bedtime: null,
      wake_time: '07:05',
      asleep_minutes: 440,
    });
    await act(person, note, 'correct', { text: 'Other\r\nwords', 'remove_links-1': 'on', 'when-1': 'early' });
    expect((await read(person, note)).record).toMatchObject({
      text: 'Other\nwords',
      links: [],
      statements: [{ kind: 'activity', text: 'Ran', when: 'early' }],
    });
  });

  proves(['C10.page', 'C8.field_errors'], 'says at the field what cannot be taken', async () => {
    const person = await newPerson();
    const [id = ''] = await recordDay(person);
    const before = await read(person, id);
    for (const [name, value] of [
      ['name-i1', ''],
      ['name-i1', 'x'.repeat(201)],
      ['kcal-i2', '20001'],
      ['kcal-i2', '2.000'],
      ['weight_g-i1', '0'],
      ['confidence', '2'],
      ['eaten_at', '2026-13-04T13:05'],
      ['meal_type', 'brunch'],
    ] as const) {
      const { status, html } = await act(person, id, 'correct', { [name]: value, notes: 'Kept' });
      expect([name, value, status]).toEqual([name, value, 400]);
      expect(html).toContain(`id="${name}-error"`);
      expect(html).toMatch(/<textarea[^>]*name="notes"[^>]*>\nKept</);
    }
    const all = { 'remove_items-i1': 'on', 'remove_items-i2': 'on' };
    expect((await act(person, id, 'correct', all)).status).toBe(400);
    expect((await act(person, id, 'burn')).status).toBe(400);
    expect(await read(person, id)).toEqual(before);
  });

  proves(['C10.page'], 'gives the later of two tabs both texts', async () => {
    const person = await newPerson();
    const [id = ''] = await recordDay(person);
    await callAs(person, 'PATCH', `/meals/${id}`, { description: 'Theirs', remove_items: ['i2'] });
    const { status, html } = await act(person, id, 'correct', {
      version: '1',
      description: 'Mine',
      'kcal-i2': '81',
    });
    expect(status).toBe(409);
    expect(html).toMatch(/<textarea[^>]*name="description"[^>]*>\nMine<\/textarea>.*<ins>Theirs<\/ins>/s);
    expect(html).toContain('<dd dir="auto">81</dd>');
    expect(html).toContain('name="version" value="2"');
    expect((await read(person, id)).record).toMatchObject({ version: 2, description: 'Theirs' });
    // What both changed alike, and what the other tab changed, is no conflict.
    const same = await act(person, id, 'correct', { version: '1', description: 'Theirs' });
    expect(locationOf(same)).toContain('notice=unchanged');
  });

  proves(['C10.put_back', 'C8.sent_twice'], 'puts back versions and what was deleted, once', async () => {
    const person = await newPerson();
    for (const id of await recordDay(person)) {
      const { record, kind } = await read(person, id);
      await postAs(person, `/report/records/${kind}/${id}/delete`);
      expect((await open(pathOf(id), person)).html).toContain('This record is deleted');
      for (let times = 0; times < 2; times += 1)
        expect(locationOf(await act(person, id, 'restore', { version: '2' }))).toContain('notice=restored');
      const { record: back, deleted } = await read(person, id);
      const { version, updated_by, updated_at, ...content } = back;
      expect(record).toMatchObject(content);
      expect([version, updated_by.by, deleted]).toEqual([3, 'person', false]);
    }
    await callAs(person, 'PUT', `/days/${DAY}/sleep`, { asleep_minutes: 1 });
    const { id } = (await callAs(person, 'GET', `/days/${DAY}`)).sleep;
    await callAs(person, 'DELETE', `/sleep/${id}`);
    await callAs(person, 'PUT', `/days/${DAY}/sleep`, { asleep_minutes: 2 });
    expect((await act(person, id, 'restore')).status).toBe(409);
    expect((await read(person, id)).versions.at(-1).action).toBe('deleted');
    expect((await act(person, id, 'restore', { version: '99' })).status).toBe(400);
  });

  proves(['C8.own_pages_only', 'H27'], "is another account's 404, and changes nothing there", async () => {
    const [person, owner] = [await newPerson(), await newPerson()];
    for (const id of await recordDay(owner)) {
      const before = await read(owner, id);
      expect((await open(pathOf(id), person)).status).toBe(404);
      for (const action of ['correct', 'restore', 'delete_for_good'])
        expect((await act(person, id, action, { sure: 'on', text: 'x', steps: '1' })).status).toBe(404);
      const unsigned = await post(pathOf(id), { action: 'delete_for_good', sure: 'on' }, owner);
      expect(unsigned.status).toBe(403);
      expect(await read(owner, id)).toEqual(before);
    }
    for (const id of ['meal_none', 'acc_1', '__proto__'])
      expect((await open(pathOf(id), person)).status).toBe(404);
  });
});

describe('/report', () => {
  proves(
    ['C10.put_back', 'C8.report'],
    'lists what was changed lately, each put back by one button',
    async () => {
      const person = await newPerson();
      const [meal = '', activity = '', sleep = '', note = ''] = await recordDay(person);
      const address = `/report?period=daily&day=${DAY}`;
      expect((await open(address, person)).html).not.toContain('Recently changed');
      await act(person, meal, 'correct', { description: 'First' });
      await callAs(person, 'PATCH', `/meals/${meal}`, { description: 'Second' });
      await act(person, sleep, 'correct', { asleep_minutes: '400' });
      await callAs(person, 'DELETE', `/activity/${activity}`);
      const { page, complaints, close } = await visitAs(person, { javaScriptEnabled: false });
      await page.goto(site.url + address);
      // Of each record the last change, the newest first; each record of the report leads to its page.
      await page.getByText('can be put back').click();
      const cards = page.locator('#changes li');
      expect(await cards.locator('h3').allInnerTexts()).toEqual([
        'Activity of a day',
        'Sleep of a night',
        'Lunch: soup, bread of <rye>',
      ]);
      for (const id of [meal, sleep, note])
        expect(await page.locator(`.unfolded:not(#changes) a[href^="${pathOf(id)}?"]`).count()).toBe(1);
      for (const name of ['Activity', 'Lunch']) {
        await cards.filter({ hasText: name }).getByRole('button').press('Enter');
        await page.getByRole('status').getByText('put back as it was').waitFor();
        expect(new URL(page.url()).searchParams.get('day')).toBe(DAY);
        await page.getByText('can be put back').click();
      }
      expect((await read(person, meal)).record).toMatchObject({ description: 'First', version: 4 });
      expect((await read(person, activity)).record).toMatchObject({ steps: 8400, version: 3 });
      expect((await read(person, sleep)).record).toMatchObject({ asleep_minutes: 400, version: 2 });
      expect(complaints).toEqual([]);
      await close();
    },
  );

  proves(
    ['C10.corrected', 'C8.shared_report'],
    'says what the person corrected, as a shared page does',
    async () => {
      const person = await newPerson();
      const ids = await recordDay(person);
      const { url } = await callAs(person, 'POST', '/share-links', {});
      const countOf = async (address: string, words: string) =>
        (await open(`${address}?period=daily&day=${DAY}`, person)).html.split(words).length - 1;
      expect(await countOf('/report', 'corrected by')).toBe(0);
      const fields = ['notes', 'source_app', 'source_app', 'language'];
      for (const [index, id] of ids.entries())
        await act(person, id, 'correct', { [fields[index] ?? '']: 'en' });
      expect(await countOf('/report', 'corrected by you')).toBe(4);
      expect(await countOf(url, 'corrected by the person')).toBe(4);
      expect(await countOf(url, 'corrected by you')).toBe(0);
      expect(await countOf(url, '/report/records')).toBe(0);
      // What an assistant corrects after that is the assistant's.
      await callAs(person, 'PATCH', `/meals/${ids[0]}`, { notes: 'x' });
      expect(await countOf('/report', 'corrected by you')).toBe(3);
    },
  );
});

describe('the page of a record, as a page', () => {
  proves(
    ['C8.record_page', 'C8.accessible', 'C8.languages'],
    'is sound in every language and state',
    async () => {
      const person = await newPerson();
      const ids = await recordDay(person);
      const [meal = ''] = ids;
      for (let kcal = 1; kcal <= 40; kcal += 1)
        await callAs(person, 'PATCH', `/meals/${meal}`, { items: [{ id: 'i1', kcal }] });
      const validator = new HtmlValidate({
        extends: ['html-validate:recommended'],
        rules: { 'long-title': 'off' },
      });
      const { page, complaints, origins, close } = await visitAs(person, {
        viewport: PHONE,
        colorScheme: 'dark',
      });
      for (const language of LANGUAGES)
        for (const id of ids) {
          const path = `${pathOf(id)}?language=${language}`;
          const { html } = await open(path, person);
          const { results } = await validator.validateString(html);
          expect([path, results.flatMap(({ messages }) => messages.map(({ message }) => message))]).toEqual([
            path,
            [],
          ]);
          await page.goto(site.url + path);
          expect([path, await accessibilityFindings(page)]).toEqual([path, []]);
          const widerBy = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
          expect([path, await page.evaluate(widerBy)]).toEqual([path, 0]);
        }
      await page.goto(site.url + pathOf(meal));
      expect(await page.locator('.versions > li').count()).toBe(20);
      await page.getByRole('link', { name: 'Earlier versions' }).press('Enter');
      await page.getByRole('heading', { name: 'Version 21', exact: true }).waitFor();
      expect(await page.locator('.versions > li').count()).toBe(20);
      await page.getByRole('link', { name: 'Earlier versions' }).press('Enter');
      await page.getByRole('heading', { name: 'Version 1', exact: true }).waitFor();
      expect(await page.locator('.versions > li').count()).toBe(1);
      expect(complaints).toEqual([]);
      expect([...origins]).toEqual([site.url]);
      await close();
    },
  );
});
