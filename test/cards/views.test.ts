import { beforeAll, describe, expect } from '@jest/globals';
import type { FrameLocator } from 'playwright-core';
import { accessibilityFindings } from '../pages/browser.ts';
import { call } from '../support/client.ts';
import { addPerson, type DiaryPerson } from '../support/diary-people.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { type CardPage, useCardHost } from './card-page.ts';

const openCards = useCardHost();
let person: DiaryPerson;
let page: CardPage;
/** Of the days with a meal the last that is over. */
let day: string;

beforeAll(async () => {
  person = await addPerson(site.dataDir, { days: 40, seed: 4715 });
  const { body } = await call('GET', '/days', { token: person.token });
  day = body.days.filter(({ meal_count }: { meal_count: number }) => meal_count > 1).at(-2).day;
});

const open = async (options?: Parameters<typeof openCards>[1]) => {
  page = await openCards(person.token, options);
};
const press = (card: FrameLocator, name: string | RegExp) =>
  card.getByRole('button', { name }).first().click();
const textOf = async (card: FrameLocator) =>
  String(await card.locator('main').textContent()).replaceAll('\u00a0', ' ');
const read = async (path: string, query = {}) =>
  (await call('GET', path, { token: person.token, query })).body;
const next = (from: string, days: number): string =>
  new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10);

describe('the card of a day', () => {
  proves(['C15.day'], 'shows it, leads to a record and back, and to the days beside it', async () => {
    await open();
    const card = await page.show('get_day', { day });
    await card.locator('figure.plot').waitFor();
    const before = await read(`/days/${day}`);
    const text = await textOf(card);
    for (const meal of before.meals) expect(text).toContain(meal.items[0].name);
    const kcal = Math.round(before.totals.kcal);
    expect(text).toContain(`${kcal.toLocaleString('en-GB')} kcal`);

    await press(card, /Open.*(Breakfast|Lunch|Dinner|Snack)/);
    await card.getByRole('group', { name: 'The whole meal' }).getByRole('button', { name: 'Double' }).click();
    await card.getByText('Saved.').waitFor();
    await press(card, 'Back to the day');
    const after = await read(`/days/${day}`);
    expect(after.totals.kcal).toBeGreaterThan(before.totals.kcal);
    await card
      .getByText(`${Math.round(after.totals.kcal).toLocaleString('en-GB')}`)
      .first()
      .waitFor();

    await press(card, 'The day before');
    const days = await page.sent('tools/call');
    expect(Object(days.at(-1)).arguments.day).toBe(next(day, -1));
    await card
      .locator('h1')
      .getByText(new RegExp(`\\b${Number(next(day, -1).slice(8))}\\b`))
      .waitFor();
  });

  proves(['C15.day'], 'shows the meals alone, and a day without any', async () => {
    await open();
    const meals = await page.show('list_meals', { day });
    await meals.locator('figure.plot').waitFor();
    const empty = await page.show('get_day', { day: '2020-02-29' });
    await empty.getByText('Nothing is recorded for this day.').waitFor();
    // Of the other kinds list_meals says nothing.
    const unfed = await page.show('list_meals', { day: '2020-02-29' });
    await unfed.getByText('No meals are recorded.').waitFor();
    expect(await unfed.getByText('Nothing is recorded').count()).toBe(0);
  });
});

