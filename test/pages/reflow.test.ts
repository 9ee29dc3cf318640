import { afterAll, describe, expect } from '@jest/globals';
import { daysBetween } from 'shared/records/calendar.ts';
import { authorize, newClient } from '../oauth/steps.ts';
import { callAs, newPerson, visitAs } from '../person/diary-person.ts';
import { meal } from '../rest/samples.ts';
import { requestConnection } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { closeBrowser, LANGUAGES, visit } from './browser.ts';
import { fullDiary, shareDiary } from './shared-report.ts';

const LONG_WORD = 'W'.repeat(80);
const WIDER_BY = 'document.documentElement.scrollWidth - innerWidth';

/** The words that are broken across lines. */
const BROKEN_WORDS = `[...document.querySelectorAll('.meals, .breakdown')].flatMap((table) => {
  const broken = [];
  const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  while (texts.nextNode())
    for (const { 0: word, index } of texts.currentNode.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      if (range.getClientRects().length > 1) broken.push(word);
    }
  return broken;
})`;

/** The gaps between the column heads of a day's meals. */
const HEADS_APART = `[...document.querySelectorAll('.meals thead th + th')].map((head) => {
  const edgesOf = (cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell.firstChild);
    return range.getBoundingClientRect();
  };
  return edgesOf(head).left - edgesOf(head.previousElementSibling).right;
})`;

/** The height of the smallest letters beside and below the plots, in pixels. */
const AXIS_LETTERS = `Math.min(...[...document.querySelectorAll('.plot :is(.grid, .axis) text')].map(
  (text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))`;

const days = daysBetween('2026-10-05', '2026-10-11').filter((_, index) => index !== 3);
const newReport = async () => {
  const diary = fullDiary(days);
  for (const { input } of diary.meals) for (const food of input.items) food.name = 'Pechuga de pollo';
  const { url } = await shareDiary(diary);
  return (language: string) => `${url}?day=2026-10-07&language=${language}`;
};

afterAll(closeBrowser);

