import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { HtmlValidate } from 'html-validate';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { accessibilityFindings, closeBrowser, gluedSmallPrints, LANGUAGES, visit } from './browser.ts';
import { addressOf, everyPeriod, shareFullReport, shareHostileReport } from './sample-reports.ts';
import { type SharedReport, shareDiary } from './shared-report.ts';

let full: SharedReport;
let empty: SharedReport;
let hostile: SharedReport;
beforeAll(async () => {
  full = await shareFullReport();
  empty = await shareDiary({});
  hostile = await shareHostileReport();
});
afterAll(closeBrowser);

/** Every kind of report page, in every language. */
const everyPage = (): string[] =>
  LANGUAGES.flatMap((language) => [
    ...everyPeriod(full, language),
    ...[hostile, empty].map((report) => addressOf(report, { language })),
  ]);

/** Every kind in one language, and one kind in every language: all markup and all texts. */
const distinctPages = (): string[] => [
  ...everyPeriod(full, 'en'),
  ...(['es', 'ru'] as const).map((language) => addressOf(full, { language })),
  ...[hostile, empty].map((report) => addressOf(report, { language: 'en' })),
];

/** The width in CSS pixels of a phone of 390 at 200 % zoom. */
const ENLARGED_PHONE = 195;

/** For a page wider than the phone: its width, and the elements that overflow. */
const WIDER_THAN_PHONE = `document.documentElement.scrollWidth <= innerWidth ? [] : [
  document.documentElement.scrollWidth,
  ...[...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > innerWidth)
    .map(({ outerHTML }) => outerHTML.slice(0, 200)),
]`;

/** The marks of plots with less than 3 to 1 between their colour and their card's. */
const MARKS_TOO_FAINT = `(() => {
  const luminance = (colour) => {
    const [red, green, blue] = colour.match(/\\d+/g).map((part) => ((part / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const card = luminance(getComputedStyle(document.querySelector('.plot')).backgroundColor);
  const contrast = (colour) => Math.max(luminance(colour) / card, card / luminance(colour));
  const marks = [['.hatch', 'stroke'], ['.base', 'stroke'], ['.target-line', 'stroke'], ['.ring', 'stroke'], ['.night', 'fill'], ['.dot', 'fill'],
    ...[1, 2, 3, 4, 5, 6, 7].map((shade) => ['.shade-' + shade, 'fill'])];
  return marks.filter(([mark, property]) => contrast(getComputedStyle(document.querySelector('.plot ' + mark))[property]) < 3);
})()`;