describe('the card of a report', () => {
  proves(
    ['C15.report', 'C15.host'],
    'shows figures, plots with their tables, another range, and the page',
    async () => {
      await open();
      const [from, to] = [next(day, -13), day];
      const card = await page.show('get_report', { from, to });
      await card.locator('#kcal').waitFor();
      const report = await read('/reports', { from, to });
      const text = await textOf(card);
      expect(text).toContain(`${Math.round(report.averages.kcal).toLocaleString('en-GB')} kcal`);
      expect(text).toContain(report.top_foods[0].name);
      // A plot is that of the page: a bar for each day that states it, and a row for each day.
      const known = report.days.filter(({ kcal }: { kcal: number | null }) => kcal !== null).length;
      expect(await card.locator('#kcal g > title').count()).toBe(known);
      expect(await card.locator('#kcal tbody tr').count()).toBe(14);

      await card.getByLabel('From', { exact: true }).fill(next(day, -36));
      await press(card, 'Show');
      await expectRows(card, 6);
      await press(card, 'Open the whole report');
      await page.page.locator('#log', { hasText: 'ui/open-link' }).waitFor();
      expect(await page.sent('ui/open-link')).toEqual([
        { url: `${site.url}/report?from=${next(day, -36)}&to=${to}` },
      ]);

      const days = await page.show('list_days', { from, to });
      await days.locator('#kcal').waitFor();
      expect(await days.locator('#kcal tbody tr').count()).toBe(14);
      const first = days.getByLabel('From', { exact: true });
      await first.fill(next(day, -100));
      await press(days, 'Show');
      await days.getByText(/at most 93\sdays/).waitFor();
      // An end that was left empty stays as it is.
      await first.fill('');
      await press(days, 'Show');
      await eventually(async () => (await first.inputValue()) === from, 'the day before');
      expect(await days.locator('#kcal tbody tr').count()).toBe(14);
    },
  );
  proves(['C15.report', 'C12.compare'], 'puts the days before beside them, and steps with both', async () => {
    await open();
    const [from, to] = [next(day, -13), day];
    const card = await page.show('get_report', { from, to });
    await press(card, 'Compare with the days before');
    await card.locator('#kcal-before').waitFor();
    const energyOf = async (days: { from: string; to: string }) => {
      const { averages, days_with_meals: count } = await read('/reports', days);
      return `${Math.round(averages.kcal).toLocaleString('en-GB')} kcal ${count} days`;
    };
    const before = { from: next(from, -14), to: next(from, -1) };
    const energy = card.locator('.compared tbody tr').first().locator('td');
    const written = async () =>
      (await energy.allTextContents()).map((cell) => cell.replaceAll('\u00a0', ' '));
    expect(await written()).toEqual([await energyOf({ from, to }), await energyOf(before)]);
    expect(await card.locator('#kcal-before tbody tr').count()).toBe(14);
    // Both have one scale.
    const scale = (id: string) => card.locator(`#${id} .grid text`).allTextContents();
    expect(await scale('kcal-before')).toEqual(await scale('kcal'));
    const named = await card.locator('.plot h3').allTextContents();
    expect(new Set(named).size).toBe(named.length);

    await press(card, 'Earlier');
    const earlier = { from: next(from, -28), to: next(from, -15) };
    await eventually(
      async () => (await written()).join() === [await energyOf(before), await energyOf(earlier)].join(),
      'the figures of both',
    );
    await press(card, 'Open the whole report');
    await page.page.locator('#log', { hasText: 'compare=previous' }).waitFor();
    await press(card, 'Without comparison');
    await card.locator('#kcal-before').waitFor({ state: 'detached' });
    await card.getByLabel('From', { exact: true }).fill(next(day, 1));
    await press(card, 'Show');
    await card.getByText(/end before they begin/).waitFor();
    await press(card, 'Compare with the days before');
    await card.locator('#kcal-before').waitFor();
    await card.getByLabel('From', { exact: true }).fill(next(day, -400));
    await press(card, 'Show');
    await card.getByText(/at most 366\sdays/).waitFor();
  });

  /** 37 days are plotted by week. */
  const expectRows = async (card: FrameLocator, least: number) => {
    await card.locator('#kcal tbody tr:nth-child(14)').waitFor({ state: 'detached' });
    const rows = await card.locator('#kcal tbody tr').count();
    expect([rows >= least, rows <= least + 1]).toEqual([true, true]);
    expect(await card.locator('#kcal th').allTextContents()).toContain('Days');
  };

  proves(['C15.looks', 'C15.report'], 'does not show what the host does not offer', async () => {
    await open();
    await page.set('serverTools', false);
    await page.set('openLinks', false);
    const card = await page.show('get_report', { period: 'weekly' });
    await card.locator('h1').waitFor();
    expect(await card.locator('button, input').count()).toBe(0);
  });
});

describe('the card of links', () => {
  proves(['C15.link', 'C15.model'], 'shows a link with its address, and ends it for good', async () => {
    await open();
    const made = { label: 'Marta', shows: ['meals', 'activity'], from: '2026-11-01', expires_in_days: 30 };
    const card = await page.show('create_share_link', made);
    for (const shown of ['Marta', 'meals and activity', 'from 1 November 2026 on'])
      await card.getByText(shown, { exact: true }).waitFor();
    const { share_links: links } = await read('/share-links');
    expect(await card.getByLabel('Address').inputValue()).toBe(links[0].url);
    await press(card, 'Copy the address');
    await card.getByText(/Copied|The address is marked/).waitFor();
    await press(card, 'Withdraw');
    expect((await read('/share-links')).share_links).toHaveLength(links.length);
    await press(card, 'Withdraw it for good');
    await card.getByText('The link is withdrawn.').first().waitFor();
    expect((await read('/share-links')).share_links).toHaveLength(links.length - 1);
    expect((await page.context())?.structuredContent.records).toEqual([
      { kind: 'share_link', id: links[0].id, revoked: true },
    ]);
    const list = await page.show('list_share_links');
    await list.getByText('There are none.').waitFor();
  });
});

describe('every view', () => {
  proves(
    ['C15.looks'],
    'has no fault that axe finds, in both themes, and fits 280 px with large letters',
    async () => {
      await open({ forcedColors: 'active', reducedMotion: 'reduce' });
      await page.set('width', '280');
      for (const [tool, args] of [
        ['get_day', { day }],
        ['get_report', { from: next(day, -13), to: day }],
        ['create_share_link', {}],
      ] as const)
        for (const theme of ['light', 'dark']) {
          await page.page.emulateMedia({ forcedColors: theme === 'light' ? 'active' : 'none' });
          await page.set('theme', theme);
          const card = await page.show(tool, args);
          await card.locator('h1').waitFor();
          const frame = page.page.frames().at(-1);
          if (!frame) throw new Error('no card');
          expect([tool, theme, await accessibilityFindings(frame as never)]).toEqual([tool, theme, []]);
          await frame.evaluate('document.documentElement.style.fontSize = "200%"');
          const widths = await frame.evaluate('[document.documentElement.scrollWidth, innerWidth]');
          expect([tool, widths]).toEqual([tool, [280, 280]]);
        }
    },
  );
});
