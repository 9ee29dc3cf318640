import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { proves } from '../support/proves.ts';
import { closeBrowser, LANGUAGES, visit } from './browser.ts';
import { addressOf, everyPeriod, shareFullReport } from './sample-reports.ts';
import { type SharedReport, shareDiary } from './shared-report.ts';

let full: SharedReport;
let empty: SharedReport;
beforeAll(async () => {
  full = await shareFullReport();
  empty = await shareDiary({});
});
afterAll(closeBrowser);

const markup = async (address: string): Promise<string> => (await fetch(address)).text();

describe('the words and colours of a report', () => {
  const JUDGEMENT = {
    en: /\b(good|bad|great|well done|poor|excellent|healthy|unhealthy|too (much|many|little|few)|enough|should|must|ought|avoid|recommend\w*|improve\w*|better|worse|best|worst|normal|ideal|success\w*|fail\w*|congrat\w*|careful|warning|exceed\w*|excess|deficit|on track|(over|under|above|below) target|goal reached|achieved|keep it up|try to|need to)\b/i,
    es: /(?<!\p{L})(buen[oa]?s?|mal[oa]?s?|excelente|genial|salud(able)?s?|demasiad[oa]s?|suficientes?|debes?|deber\p{L}*|convien\p{L}*|evit\p{L}*|procur\p{L}*|recomend\p{L}*|mejor\p{L}*|peor\p{L}*|normal\p{L}*|ideal\p{L}*|felicidades|enhorabuena|cuidado|exces\p{L}*|déficit|supera\p{L}*|alcanza\p{L}*|conseguid\p{L}*|logr\p{L}*|intenta\p{L}*)(?!\p{L})/iu,
    ru: /хорош|плох|отличн|молодец|здоров|вредн|слишком|достаточн|недостат|следует|нужно|надо |стоит |должн|избега|рекоменд|лучш|хуж|улучш|норм[аеуы]|идеальн|успе[хш]|поздрав|вниман|избыт|превыш|превыс|дефицит|достигнут|постара/i,
  };

  proves(['C8.report_neutral'], 'judge nothing, in any language, whatever is recorded', async () => {
    for (const language of LANGUAGES)
      for (const url of [...everyPeriod(full, language), addressOf(empty, { language })]) {
        const text = (await markup(url)).replace(/^[\s\S]*<main/, '').replace(/<[^>]+>/g, ' ');
        expect(JUDGEMENT[language].exec(text)?.[0]).toBeUndefined();
        expect(text).not.toMatch(/\p{Extended_Pictographic}|[!✓✗★]/u);
      }
  });

  proves(['C8.report_neutral', 'C8.report_targets'], 'are the same below and above a target', async () => {
    const { page, close } = await visit();
    await page.goto(addressOf(full, { period: 'monthly' }));
    const bars = page.locator('.target-bar');
    // Some targets are exceeded and some are not: energy and protein, steps and exercise. Fibre, partly known, has no bar.
    expect(await bars.count()).toBe(6);
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
      en: /estimates .* assistant sent.*not medical or dietary advice/s,
      es: /estimaciones .* envió el asistente.*No es un consejo médico ni dietético/s,
      ru: /оценки .* передал ассистент.*не совет врача или диетолога/s,
    };
    for (const language of LANGUAGES)
      for (const report of [full, empty])
        expect(await markup(addressOf(report, { language }))).toMatch(notAdvice[language]);
  });
});
