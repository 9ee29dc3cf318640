import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { HtmlValidate } from 'html-validate';
import type { Targets } from 'shared/contract/days.ts';
import { daysBetween } from 'shared/records/calendar.ts';
import { call } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { accessibilityFindings, closeBrowser, visit } from './browser.ts';
import { fullDiary, type SharedReport, shareDiary } from './shared-report.ts';

const LANGUAGES = ['en', 'es', 'ru'] as const;
type Language = (typeof LANGUAGES)[number];
const PERIODS = ['daily', 'weekly', 'monthly'] as const;
/** A Wednesday in a week with records and gaps. */
const DAY = '2026-10-07';

const targets: Targets = {
  kcal: 500,
  protein_g: 900,
  carbs_g: 210,
  fat_g: null,
  fiber_g: 30,
  sugar_g: null,
  sodium_mg: null,
  steps: 100,
  exercise_minutes: 300,
  sleep_minutes: 450,
};

/** Text that would do harm as markup, turns the reading direction and never breaks. */
const HOSTILE = `</bdi></td><script>alert(1)</script><img src=//evil.example/x onerror=alert(1)> \u202e חלום ${'W'.repeat(60)}`;

/** The diary of somebody whose every word is hostile. */
const hostileDiary = () => {
  const { meals, activity, sleep, notes } = fullDiary([DAY]);
  const said = HOSTILE.slice(0, 80);
  return {
    meals: meals.map((meal) => ({
      ...meal,
      input: {
        ...meal.input,
        description: HOSTILE,
        notes: HOSTILE,
        model: HOSTILE.slice(0, 120),
        items: meal.input.items.map((item) => ({ ...item, name: HOSTILE, portion: said, description: said })),
      },
    })),
    activity: activity.map((day) => ({
      ...day,
      input: { ...day.input, workouts: [{ type: said }], source_app: said },
    })),
    sleep,
    notes: notes.map((note) => ({
      ...note,
      input: {
        ...note.input,
        text: HOSTILE,
        links: [{ did: HOSTILE, felt: HOSTILE, quote: HOSTILE }],
        statements: [{ kind: 'other' as const, text: HOSTILE, when: said }],
        language: 'not-one',
      },
    })),
  };
};

let full: SharedReport;
let empty: SharedReport;
let hostile: SharedReport;
beforeAll(async () => {
  const days = daysBetween('2026-10-01', '2026-10-12').filter((_, index) => index % 5 !== 2);
  full = await shareDiary(fullDiary(days), { targets });
  await call('POST', '/profiles', { token: full.token, body: { name: 'Marathon' } });
  empty = await shareDiary({});
  hostile = await shareDiary(hostileDiary(), { name: `<b>${'W'.repeat(40)}\u202e` });
});
afterAll(closeBrowser);

type Query = { language?: string; period?: string; day?: string };
const address = ({ url }: SharedReport, query: Query = {}): string =>
  `${url}?${new URLSearchParams({ day: DAY, ...query })}`;

const everyPeriod = (language: Language): string[] =>
  PERIODS.map((period) => address(full, { period, language }));

/** Every kind of page that there is of a report, in every language. */
const everyPage = (): string[] =>
  LANGUAGES.flatMap((language) => [
    ...everyPeriod(language),
    ...[hostile, empty].map((report) => address(report, { language })),
  ]);

/** Every kind in one language, and every language in one kind: what differs in markup, and what differs in words. */
const distinctPages = (): string[] => [
  ...everyPeriod('en'),
  ...(['es', 'ru'] as const).map((language) => address(full, { language })),
  ...[hostile, empty].map((report) => address(report, { language: 'en' })),
];

const read = new Map<string, Promise<string>>();
/** The markup of a page, fetched once. */
const markup = (url: string): Promise<string> => {
  const html = read.get(url) ?? fetch(url).then((response) => response.text());
  read.set(url, html);
  return html;
};

/** The pixels that a page has on a phone of 390 when it is shown at 200 %. */
const ENLARGED_PHONE = 195;

/** What sticks out of a phone's page at its side. */
const WIDER_THAN_PAGE = `document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('body *')]
  .filter((element) => element.getBoundingClientRect().right > innerWidth)
  .map(({ outerHTML }) => outerHTML.slice(0, 200))`;