describe('the page of a report', () => {
  proves(
    ['C8.accessible', 'C8.report_plots'],
    'has no accessibility fault with everything open, in light and in dark mode',
    async () => {
      const { page, close } = await visit({
        viewport: { width: 390, height: 800 },
        reducedMotion: 'reduce',
      });
      for (const one of distinctPages()) {
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(one);
        await page.evaluate(
          'for (const details of document.querySelectorAll("details")) details.open = true',
        );
        expect(await accessibilityFindings(page)).toEqual([]);
        // Dark mode differs only in colours.
        await page.emulateMedia({ colorScheme: 'dark' });
        expect(await accessibilityFindings(page, ['color-contrast'])).toEqual([]);
      }
      await close();
    },
  );

  proves(
    ['C8.accessible', 'C8.assets', 'H18'],
    'has no sideways scrolling on a phone, even at 200 %, no console output and no foreign request in any language',
    async () => {
      const { page, complaints, origins, close } = await visit({ viewport: { width: 390, height: 800 } });
      for (const one of everyPage()) {
        await page.goto(one);
        await page.evaluate(
          'for (const details of document.querySelectorAll("details")) details.open = true',
        );
        for (const width of [390, ENLARGED_PHONE]) {
          await page.setViewportSize({ width, height: 800 });
          expect(await page.evaluate(WIDER_THAN_PHONE)).toEqual([]);
        }
      }
      expect(complaints).toEqual([]);
      expect([...origins]).toEqual([new URL(site.url).origin]);
      await close();
    },
  );

  proves(
    ['C8.accessible', 'C8.report_plots'],
    'draws its marks so that they stand out from their card',
    async () => {
      const { page, close } = await visit();
      await page.goto(addressOf(full, { language: 'en' }));
      for (const media of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { media: 'print' }] as const) {
        await page.emulateMedia(media);
        // WCAG 1.4.11: 3 to 1.
        expect([media, await page.evaluate(MARKS_TOO_FAINT)]).toEqual([media, []]);
      }
      await close();
    },
  );

  proves(['C8.accessible', 'C8.report_plots'], 'tells its series apart in a browser of 2022', async () => {
    const { page, close } = await visit();
    // Safari has `light-dark()` since 17.5; where a browser does not know a function, the whole value counts for nothing.
    await page.route('**/assets/*.css', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('light-dark(', 'no(') });
    });
    for (const media of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { media: 'print' }] as const) {
      await page.emulateMedia(media);
      await page.goto(addressOf(full, { language: 'en' }));
      const colours = await page.evaluate(
        `[1, 2, 3].map((shade) => getComputedStyle(document.querySelector('.plot .shade-' + shade)).fill)`,
      );
      expect([media, new Set(colours as string[]).size]).toEqual([media, 3]);
    }
    await close();
  });

  proves(['C8.accessible'], 'draws what is read in the colours that its reader forces', async () => {
    const { page, close } = await visit({ forcedColors: 'active', colorScheme: 'light' });
    await page.goto(addressOf(full, { language: 'en' }));
    const colours = await page.evaluate(`[
      getComputedStyle(document.querySelector('h1')).color,
      ...['.grid text', '.axis text', '.values text'].map((text) => getComputedStyle(document.querySelector(text)).fill),
      getComputedStyle(document.querySelector('.hatch')).stroke,
    ]`);
    expect(new Set(colours as string[]).size).toBe(1);
    await close();
  });

  proves(['C8.accessible'], 'is valid HTML', async () => {
    // A name of 60 characters, chosen by the person, makes a long title.
    const rules = { 'long-title': 'off' as const };
    const validator = new HtmlValidate({ extends: ['html-validate:recommended'], rules });
    for (const one of distinctPages()) {
      const validated = await validator.validateString(await (await fetch(one)).text());
      expect(validated.results.flatMap(({ messages }) => messages)).toEqual([]);
    }
  });

  proves(
    ['C8.report_plots', 'C8.accessible'],
    'describes every plot to a screen reader, and as a table',
    async () => {
      const { page, close } = await visit();
      await page.goto(addressOf(full, { language: 'en' }));
      const week = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).formatRange(
        new Date('2026-10-05'),
        new Date('2026-10-11'),
      );
      expect(await page.locator('figure').count()).toBe(7);
      for (const figure of await page.locator('figure').all()) {
        const title = await figure.getByRole('heading').textContent();
        const plot = figure.getByRole('img', { name: `${title}. ${week}: records for ` });
        expect(await plot.count()).toBe(1);
        expect(await figure.locator('caption').textContent()).toBe(title);
      }
      const devtools = await page.context().newCDPSession(page);
      const { nodes } = await devtools.send('Accessibility.getFullAXTree');
      const images = nodes.filter(({ role }) => role?.value === 'image');
      expect(images.map(({ name }) => name?.value)).toContain(
        `Energy per day. ${week}: records for 6 of 7\u00a0days; from 1,064\u00a0kcal to 1,114\u00a0kcal; target 500\u00a0kcal`,
      );
      // What is a name is no description, too: it would be read twice.
      expect(images.map(({ description }) => description?.value ?? '').join('')).toBe('');
      await close();
    },
  );

  proves(
    ['C8.accessible'],
    'says everything once, too, where its style sheet does not apply, as in the reading view of a browser',
    async () => {
      const { page, close } = await visit();
      await page.route('**/*.css*', (route) => route.abort());
      await page.goto(addressOf(full, { period: 'weekly', language: 'en' }));
      expect(await page.locator('.overview dt').allInnerTexts()).toEqual([
        'Food',
        'Activity',
        'Sleep',
        'Notes',
      ]);
      const days = await page.locator('.day:not(.gap) h3').allInnerTexts();
      expect(days.length).toBeGreaterThan(0);
      for (const day of days) expect(day).toMatch(/^\w+day \d+ [A-Z][a-z]+$/);
      await close();
    },
  );

  proves(
    ['C8.accessible'],
    'keeps figures apart from their small print without its style sheet',
    async () => {
      const { page, close } = await visit();
      await page.route('**/*.css*', (route) => route.abort());
      for (const one of everyPeriod(full, 'en')) {
        await page.goto(one);
        expect(await page.locator('small').count()).toBeGreaterThan(4);
        expect(await gluedSmallPrints(page)).toEqual([]);
      }
      await close();
    },
  );

  proves(['C8.accessible', 'C8.without_script'], 'opens tables and days by keyboard', async () => {
    const { page, close } = await visit({ javaScriptEnabled: false });
    await page.goto(addressOf(full));
    const meals = page.locator('.day .meals').first();
    expect(await meals.isVisible()).toBe(false);
    await page.locator('.day summary').first().focus();
    await page.keyboard.press('Enter');
    await meals.waitFor();
    await page.locator('details:has(> #movement) > summary').focus();
    await page.keyboard.press('Enter');
    await page.locator('#steps summary').focus();
    await page.keyboard.press('Space');
    await page.locator('#steps table').waitFor();
    await close();
  });
});

describe('the first screen of a phone', () => {
  for (const period of ['weekly', 'monthly'] as const)
    proves(['C8.report_glance'], `shows the ${period} report at a glance in every language`, async () => {
      const { page, close } = await visit({
        javaScriptEnabled: false,
        viewport: { width: 390, height: 844 },
      });
      for (const language of LANGUAGES) {
        await page.goto(addressOf(full, { period, language }));
        const tiles = page.locator('.overview dl > div');
        expect(await tiles.count()).toBe(4);
        for (const tile of await tiles.all()) {
          const { y = Infinity, height = 0 } = (await tile.boundingBox()) ?? {};
          expect(y + height).toBeLessThanOrEqual(844);
          expect(await tile.locator('strong').textContent()).toMatch(/\d/);
          const section = await tile.getByRole('link').getAttribute('href');
          expect(await page.locator(`details:has(> ${section}) > summary > h2`).count()).toBe(1);
        }
        // A bar for each day with records, in every tile.
        const bars = await tiles.evaluateAll((found) =>
          found.map((tile) => tile.querySelectorAll('.mini rect').length),
        );
        expect(bars).toEqual(Array(4).fill(period === 'weekly' ? 6 : 10));
      }
      await close();
    });
});

proves(['C8.languages'], "a report is in its reader's language, whatever the owner's", async () => {
  const headers = { 'accept-language': 'ru, en;q=0.5', accept: 'text/html' };
  const html = await (await fetch(full.url, { headers })).text();
  expect(html).toContain('<html lang="ru">');
  // Links to other languages keep the rest of the query.
  const spanish = /href="([^"]+)" lang="es"/.exec(html)?.[1]?.replaceAll('&#38;', '&') ?? '';
  expect(Object.fromEntries(new URLSearchParams(spanish))).toEqual({
    period: 'weekly',
    day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    profile: '0',
    language: 'es',
  });
});
