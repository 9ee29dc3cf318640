import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { daysBetween } from 'shared/records/calendar.ts';
import { proves } from '../support/proves.ts';
import { closeBrowser, rowsOf } from './browser.ts';
import { fullDiary, openReport, type SharedReport, shareDiary } from './shared-report.ts';

afterAll(closeBrowser);

describe('the records on the page', () => {
  const day = '2026-10-07';
  let shared: SharedReport;
  beforeAll(async () => {
    shared = await shareDiary(fullDiary([day]));
  });

  proves(['C8.report_records'], 'list every food, the exact words, and their source', async () => {
    const page = await openReport(shared, { period: 'daily', day });
    const meals = page.locator('.meals tbody');
    expect(await meals.count()).toBe(4);
    const breakfast = meals.first();
    expect(await breakfast.locator('.words').evaluate((words) => words.textContent)).toBe(
      'Porridge with berries\nand a coffee',
    );
    expect(await rowsOf(page, '.meals tbody:nth-of-type(1) tr.meal')).toEqual([
      ['08:10 Breakfast', '254', '11.6', '35.5', '8.2'],
    ]);
    expect((await breakfast.textContent()) ?? '').toContain('one bowl · 250\u00a0g · Fibre\u00a03.5\u00a0g');
    expect(await breakfast.textContent()).toContain('Coffee with milk confidence 90%');
    expect(await breakfast.locator('.source').textContent()).toBe(
      'estimated by meadow-large · confidence 85%',
    );
    expect((await meals.allInnerTexts())[2]).toContain('Eaten on the way:\nan apple');
    expect((await rowsOf(page, '.meals tfoot tr'))[0]).toEqual(['Total', '1,034', '27.8', '205', '10']);
    expect(await page.locator('.meals tfoot').textContent()).toContain(
      'Fibre\u00a0at least 3.5\u00a0g (stated for 1 of 5\u00a0foods)',
    );
    expect(await page.locator('.workouts').textContent()).toBe('Swimming: 45\u00a0min');
    expect(await page.locator('.source').allTextContents()).toContain('measured by Watch');
  });

  proves(['C8.accessible'], 'have no row in which a screen reader finds nothing', async () => {
    const page = await openReport(shared, { day, period: 'daily' });
    expect(await page.locator('.meals tr').count()).toBeGreaterThan(4);
    expect(await page.locator('.meals tr:not(.about) > td:only-child:empty').count()).toBe(0);
  });

  proves(['C8.report_records'], 'include notes with what was done, felt and said', async () => {
    for (const period of ['daily', 'weekly', 'monthly'] as const) {
      const page = await openReport(shared, { period, day });
      const note = page.locator('.wellbeing');
      expect(await note.isVisible()).toBe(true);
      expect(await note.getAttribute('lang')).toBe('en');
      expect(await note.locator('.words').textContent()).toBe('21:00 A walk at lunch cleared my head.');
      expect(await note.locator('.link dt').allTextContents()).toEqual(['Did', 'Felt', 'Word for word']);
      expect(await note.locator('.link dd').allTextContents()).toEqual([
        'Walked',
        'A clear head',
        'cleared my head',
      ]);
      expect(await note.locator('.statements').textContent()).toBe('Activity Walked at lunch (lunchtime)');
      if (period !== 'daily')
        expect(await page.locator('.day', { has: note }).locator('.in-short').textContent()).toBe(
          '4\u00a0meals · 1,034\u00a0kcal · 6,000\u00a0steps · 6\u00a0h\u00a040\u00a0min\u00a0asleep',
        );
    }
    const inSpanish = await openReport(shared, { period: 'daily', day, language: 'es' });
    expect(await inSpanish.locator('.wellbeing .source').getAttribute('lang')).toBe('es');
  });

  proves(['C8.report_records', 'C3.provenance'], 'are counted by model or by app', async () => {
    const page = await openReport(shared, { day });
    expect(await rowsOf(page, '.provenance tbody tr')).toEqual([
      ['no model named', '2'],
      ['harbour-2', '1'],
      ['meadow-large', '1'],
      ['meadow-mini', '1'],
      ['Watch', '1'],
      ['source not stated', '1'],
    ]);
  });

  proves(['C8.report_records'], 'of a source with a blank name are counted with those of none', async () => {
    const client = 'Kitchen assistant';
    const moved = { day, client, input: { steps: 5000, source_app: ' ' } };
    const slept = { day, client, input: { asleep_minutes: 420 } };
    const page = await openReport(await shareDiary({ activity: [moved], sleep: [slept] }), { day });
    expect(await rowsOf(page, '.provenance tbody tr')).toEqual([['source not stated', '2']]);
  });

  proves(['S8.report_volume'], 'of a full month fit on a page that is light enough for a phone', async () => {
    const days = daysBetween('2026-10-01', '2026-10-31');
    const meals = days.flatMap((one) =>
      Array.from({ length: 8 }, (_, hour) => ({
        day: one,
        client: 'Kitchen assistant',
        input: {
          meal_type: 'snack' as const,
          eaten_at: `${one}T${String(6 + 2 * hour).padStart(2, '0')}:15:00+02:00`,
          items: Array.from({ length: 50 }, (_, index) => ({
            name: `Food ${index}`,
            kcal: 10,
            protein_g: 1,
            carbs_g: 1,
            fat_g: 0.2,
          })),
        },
      })),
    );
    const large = await shareDiary({ meals });
    const response = await fetch(`${large.url}?period=monthly&day=2026-10-07`);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html.match(/<tr class="meal">/g)).toHaveLength(248);
    expect(html.match(/<bdi>Food 49<\/bdi>/g)?.length).toBeGreaterThanOrEqual(248);
    expect(html.length).toBeLessThan(1.5 * 1024 * 1024);
  });
});