describe('the page of a report', () => {
  proves(
    ['C8.accessible', 'C8.report_plots'],
    'has no accessibility fault, everything open, in light and in dark',
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
        // The dark differs in colours alone.
        await page.emulateMedia({ colorScheme: 'dark' });
        expect(await accessibilityFindings(page, ['color-contrast'])).toEqual([]);
      }
      await close();
    },
    180_000,
  );

  proves(
    ['C8.accessible', 'C8.no_third_party', 'H18'],
    'has no sideways scrolling on a phone, enlarged twice too, no complaint and no foreign request in any language',
    async () => {
      const { page, complaints, origins, close } = await visit({ viewport: { width: 390, height: 800 } });
      for (const one of everyPage()) {
        await page.goto(one);
        await page.evaluate(
          'for (const details of document.querySelectorAll("details")) details.open = true',
        );
        for (const width of [390, ENLARGED_PHONE]) {
          await page.setViewportSize({ width, height: 800 });
          expect(await page.evaluate(WIDER_THAN_PAGE)).toEqual([]);
        }
      }
      expect(complaints).toEqual([]);
      expect([...origins]).toEqual([new URL(site.url).origin]);
      await close();
    },
  );

  proves(['C8.accessible'], 'is valid HTML', async () => {
    // A name of 60 characters makes a long title; it is the person's.
    const rules = { 'long-title': 'off' as const };
    const validator = new HtmlValidate({ extends: ['html-validate:recommended'], rules });
    for (const one of distinctPages()) {
      const validated = await validator.validateString(await markup(one));
      expect(validated.results.flatMap(({ messages }) => messages)).toEqual([]);
    }
  });

  proves(
    ['C8.report_plots', 'C8.accessible'],
    'says every plot to a screen reader, and as a table',
    async () => {
      const { page, close } = await visit();
      await page.goto(address(full, { language: 'en' }));
      const week = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).formatRange(
        new Date('2026-10-05'),
        new Date('2026-10-11'),
      );
      expect(await page.locator('figure').count()).toBe(7);
      for (const figure of await page.locator('figure').all()) {
        const title = await figure.getByRole('heading').textContent();
        const plot = figure.getByRole('img', { name: `${title} ${week}: records for ` });
        expect(await plot.count()).toBe(1);
        expect(await figure.locator('caption').textContent()).toBe(title);
      }
      expect(await page.locator('#energy desc').textContent()).toBe(
        `${week}: records for 6 of 7\u00a0days; from 1,064\u00a0kcal to 1,114\u00a0kcal; target 500\u00a0kcal`,
      );
      await close();
    },
  );

  proves(['C8.accessible', 'C8.without_script'], 'opens its tables and days by keyboard', async () => {
    const { page, close } = await visit({ javaScriptEnabled: false });
    await page.goto(address(full));
    const meals = page.locator('.day .meals').first();
    expect(await meals.isVisible()).toBe(false);
    await page.locator('.day summary').first().focus();
    await page.keyboard.press('Enter');
    await meals.waitFor();
    await page.locator('#steps summary').focus();
    await page.keyboard.press('Space');
    await page.locator('#steps table').waitFor();
    await close();
  });

  proves(
    ['H17', 'H18'],
    'holds no id, e-mail, token or assistant, nor a style or script of its own',
    async () => {
      const { profiles } = (await call('GET', '/profiles', { token: full.token })).body;
      const { share_links } = (await call('GET', '/share-links', { token: full.token })).body;
      const secrets = [
        full.email,
        full.token,
        full.account.id,
        'Kitchen assistant',
        full.url.split('/').at(-1),
      ];
      const ids = [...profiles, ...share_links].map(({ id }) => id);
      for (const period of PERIODS) {
        const response = await fetch(address(full, { period }));
        expect(response.headers.get('content-security-policy')).toBe(
          "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        );
        const html = await response.text();
        expect([...secrets, ...ids].filter((secret) => html.includes(secret))).toEqual([]);
        expect(html).not.toMatch(/(acc|prof|meal|act|slp|note|tok|lnk)_[0-9a-f]/);
        expect(html).not.toMatch(/<script|<style|\sstyle=|\son\w+=|<form/);
      }
    },
  );

  proves(['H16', 'C8.report_records'], 'shows hostile words as text that does nothing', async () => {
    const { page, complaints, close } = await visit();
    for (const period of PERIODS) {
      await page.goto(address(hostile, { period }));
      expect(await page.locator('main script, main img, main b').count()).toBe(0);
      expect(await page.locator('h1 bdi').textContent()).toBe(`<b>${'W'.repeat(40)}\u202e`);
      expect(await page.locator('.meals .words').first().textContent()).toBe(HOSTILE);
      expect(await page.locator('.meals bdi').first().textContent()).toBe(HOSTILE);
      // Nobody's own words are outside of an element that keeps their direction to itself.
      const bare = await page.evaluate(
        '[...document.querySelectorAll("main *")].filter(({ childNodes }) => [...childNodes].some((node) => node.nodeType === 3 && node.data.includes("evil"))).filter((element) => !element.closest("bdi, [dir=auto]")).length',
      );
      expect(bare).toBe(0);
    }
    expect(complaints).toEqual([]);
    await close();
  });
});

