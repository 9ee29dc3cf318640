import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { proves } from '../support/proves.ts';
import { closeBrowser, visit } from './browser.ts';
import { addressOf, PERIODS, shareFullReport } from './sample-reports.ts';
import type { SharedReport } from './shared-report.ts';

let full: SharedReport;
beforeAll(async () => {
  full = await shareFullReport();
});
afterAll(closeBrowser);

/** What a PDF says beside its drawings: its objects, those in compressed streams too. */
const textOf = (pdf: Buffer): string => {
  const text = pdf.toString('latin1');
  const streams = [...text.matchAll(/FlateDecode.*?stream\r?\n(.*?)\r?\nendstream/gs)];
  const inflated = streams.map(([, data = '']) =>
    inflateSync(Buffer.from(data, 'latin1')).toString('latin1'),
  );
  return [text, ...inflated].join('\n');
};

describe('a printed report', () => {
  proves(['C8.report_print'], 'is black on white, with nothing to click and nothing collapsed', async () => {
    const { page, close } = await visit({ javaScriptEnabled: false, colorScheme: 'dark' });
    for (const period of PERIODS) {
      await page.emulateMedia({ media: 'screen' });
      await page.goto(addressOf(full, { period }));
      const isShown = (selector: string) => page.locator(selector).first().isVisible();
      const forScreens = ['.report-navigation', 'summary', '.site-footer', '.to-print'];
      for (const selector of forScreens)
        expect([selector, await isShown(selector)]).toEqual([selector, true]);
      await page.emulateMedia({ media: 'print' });
      for (const selector of forScreens)
        expect([selector, await isShown(selector)]).toEqual([selector, false]);
      for (const shown of ['h1', '.made', '#energy svg, #macros svg', '.meals', '.wellbeing', '.colophon'])
        expect([shown, await isShown(shown)]).toEqual([shown, true]);
      const colours = await page.evaluate(
        '[getComputedStyle(document.querySelector("h1")).color, getComputedStyle(document.documentElement).backgroundColor]',
      );
      expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    }
    await close();
  });

  proves(
    ['C8.report_print'],
    'needs its days opened first in a browser of 2024, and says so there',
    async () => {
      const { page, close } = await visit();
      const isSaid = async (period: 'daily' | 'weekly' | 'monthly'): Promise<boolean> => {
        await page.goto(addressOf(full, { period, language: 'en' }));
        return page.getByText('This browser prints only the days that are open').isVisible();
      };
      for (const period of PERIODS) expect([period, await isSaid(period)]).toEqual([period, false]);
      // Chromium has this since 131, Firefox since 143, Safari since 18.4.
      await page.route('**/assets/*.css', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.text()).replaceAll('::details-content', '::unknown');
        await route.fulfill({ response: answer, body });
      });
      for (const period of PERIODS)
        expect([period, await isSaid(period)]).toEqual([period, period !== 'daily']);
      await close();
    },
  );

  proves(['C8.report_print'], 'does not hold the link that it was reached by', async () => {
    const { page, close } = await visit();
    const secret = full.url.split('/').at(-1) ?? '';
    for (const period of PERIODS) {
      await page.goto(addressOf(full, { period }));
      const text = textOf(await page.pdf({ tagged: true, outline: true, preferCSSPageSize: true }));
      const links = [...text.matchAll(/\/URI\s*\((.*?)\)/g)].map(([, address]) => address);
      // The name of the product leads to the landing page: annotations are found, and this is the only one.
      expect([period, links]).toEqual([
        period,
        [expect.stringMatching(/^http:\/\/[^/]+\/(\?language=\w+)?$/)],
      ]);
      expect([period, text.includes(secret)]).toEqual([period, false]);
    }
    await close();
  });

  proves(['C8.report_print', 'C8.report_records'], 'lists for each day the values of the plots', async () => {
    const { page, close } = await visit();
    for (const period of ['weekly', 'monthly'] as const) {
      await page.goto(addressOf(full, { period, language: 'en' }));
      await page.emulateMedia({ media: 'print' });
      const printed = await page.locator('.day:not(.gap)').allInnerTexts();
      // Its name first, which is a link on a screen.
      for (const day of printed) expect(day).toMatch(/^\w+day \d+ \w+\n/);
      for (const plot of ['energy', 'macros', 'steps', 'exercise', 'nights', 'stages']) {
        const [head = [], ...rows] = await page
          .locator(`#${plot} tr`)
          .evaluateAll((found) => found.map((row) => [...row.children].map((cell) => cell.textContent)));
        const recorded = rows.filter(([, first]) => first !== 'no record');
        expect(recorded).toHaveLength(printed.length);
        for (const [index, [, ...cells]] of recorded.entries())
          for (const [column, cell] of cells.entries())
            if (cell !== '–' && head[column + 1] !== 'Stage not stated')
              expect(printed[index]).toContain(cell.replace(/\u00a0g$/, ''));
      }
    }
    await close();
  });

  proves(['C8.report_print'], 'names its owner, its period, and when it was made', async () => {
    const { page, close } = await visit();
    await page.goto(addressOf(full, { period: 'monthly' }));
    expect(await page.title()).toBe('\u2068Ana\u2069, October 2026 – Diary');
    expect(await page.locator('h1').textContent()).toBe('Ana October 2026');
    expect(await page.locator('.made').textContent()).toMatch(/ Made on \d+ \w+ \d{4} at \d\d:\d\d CES?T\.$/);
    // A meal keeps the time of day of where it was eaten: a zone alone would say otherwise.
    expect(await page.locator('.colophon').textContent()).toContain(
      'Times of day are local to where the person was. Where that is not known, and for everything else, the time zone is Europe/Madrid.',
    );
    await close();
  });
});
