import { afterAll, describe, expect } from '@jest/globals';
import { accessibilityFindings, closeBrowser } from '../pages/browser.ts';
import { clockIn, meal, zoneOfAnotherDay } from '../rest/samples.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { callAs, newPerson, type Person, profilesOf, visitAs } from './diary-person.ts';
import { open, postAs } from './steps.ts';

const PATH = '/account/profiles';

afterAll(closeBrowser);

const targetsOf = async (person: Person) => (await callAs(person, 'GET', '/days/2026-10-04')).targets;

/** The ids of the fields marked as wrong, each with its message. */
const errorsIn = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<p class="error" id="([^"]+)-error">([^<]+)/g)].map(([, id, text]) => [id, text]),
  );

describe('the time zone of a profile', () => {
  proves(['C8.profiles', 'C2.zone_changed'], 'decides what day it is and moves no old records', async () => {
    const person = await newPerson({ timeZone: 'UTC' });
    const { day } = await callAs(person, 'POST', '/meals', meal);
    const zone = zoneOfAnotherDay();
    expect((await postAs(person, PATH, { action: 'save', time_zone: zone.toLowerCase() })).status).toBe(303);
    expect(await profilesOf(person)).toMatchObject([{ time_zone: zone }]);
    const today = await callAs(person, 'GET', '/meals');
    expect(today.day).toBe(clockIn(zone).slice(0, 10));
    expect(today.day).not.toBe(day);
    expect(today.meals).toEqual([]);
    expect((await callAs(person, 'GET', `/meals?day=${day}`)).meals).toHaveLength(1);
  });

  proves(['C8.field_errors'], 'must exist', async () => {
    const person = await newPerson({ timeZone: 'UTC' });
    for (const time_zone of ['Mars/Base', '+02:00', 'Europe/Madrid; DROP', '', '🙂']) {
      const answer = await postAs(person, PATH, { action: 'save', time_zone });
      expect(answer.status).toBe(400);
      expect(errorsIn(answer.html)).toEqual({ 'time_zone-0': expect.stringContaining('no such time zone') });
    }
    expect(await profilesOf(person)).toMatchObject([{ time_zone: 'UTC' }]);
  });

  proves(['C8.profiles'], "can be set to the browser's by one button", async () => {
    const person = await newPerson({ timeZone: 'UTC' });
    const { page, close } = await visitAs(person, { timezoneId: 'America/Bogota' });
    await page.goto(site.url + PATH);
    await page.getByLabel('Energy').fill('2100');
    await page.getByRole('button', { name: 'this browser’s time zone' }).click();
    await page.getByRole('status').waitFor();
    expect(await page.getByLabel('Time zone').inputValue()).toBe('America/Bogota');
    expect(await page.getByLabel('Energy').inputValue()).toBe('2100');
    await close();
  });

  proves(['C8.without_script'], 'is not suggested without JavaScript', async () => {
    const { page, close } = await visitAs(await newPerson(), { javaScriptEnabled: false });
    await page.goto(site.url + PATH);
    expect(await page.getByLabel('Time zone').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'time zone' }).count()).toBe(0);
    await close();
  });
});