describe('the words and colours of a report', () => {
  const JUDGEMENT = {
    en: /\b(good|bad|great|well done|poor|excellent|healthy|unhealthy|too (much|many|little|few)|enough|should|must|ought|avoid|recommend\w*|improve\w*|better|worse|best|worst|normal|ideal|success\w*|fail\w*|congrat\w*|careful|warning|exceed\w*|excess|deficit|on track|(over|under|above|below) target|goal reached|achieved|keep it up|try to|need to)\b/i,
    es: /(?<!\p{L})(buen[oa]?s?|mal[oa]?s?|excelente|genial|salud(able)?s?|demasiad[oa]s?|suficientes?|debes?|deber\p{L}*|convien\p{L}*|evit\p{L}*|procur\p{L}*|recomend\p{L}*|mejor\p{L}*|peor\p{L}*|normal\p{L}*|ideal\p{L}*|felicidades|enhorabuena|cuidado|exces\p{L}*|déficit|supera\p{L}*|alcanza\p{L}*|conseguid\p{L}*|logr\p{L}*|intenta\p{L}*)(?!\p{L})/iu,
    ru: /хорош|плох|отличн|молодец|здоров|вредн|слишком|достаточн|недостат|следует|нужно|надо |стоит |должн|избега|рекоменд|лучш|хуж|улучш|норм[аеуы]|идеальн|успе[хш]|поздрав|вниман|избыт|превыш|превыс|дефицит|достигнут|постара/i,
  };

  proves(['C8.report_neutral'], 'judge nothing, in any language, whatever is recorded', async () => {
    for (const language of LANGUAGES)
      for (const url of [...everyPeriod(language), address(empty, { language })]) {
        const text = (await markup(url)).replace(/^[\s\S]*<main/, '').replace(/<[^>]+>/g, ' ');
        expect(JUDGEMENT[language].exec(text)?.[0]).toBeUndefined();
        expect(text).not.toMatch(/\p{Extended_Pictographic}|[!✓✗★]/u);
      }
  });

  proves(['C8.report_neutral', 'C8.report_targets'], 'are the same on either side of a target', async () => {
    const { page, close } = await visit();
    await page.goto(address(full, { period: 'monthly' }));
    const bars = page.locator('.target-bar');
    // Some targets are passed and some are not: energy and protein, steps and exercise.
    expect(await bars.count()).toBe(7);
    const colours = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll((found) => [
          ...new Set(found.map((one) => one.ownerDocument.defaultView?.getComputedStyle(one).fill)),
        ]);
    expect(await colours('.target-bar .reached')).toHaveLength(1);
    expect(await colours('.target-bar .track')).toHaveLength(1);
    expect(await colours('#steps rect[class]')).toEqual(await colours('#energy rect[class]'));
    const widths = await bars
      .locator('.reached')
      .evaluateAll((found) => found.map((one) => Number(one.getAttribute('width'))));
    expect(Math.min(...widths)).toBeLessThan(66);
    expect(Math.max(...widths)).toBe(100);
    const lines = await page
      .locator('.main-figures > div', { hasText: 'Energy' })
      .locator('small')
      .allTextContents();
    expect(lines[0]).toBe('target 500\u00a0kcal');
    await close();
  });

  proves(['C8.report_neutral'], 'say what a report is and is not', async () => {
    const notAdvice = {
      en: /estimates .* assistant sent.*no medical or dietary advice/s,
      es: /estimaciones .* envió el asistente.*No es un consejo médico ni dietético/s,
      ru: /оценки .* передал ассистент.*не совет врача или диетолога/s,
    };
    for (const language of LANGUAGES)
      for (const report of [full, empty])
        expect(await markup(address(report, { language }))).toMatch(notAdvice[language]);
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
        await page.goto(address(full, { period, language }));
        const tiles = page.locator('.overview dl > div');
        expect(await tiles.count()).toBe(4);
        for (const tile of await tiles.all()) {
          const { y = 0, height = 0 } = (await tile.boundingBox()) ?? {};
          expect(y + height).toBeLessThanOrEqual(844);
          expect(await tile.locator('strong').textContent()).toMatch(/\d/);
          const section = await tile.getByRole('link').getAttribute('href');
          expect(await page.locator(`section${section} > h2`).count()).toBe(1);
        }
        // A bar for each day that something is known of, in every tile.
        const bars = await tiles.evaluateAll((found) =>
          found.map((tile) => tile.querySelectorAll('.mini rect').length),
        );
        expect(bars).toEqual(Array(4).fill(period === 'weekly' ? 6 : 10));
      }
      await close();
    });
});

