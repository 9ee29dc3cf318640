import { afterAll, describe, expect } from '@jest/globals';
import { addDays } from 'shared/records/calendar.ts';
import { proves } from '../support/proves.ts';
import { closeBrowser, rowsOf } from './browser.ts';
import { fullDiary, openReport, shareDiary } from './shared-report.ts';

afterAll(closeBrowser);

const day = '2026-10-07';

describe('a plot', () => {
  proves(
    ['C8.report_plots', 'C8.report_targets'],
    'has room for a target above all of its bars',
    async () => {
      const shared = await shareDiary(fullDiary([day]), { targets: { steps: 20_000 } });
      const page = await openReport(shared, { day });
      const line = await page.locator('#steps .target-line').first().getAttribute('d');
      const bar = await page.locator('#steps rect[class]').first().getAttribute('y');
      const height = Number(/ ([-\d.]+)H/.exec(line ?? '')?.[1]);
      expect(height).toBeGreaterThan(0);
      expect(height).toBeLessThan(Number(bar));
    },
  );

  proves(['C8.report_plots'], 'has its figures in a table as well', async () => {
    const shared = await shareDiary(fullDiary([day, addDays(day, 1)]));
    const page = await openReport(shared, { day, language: 'en' });
    const figures: Record<string, string[]> = {
      energy: ['1,034 kcal'],
      macros: ['27.8 g', '205 g', '10 g'],
      'meal-times': [
        '08:10 Breakfast 254 kcal\n13:40 Lunch 260 kcal\n17:05 Snack 260 kcal\n23:30 Dinner 260 kcal',
      ],
      steps: ['6,000'],
      exercise: ['0 min'],
      nights: ['23:50', '07:15'],
      stages: ['1 h 10 min', '1 h 30 min', '4 h', '–', '25 min'],
    };
    expect(await page.locator('figure').count()).toBe(Object.keys(figures).length);
    for (const [plot, cells] of Object.entries(figures)) {
      const [, ...written] = (await rowsOf(page, `#${plot} tbody tr`))[2] ?? [];
      expect(written.map((cell) => cell?.replaceAll('\u00a0', ' '))).toEqual(cells);
    }
    // Bars are as high as their values: 6,000 and 6,512 steps.
    const [first = 0, second = 0] = await page
      .locator('#steps rect[class]')
      .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))));
    expect(second / first).toBeCloseTo(6512 / 6000, 2);
    // Nights are as long as they went on: 23:50 and 00:20 to 07:15.
    const [early = 0, late = 0] = await page
      .locator('#nights rect.night')
      .evaluateAll((nights) => nights.map((night) => Number(night.getAttribute('height'))));
    expect(early / late).toBeCloseTo(445 / 415, 1);
    expect(late).toBeGreaterThan(40);
    // The second night states no stages: all of its sleep is one bar.
    expect(await page.locator('#stages g:has(> title)').last().locator('rect').count()).toBe(1);
  });

  proves(
    ['C8.report_plots'],
    'has values beside its axis that find room there from a million on',
    async () => {
      const feast = { name: 'Feast', kcal: 20_000, protein_g: 0, carbs_g: 0, fat_g: 0 };
      const input = {
        meal_type: 'other' as const,
        eaten_at: `${day}T12:00:00Z`,
        items: Array.from({ length: 50 }, () => feast),
      };
      const shared = await shareDiary({ meals: [{ day, client: 'Kitchen assistant', input }] });
      const page = await openReport(shared, { day, language: 'en' });
      expect((await page.locator('#energy .grid text').allTextContents()).slice(-2)).toEqual([
        '800,000',
        '1m',
      ]);
    },
  );
});
