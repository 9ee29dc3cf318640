import { afterAll, describe, expect } from '@jest/globals';
import type { SleepInput } from 'shared/contract/operations/sleep.ts';
import { daysBetween } from 'shared/records/calendar.ts';
import { proves } from '../support/proves.ts';
import { closeBrowser, rowsOf } from './browser.ts';
import { openReport, shareDiary } from './shared-report.ts';

afterAll(closeBrowser);

const week = daysBetween('2026-10-05', '2026-10-11');
const [monday = ''] = week;

/** The week's report of one night after another, from Monday on. */
const openNights = async (nights: SleepInput[], sleepMinutes: number | null = null) => {
  const sleep = nights.map((input, index) => ({ day: week[index] ?? '', client: 'Watch', input }));
  const shared = await shareDiary({ sleep }, { targets: { sleep_minutes: sleepMinutes } });
  return openReport(shared, { day: monday, language: 'en' });
};

describe('nights on a page', () => {
  proves(['C8.report_plots', 'C8.report_targets'], 'count lying awake as no sleep', async () => {
    const stages = { deep_minutes: 80, rem_minutes: 100, light_minutes: 260 };
    const page = await openNights(
      [
        { asleep_minutes: 440, ...stages, awake_minutes: 60 },
        { asleep_minutes: 450, awake_minutes: 50 },
      ],
      480,
    );
    const label = await page.locator('#stages svg[role=img]').getAttribute('aria-label');
    expect(label).toContain('from 7\u00a0h 20\u00a0min to 7\u00a0h 30\u00a0min');
  });

  proves(['C8.report_plots', 'C8.report_gaps'], 'differ where nothing, or none, is stated', async () => {
    const page = await openNights([{ asleep_minutes: 0 }, { score: 80 }, { awake_minutes: 25 }]);
    const rows = await rowsOf(page, '#stages tbody tr');
    expect(rows.slice(0, 4).map((cells) => cells.slice(1))).toEqual([
      ['0\u00a0min', '–'],
      ['–', '–'],
      ['–', '25\u00a0min'],
      ['no record'],
    ]);
    expect(await page.locator('#stages rect[fill="url(#stages-gap)"] title').count()).toBe(4);
    expect(await page.locator('#stages g:has(> .dash) title').allTextContents()).toEqual([
      'Tue 6 Oct\nnot stated',
    ]);
    const legend = await page.locator('#stages .legend li').allTextContents();
    expect(legend.slice(-2)).toEqual(['no record', 'not stated']);
    expect(await page.locator('#stages svg[role=img]').getAttribute('aria-label')).toContain(
      'records for 2 of 7\u00a0days',
    );
  });

  proves(['C8.report_plots'], 'say of which stage they are, even of one', async () => {
    const page = await openNights([{ awake_minutes: 25 }], 480);
    expect(await page.locator('#stages .legend li').allTextContents()).toEqual(['Awake', 'no record']);
  });

  proves(['C8.report_plots', 'C8.report_gaps'], 'have a dash where no clock time is stated', async () => {
    const page = await openNights([{ bedtime: '23:40', wake_time: '07:10' }, { asleep_minutes: 420 }]);
    expect(await page.locator('#nights g:has(> .dash) title').allTextContents()).toEqual([
      'Tue 6 Oct\nnot stated',
    ]);
    expect(await page.locator('#nights .legend li').allTextContents()).toEqual(['no record', 'not stated']);
    expect(await page.locator('#nights svg[role=img]').getAttribute('aria-label')).toContain(
      'records for 1 of 7\u00a0days',
    );
  });

  proves(['C8.report_plots'], 'stand side by side in the day, too', async () => {
    const page = await openNights([
      { bedtime: '11:40', wake_time: '18:00' },
      { bedtime: '12:20', wake_time: '18:30' },
    ]);
    const bars = page.locator('#nights rect.night');
    const [first = 0, second = 0] = await bars.evaluateAll((all) =>
      all.map((bar) => Number(bar.getAttribute('y'))),
    );
    expect(second).toBeGreaterThan(first);
    expect(second - first).toBeLessThan(20);
  });

  proves(['C8.report_glance'], 'have an average of each clock time over those that state it', async () => {
    const page = await openNights([
      { bedtime: '23:40', wake_time: '07:10' },
      { bedtime: '23:50', wake_time: '07:20' },
      { wake_time: '07:30' },
    ]);
    const tile = page.locator('.overview dl > div', { hasText: 'Sleep' });
    expect(await tile.textContent()).toContain('Bedtime, average of 2 of 7');
    expect(await tile.textContent()).toContain('average of 3 of 7');
  });
});

proves(['C8.report_figures'], 'one value is the same number in a food, its meal and its day', async () => {
  const food = { name: 'Soup', kcal: 310.496, protein_g: 12.346, carbs_g: 0.048, fat_g: 0.05 };
  const input = { meal_type: 'lunch' as const, eaten_at: `${monday}T12:00:00+02:00`, items: [food] };
  const shared = await shareDiary({ meals: [{ day: monday, client: 'Kitchen assistant', input }] });
  const page = await openReport(shared, { day: monday, period: 'daily', language: 'en' });
  const rows = await rowsOf(page, '.meals tr:has(td)');
  const amounts = rows.map((cells) => cells.slice(-4)).filter(({ length }) => length === 4);
  expect(amounts.length).toBeGreaterThan(1);
  for (const four of amounts) expect(four).toEqual(['311', '12.4', '0.1', '0.1']);
});