describe('a printed report', () => {
  proves(['C8.report_print'], 'is dark on white, with nothing to click and nothing folded', async () => {
    const { page, close } = await visit({ javaScriptEnabled: false, colorScheme: 'dark' });
    for (const period of PERIODS) {
      await page.goto(address(full, { period }));
      await page.emulateMedia({ media: 'print' });
      for (const shown of ['h1', '.made', '#energy svg, #macros svg', '.meals', '.wellbeing', '.colophon'])
        expect([shown, await page.locator(shown).first().isVisible()]).toEqual([shown, true]);
      for (const absent of ['.report-navigation', 'summary', '.site-footer', '.to-print'])
        expect([absent, await page.locator(absent).first().isVisible()]).toEqual([absent, false]);
      const colours = await page.evaluate(
        '[getComputedStyle(document.querySelector("h1")).color, getComputedStyle(document.documentElement).backgroundColor]',
      );
      expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    }
    await close();
  });

  proves(['C8.report_print', 'C8.report_records'], 'writes out every day what its plots show', async () => {
    const { page, close } = await visit();
    for (const period of ['weekly', 'monthly'] as const) {
      await page.goto(address(full, { period, language: 'en' }));
      await page.emulateMedia({ media: 'print' });
      const printed = await page.locator('.day:not(.gap)').allInnerTexts();
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

  proves(['C8.report_print'], 'names whose it is, of when, and when it was made', async () => {
    const { page, close } = await visit();
    await page.goto(address(full, { period: 'monthly' }));
    expect(await page.title()).toBe('\u2068Ana\u2069, October 2026 – Diary');
    expect(await page.locator('h1').textContent()).toBe('Ana October 2026');
    expect(await page.locator('.made').textContent()).toMatch(/^Made on \d+ \w+ \d{4} at \d\d:\d\d\.$/);
    expect(await page.locator('.colophon').textContent()).toContain('Europe/Madrid');
    await close();
  });
});

proves(['C8.languages'], "a report is in its reader's language, whatever the owner's", async () => {
  const headers = { 'accept-language': 'ru, en;q=0.5', accept: 'text/html' };
  const html = await (await fetch(full.url, { headers })).text();
  expect(html).toContain('<html lang="ru">');
  // The links to other languages keep what is shown.
  const spanish = /href="([^"]+)" lang="es"/.exec(html)?.[1]?.replaceAll('&#38;', '&') ?? '';
  expect(Object.fromEntries(new URLSearchParams(spanish))).toEqual({
    period: 'weekly',
    day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    profile: '0',
    language: 'es',
  });
});
