import { afterAll, describe, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { addDays, daysBetween, today } from 'shared/records/calendar.ts';
import { newPerson, visitAs } from '../person/diary-person.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { accessibilityFindings, closeBrowser, LANGUAGES, PHONE, rowsOf, visit } from './browser.ts';
import { fullDiary, openReport, shareDiary } from './shared-report.ts';

afterAll(closeBrowser);

const period = (page: Page) => page.locator('.period').textContent();
const plain = (text: string | null) => text?.replaceAll(/[\u00a0\u2009\u202f]/g, ' ') ?? '';
/** The heights of the bars of a plot. */
const bars = (page: Page, plot: string): Promise<number[]> =>
  page
    .locator(`#${plot} rect[class^=shade]`)
    .evaluateAll((all) => all.map((bar) => Number(bar.getAttribute('height'))));

describe('a report of any range', () => {
  proves(
    ['C12.pages', 'C8.without_script'],
    'is chosen by form fields, and leads to its neighbours',
    async () => {
      const shared = await shareDiary(fullDiary(['2026-10-01', '2026-10-06']));
      const page = await openReport(shared, { from: '2026-10-01', to: '2026-10-05', language: 'en' });
      expect(plain(await period(page))).toBe('1 – 5 October 2026');
      await page.getByRole('link', { name: 'Later' }).click();
      expect(plain(await period(page))).toBe('6 – 10 October 2026');
      await page.getByRole('link', { name: 'Earlier' }).click();
      await page.getByRole('link', { name: 'Earlier' }).click();
      expect(plain(await period(page))).toBe('26 – 30 September 2026');
      await page.getByLabel('From').fill('2026-10-05');
      await page.getByLabel('To', { exact: true }).fill('2026-10-07');
      await page.getByRole('button', { name: 'Show' }).last().click();
      expect(plain(await period(page))).toBe('5 – 7 October 2026');
      await page.getByLabel('Go to a day').fill('2024-02-29');
      await page.getByRole('button', { name: 'Show' }).first().click();
      expect(plain(await period(page))).toBe('Thursday, 29 February 2024');
      // One day of a range is the report of that day; a range that is none says so.
      await openReport(shared, { from: '2026-10-06', to: '2026-10-06', language: 'en' });
      expect(plain(await period(page))).toBe('Tuesday, 6 October 2026');
      for (const [from, to, why] of [
        ['2026-10-06', '2026-10-01', 'end before they begin'],
        ['2024-10-06', '2026-10-01', 'at most 366\u00a0days'],
      ] as const) {
        await openReport(shared, { from, to, language: 'en' });
        expect(await page.getByText(why).isVisible()).toBe(true);
      }
    },
  );

  proves(
    ['C12.pages', 'C8.report_plots'],
    'is plotted by week, then by month, each plot with its table',
    async () => {
      const days = daysBetween('2026-01-01', '2026-10-31').filter((_, index) => index % 3 === 0);
      const shared = await shareDiary(fullDiary(days));
      const page = await openReport(shared, { from: '2026-08-01', to: '2026-10-31', language: 'en' });
      const weeks = await rowsOf(page, '#steps tbody tr');
      expect(weeks).toHaveLength(14);
      expect(weeks[1]?.map(plain)).toEqual(['Mon 3 Aug – Sun 9 Aug', '2', expect.stringMatching(/^[\d,]+$/)]);
      expect(await page.locator('#steps .unit').textContent()).toContain('average of each week');
      await openReport(shared, { from: '2026-01-01', to: '2026-10-31', language: 'en' });
      const months = await rowsOf(page, '#energy tbody tr');
      expect(months.map(([name]) => name)).toEqual(
        [
          'January',
          'February',
          'March',
          'April',
          'May',
          'June',
          'July',
          'August',
          'September',
          'October',
        ].map((name) => `${name} 2026`),
      );
      expect(months[0]?.[1]).toBe('11');
      expect(await page.locator('#nights tbody tr').count()).toBe(10);
      // Every record is there, a month folded as a whole.
      expect(await page.locator('.days-of').count()).toBe(10);
      expect(await page.locator('.day:not(.gap)').count()).toBe(days.length);
    },
  );

  proves(
    ['C8.report_print', 'C12.pages'],
    'of many days is printed with its figures, and the weeks or months that were opened',
    async () => {
      const days = daysBetween('2026-01-01', '2026-10-31').filter((_, index) => index % 3 === 0);
      const shared = await shareDiary(fullDiary(days));
      for (const [to, first] of [
        ['2026-03-31', /^Thu 1 Jan/],
        ['2026-10-31', /^January 2026/],
      ] as const) {
        const page = await openReport(shared, { from: '2026-01-01', to, language: 'en' });
        const print = async (): Promise<string> => {
          await page.emulateMedia({ media: 'print' });
          const [printed = ''] = await page.locator('main').allInnerTexts();
          await page.emulateMedia({ media: 'screen' });
          return printed;
        };
        expect(await page.locator('.to-print').textContent()).toContain(
          'those that are open here are printed',
        );
        const closed = await print();
        expect(closed).not.toMatch(/Day by day|Thursday 1 January/);
        expect(closed).toMatch(/Energy per day.*average of each (week|month)/s);
        // The plots' tables stand in for the days.
        const handle = page.locator('.days-of summary').first();
        const name = plain(await handle.textContent());
        expect(name).toMatch(first);
        expect(plain(closed)).toContain(name);
        await handle.click();
        expect(await print()).toMatch(/Day by day.*Thursday 1 January.*Food/s);
      }
    },
  );
});

describe('two periods', () => {
  const first = '2026-10-05';
  const share = async () => {
    const before = fullDiary([addDays(first, -7), addDays(first, -6)]);
    const diary = fullDiary([first]);
    for (const { input } of diary.activity) input.steps = 12_000;
    return shareDiary({
      meals: [...before.meals, ...diary.meals],
      activity: [...before.activity, ...diary.activity],
      sleep: [...before.sleep, ...diary.sleep],
      notes: [...before.notes, ...diary.notes],
    });
  };

  proves(['C12.compare'], 'stand figure beside figure, with the days that each rests on', async () => {
    const page = await openReport(await share(), { day: first, language: 'en' });
    await page.getByText('Other days').click();
    await page.getByRole('link', { name: 'Compare with the days before' }).click();
    const rows = (await rowsOf(page, '#movement .compared tr')).map((cells) => cells.map(plain));
    expect(rows[0]).toEqual(['Per day on average', '5 – 11 October 2026', '28 September – 4 October 2026']);
    expect(rows[1]).toEqual(['Steps', '12,000 1 day', '6,256 2 days']);
    const tile = plain(await page.locator('.overview dd').nth(1).textContent());
    expect(tile).toContain('28 September – 4 October 2026: 6,256, average of 2 of 7 days');
    // It goes along, and ends by a link.
    await page.getByRole('link', { name: 'Earlier' }).click();
    expect(await page.locator('.compared').count()).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Without comparison' }).click();
    expect(await page.locator('.compared').count()).toBe(0);
  });

  proves(['C12.compare', 'C8.report_plots'], 'stand plot beside plot on one scale', async () => {
    const shared = await share();
    const page = await openReport(shared, { day: first, compare: 'previous', language: 'en' });
    const [one = 0] = await bars(page, 'steps');
    const [two = 0, three = 0] = await bars(page, 'steps-before');
    expect([two / one, three / one].map((ratio) => ratio.toFixed(2))).toEqual([
      (6000 / 12_000).toFixed(2),
      (6512 / 12_000).toFixed(2),
    ]);
    for (const plot of ['energy', 'macros', 'meal-times', 'steps', 'nights', 'stages'])
      expect([plot, await page.locator(`#${plot}, #${plot}-before`).count()]).toEqual([plot, 2]);
    const labels = (plot: string) => page.locator(`#${plot} .grid text`).allTextContents();
    for (const plot of ['energy', 'nights', 'stages'])
      expect([plot, await labels(plot)]).toEqual([plot, await labels(`${plot}-before`)]);
  });

  proves(
    ['C12.compare', 'C8.report_neutral', 'C8.languages'],
    'are compared without judgement, in every language',
    async () => {
      const shared = await share();
      const { page, close } = await visit({ viewport: PHONE });
      for (const language of LANGUAGES)
        for (const period of ['daily', 'weekly', 'monthly']) {
          await page.goto(
            `${shared.url}?day=${first}&period=${period}&compare=previous&language=${language}`,
          );
          await page.evaluate(
            'for (const details of document.querySelectorAll("details")) details.open = true',
          );
          const text = (await page.locator('.overview, .compared, .plots').allTextContents()).join();
          expect(text).not.toMatch(/[↑↓▲▼→←+]\s?\d|better|worse|mejor|peor|лучше|хуже|[±Δ]/i);
          expect((await page.locator('.compared').allTextContents()).join()).not.toContain('%');
          expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
          expect(await accessibilityFindings(page)).toEqual([]);
        }
      await close();
    },
  );
});

describe('a report on a phone', () => {
  proves(
    ['C8.report_folds', 'C8.accessible'],
    'is short: its sections open by their headings and by links to them',
    async () => {
      const now = today('Europe/Madrid');
      const days = daysBetween(addDays(now, -6), now);
      const { url } = await shareDiary(fullDiary(days));
      const { page, close } = await visit({ viewport: PHONE });
      await page.goto(`${url}?language=en`);
      expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(4500);
      const plot = page.locator('#steps');
      expect(await plot.isVisible()).toBe(false);
      await page.locator('.overview').getByRole('link', { name: 'Activity' }).click();
      expect(await plot.isVisible()).toBe(true);
      await page.getByRole('heading', { level: 2, name: 'Sleep' }).click();
      expect(await page.locator('#nights').isVisible()).toBe(true);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.reload();
      expect(await page.locator('#energy').isVisible()).toBe(true);
      await close();
    },
  );

  proves(['C8.report_folds'], 'leads from its top to the assistants', async () => {
    const person = await newPerson({ clientName: 'Kitchen assistant' });
    const { page, close } = await visitAs(person, { viewport: PHONE });
    await page.goto(`${site.url}/report?language=en`);
    await page.getByRole('link', { name: 'Connected assistants: 1' }).click();
    expect(await page.getByRole('button', { name: 'Disconnect' }).isVisible()).toBe(true);
    await close();
  });
});