describe('a page has room', () => {
  proves(['C8.accessible'], 'for an unbreakable name and e-mail, on every screen', async () => {
    const email = `${'a'.repeat(60)}@${'b'.repeat(60)}.example.org`;
    const request = await requestConnection({ client_name: LONG_WORD, email });
    const authorization = await authorize(await newClient({ client_name: LONG_WORD }));
    const person = await newPerson();
    const logged = await callAs(person, 'POST', '/meals', { ...meal, description: LONG_WORD });
    const note = await callAs(person, 'POST', '/wellbeing', { text: LONG_WORD });
    const { page, close } = await visitAs(person);
    const cookies = authorization.cookie
      .split('; ')
      .map((cookie) => cookie.split(/=(.*)/s) as [string, string]);
    await page.context().addCookies(cookies.map(([name, value]) => ({ name, value, url: site.url })));
    for (const address of [
      request.link,
      authorization.location,
      `${site.url}/report/records/meal/${logged.id}/delete`,
      `${site.url}/report/records/wellbeing/${note.id}/delete`,
    ]) {
      await page.goto(address);
      expect(await page.locator('dd').getByText(LONG_WORD).count()).toBe(1);
      for (const width of [390, 576, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect([address, width, await page.evaluate(WIDER_BY)]).toEqual([address, width, 0]);
      }
    }
    await close();
  });

  proves(['C8.accessible', 'C8.languages'], 'for letters of twice the size on a phone', async () => {
    const { page, close } = await visit({ viewport: { width: 360, height: 800 } });
    for (const language of LANGUAGES) {
      await page.goto(`${site.url}/?language=${language}`);
      await page.evaluate('document.documentElement.style.fontSize = "200%"');
      expect([language, await page.evaluate(WIDER_BY)]).toEqual([language, 0]);
    }
    await close();
  });

  proves(['C8.accessible'], 'for large letters on the smallest phone, in what is one long word', async () => {
    const diary = fullDiary(days);
    // "al menos 120 mg" and "Углеводы 1 802,4 г"
    for (const { input } of diary.meals)
      for (const food of input.items)
        if (input.meal_type === 'snack') Object.assign(food, { sodium_mg: 120, carbs_g: 300.4 });
    const { url } = await shareDiary(diary);
    const person = await newPerson();
    const { page, close } = await visitAs(person, { viewport: { width: 320, height: 800 } });
    for (const address of [
      `${site.url}/terms`,
      `${url}?day=2026-10-07`,
      `${url}?day=2026-10-07&language=es`,
      `${url}?day=2026-10-07&language=ru`,
      `${site.url}/account/profiles?language=es`,
    ]) {
      await page.goto(address);
      await page.evaluate('document.documentElement.style.fontSize = "200%"');
      const beyond = `[...document.querySelectorAll('dd, dd > a, .breakdown td, .wellbeing *, .badge')]
        .filter((element) => element.getBoundingClientRect().right > innerWidth)
        .map(({ outerHTML }) => outerHTML)`;
      expect([address, await page.evaluate(beyond)]).toEqual([address, []]);
    }
    await close();
  });

  proves(['C8.accessible', 'C8.report_records'], 'for the words of a table on a small phone', async () => {
    const report = await newReport();
    const { page, close } = await visit();
    for (const language of LANGUAGES) {
      await page.goto(report(language));
      await page.evaluate(
        'for (const details of document.querySelectorAll(".day details")) details.open = true',
      );
      for (const width of [320, 344, 360]) {
        await page.setViewportSize({ width, height: 800 });
        const place = [language, width];
        expect([...place, await page.evaluate(BROKEN_WORDS)]).toEqual([...place, []]);
      }
      await page.setViewportSize({ width: 1280, height: 800 });
      const apart = (await page.evaluate(HEADS_APART)) as number[];
      expect(Math.min(...apart)).toBeGreaterThan(8);
    }
    await close();
  });

  proves(['C8.accessible', 'C8.report_plots'], 'for the letters of a plot and for its table', async () => {
    const report = await newReport();
    const { page, close } = await visit();
    for (const language of LANGUAGES) {
      await page.setViewportSize({ width: 360, height: 800 });
      await page.goto(report(language));
      const letters = (await page.evaluate(AXIS_LETTERS)) as number;
      expect(letters).toBeGreaterThan(12);
      await page.evaluate('document.documentElement.style.fontSize = "200%"');
      expect(await page.evaluate(AXIS_LETTERS)).toBeGreaterThan(2 * letters);
      await page.evaluate('document.documentElement.style.fontSize = ""');
      await page.evaluate(
        'for (const details of document.querySelectorAll(".plot details")) details.open = true',
      );
      for (const width of [360, 500, 700, 768, 844]) {
        await page.setViewportSize({ width, height: 800 });
        expect([language, width, await page.evaluate(WIDER_BY)]).toEqual([language, width, 0]);
      }
    }
    await close();
  });

  proves(['C8.languages'], 'for a Russian year and its abbreviation on one line', async () => {
    const person = await newPerson({ timeZone: 'Europe/Madrid' });
    await callAs(person, 'POST', '/share-links', { expires_in_days: 30 });
    const { page, close } = await visitAs(person);
    for (const path of ['/account/links', '/report', '/terms']) {
      await page.goto(`${site.url}${path}?language=ru`);
      const years = (await page.locator('main').allTextContents()).join().match(/\d{4}\sг\./g) ?? [];
      expect(years.length).toBeGreaterThan(0);
      expect(years.filter((year) => year.includes(' '))).toEqual([]);
    }
    await close();
  });
});

describe('a button that copies', () => {
  proves(
    ['C8.accessible', 'C8.landing'],
    'says what it copies, announces that it has, and can be pressed again',
    async () => {
      const { page, close } = await visit({ permissions: ['clipboard-read', 'clipboard-write'] });
      await page.goto(site.url);
      const buttons = page.getByRole('button', { name: 'Copy' });
      expect(await buttons.count()).toBe(3);
      const described = await buttons.evaluateAll((all) =>
        all.map((button) => button.getAttribute('aria-describedby')),
      );
      expect(described).toEqual(['mcp-address', 'prompt', 'rest-address']);
      await page.locator('[aria-describedby="mcp-address"]').click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.locator('[aria-live="polite"]').allTextContents()).toEqual(['Copied', '', '']);
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${site.url}/mcp`);
      await page.getByRole('button', { name: 'Copied' }).waitFor({ state: 'detached' });
      expect(await buttons.count()).toBe(3);
      expect(await page.locator('[aria-live="polite"]').allTextContents()).toEqual(['', '', '']);
      await close();
    },
  );

  proves(['C8.landing'], 'is not there where a page has no clipboard, as over plain http', async () => {
    const { page, complaints, close } = await visit();
    await page.addInitScript('Object.defineProperty(navigator, "clipboard", { value: undefined })');
    await page.goto(site.url);
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
    expect(await page.locator('#mcp-address').isVisible()).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });
});