describe('the targets of a profile', () => {
  const NONE = {
    kcal: null,
    protein_g: null,
    carbs_g: null,
    fat_g: null,
    fiber_g: null,
    sugar_g: null,
    sodium_mg: null,
    steps: null,
    exercise_minutes: null,
    sleep_minutes: null,
  };

  proves(['C3.targets', 'C8.languages'], 'are set, shown in days and reports, and removed', async () => {
    const person = await newPerson();
    expect(await targetsOf(person)).toBeNull();
    await postAs(person, PATH, {
      action: 'save',
      kcal: '2000',
      fat_g: '72,5',
      sugar_g: '0',
      sleep_minutes: '1440',
    });
    const set = { ...NONE, kcal: 2000, fat_g: 72.5, sugar_g: 0, sleep_minutes: 1440 };
    expect(await targetsOf(person)).toEqual(set);
    for (const [language, written] of [
      ['en', '72.5'],
      ['es', '72,5'],
      ['ru', '72,5'],
    ])
      expect((await open(`${PATH}?language=${language}`, person)).html).toContain(
        `name="fat_g" value="${written}"`,
      );
    expect((await callAs(person, 'GET', '/reports/weekly')).targets).toEqual(set);
    const cleared = Object.fromEntries(Object.keys(NONE).map((field) => [field, '']));
    await postAs(person, PATH, { action: 'save', ...cleared });
    expect(await targetsOf(person)).toBeNull();
  });

  proves(['C3.targets', 'C8.field_errors'], 'must be numbers within their bounds', async () => {
    const person = await newPerson();
    const wrong: [string, string][] = [
      ['kcal', '-1'],
      ['kcal', '20000.01'],
      ['kcal', '2.000'],
      ['protein_g', 'much'],
      ['carbs_g', '1e3'],
      ['fat_g', 'NaN'],
      ['fiber_g', '500,5'],
      ['sugar_g', '٣'],
      ['sodium_mg', '100001'],
      ['steps', '10.5'],
      ['exercise_minutes', '1441'],
      ['sleep_minutes', '<b>'],
    ];
    for (const [field, entry] of wrong) {
      const answer = await postAs(person, PATH, { action: 'save', [field]: entry });
      expect(answer.status).toBe(400);
      expect(Object.keys(errorsIn(answer.html))).toEqual([`${field}-0`]);
      expect(answer.html).toMatch(new RegExp(`aria-describedby="[^"]*${field}-0-error" aria-invalid="true"`));
      expect(answer.html).toContain('<title>Not yet: Diaries');
    }
    for (const [language, said] of [
      ['en', 'at most two decimals'],
      ['es', 'dos decimales como máximo'],
      ['ru', 'не больше двух знаков после запятой'],
    ] as const) {
      const path = `${PATH}?language=${language}`;
      const { html } = await postAs(person, path, { action: 'save', protein_g: '0.125' });
      expect(errorsIn(html)).toEqual({ 'protein_g-0': expect.stringContaining(said) });
    }
    expect(await targetsOf(person)).toBeNull();
  });

  for (const javaScriptEnabled of [true, false])
    proves(
      ['C8.field_errors', 'C8.without_script', 'C8.accessible'],
      `keep the input and focus the invalid field, with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`,
      async () => {
        const person = await newPerson();
        const { page, close } = await visitAs(person, { javaScriptEnabled });
        await page.goto(site.url + PATH);
        await page.getByLabel('Steps').fill('9000');
        await page.getByLabel('Protein').fill('-1');
        await page.getByLabel('Protein').press('Enter');
        await page.locator('#protein_g-0-error').waitFor();
        expect(await page.getByLabel('Steps').inputValue()).toBe('9000');
        expect(await page.getByLabel('Protein').inputValue()).toBe('-1');
        if (javaScriptEnabled) {
          expect(await page.evaluate('document.activeElement.name')).toBe('protein_g');
          expect(await accessibilityFindings(page)).toEqual([]);
        }
        await page.getByLabel('Protein').fill('90');
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.getByRole('status').waitFor();
        expect(await targetsOf(person)).toEqual({ ...NONE, steps: 9000, protein_g: 90 });
        await close();
      },
    );
});

describe('a person with two tabs', () => {
  proves(['C8.sent_twice'], 'is warned before overwriting a change from the other one', async () => {
    const person = await newPerson();
    const { page: first, close } = await visitAs(person);
    const second = await first.context().newPage();
    for (const page of [first, second]) await page.goto(site.url + PATH);
    await first.getByLabel('Energy').fill('2000');
    await first.getByRole('button', { name: 'Save', exact: true }).click();
    await first.getByRole('status').waitFor();
    await second.getByLabel('Steps').fill('9000');
    await second.getByRole('button', { name: 'Save', exact: true }).click();
    await second.getByRole('alert').getByText('changed meanwhile').waitFor();
    expect(await targetsOf(person)).toMatchObject({ kcal: 2000, steps: null });
    expect(await second.getByLabel('Steps').inputValue()).toBe('9000');
    await second.getByRole('button', { name: 'Save', exact: true }).click();
    await second.getByRole('status').waitFor();
    expect(await targetsOf(person)).toMatchObject({ kcal: null, steps: 9000 });
    await close();
  });

  proves(['C8.sent_twice'], 'changes one profile once, even with concurrent forms', async () => {
    const person = await newPerson();
    const form = { action: 'save', revision: '0' };
    const same = await Promise.all(
      Array.from({ length: 5 }, () => postAs(person, PATH, { ...form, kcal: '2000' })),
    );
    expect(same.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
    const different = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        postAs(person, PATH, { ...form, revision: '1', kcal: String(1000 + index) }),
      ),
    );
    expect(different.filter(({ status }) => status === 303)).toHaveLength(1);
  });
});
