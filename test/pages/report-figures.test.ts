import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Language } from 'shared/contract/fields.ts';
import type { Report, ReportPeriod } from 'shared/contract/operations/reports.ts';
import { addDays, countDays, daysBetween, today } from 'shared/records/calendar.ts';
import { call } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { closeBrowser, LANGUAGES, rowsOf } from './browser.ts';
import { fullDiary, openReport, type SharedReport, shareDiary } from './shared-report.ts';

const TAGS = { en: 'en-GB', es: 'es', ru: 'ru' };
const UNITS = {
  en: { kcal: 'kcal', g: 'g' },
  es: { kcal: 'kcal', g: 'g' },
  ru: { kcal: 'ккал', g: 'г' },
};
const NO_RECORD = { en: 'no record', es: 'sin registro', ru: 'нет записи' };

/** A figure formatted for the language, independently of the page's code. */
const written = (language: Language, value: number, unit?: 'kcal' | 'g'): string => {
  const digits = { maximumFractionDigits: unit === 'g' ? 1 : 0, useGrouping: 'always' } as const;
  const local = new Intl.NumberFormat(TAGS[language], digits).format(value);
  // In Mexico a point separates decimals, so a space separates thousands.
  const figure = language === 'es' ? local.replaceAll('.', '\u00a0') : local;
  return unit ? `${figure}\u00a0${UNITS[language][unit]}` : figure;
};

const targets = { kcal: 1000, protein_g: 9000, fiber_g: 0, sugar_g: 0, steps: 8000, sleep_minutes: 450 };

const now = today('Europe/Madrid');

let report: SharedReport;
beforeAll(async () => {
  const days = daysBetween(addDays(now, -38), now).filter((_, index) => index % 4 !== 3);
  report = await shareDiary(fullDiary(days), { targets });
});
afterAll(closeBrowser);

/** The value of the figure with this name, and the lines below it; empty where it is not shown. */
const figure = (page: Page, name: string): Promise<string[]> =>
  page
    .locator('.main-figures > div, .further-figures > div', { hasText: new RegExp(`^${name}`) })
    .locator('strong, small, dd')
    .allTextContents();

const readReport = async (period: ReportPeriod): Promise<Report> =>
  (await call('GET', `/reports/${period}`, { token: report.token })).body;

describe('the page of a report', () => {
  for (const period of ['weekly', 'monthly'] as const)
    for (const language of LANGUAGES)
      proves(
        ['C8.report_figures', 'C8.report_plots', 'S2.report'],
        `shows the ${period} figures of the JSON report formatted for ${language}`,
        async () => {
          const json = await readReport(period);
          const page = await openReport(report, { period, language });
          const past = json.days.filter(({ day }) => day <= now);

          const ofDays = await rowsOf(page, '#energy tbody tr');
          expect(ofDays.map(([, kcal]) => kcal)).toEqual(
            past.map(({ kcal }) => (kcal === null ? NO_RECORD[language] : written(language, kcal, 'kcal'))),
          );
          expect((await rowsOf(page, '#steps tbody tr')).map(([, steps]) => steps)).toEqual(
            past.map(({ steps }) => (steps === null ? NO_RECORD[language] : written(language, steps))),
          );

          const cards = await page.locator('.main-figures strong').allTextContents();
          const { averages, totals } = json as { averages: Report['averages']; totals: Report['totals'] };
          expect(cards.slice(0, 4)).toEqual([
            written(language, averages?.kcal ?? -1, 'kcal'),
            written(language, averages?.protein_g ?? -1, 'g'),
            written(language, averages?.carbs_g ?? -1, 'g'),
            written(language, averages?.fat_g ?? -1, 'g'),
          ]);
          expect(cards).toContain(written(language, json.activity_averages?.steps ?? -1));
          expect(cards).toContain(json.sleep_averages?.bedtime);
          const lines = await page.locator('.main-figures small').allTextContents();
          // With only one day, as on a Monday, the average is the sum.
          if (json.days_with_meals > 1)
            expect(lines.join()).toContain(written(language, totals?.kcal ?? -1, 'kcal'));
          expect(lines.join()).toContain(written(language, targets.kcal, 'kcal'));

          expect(await rowsOf(page, '.breakdown tbody tr:first-child')).toEqual(
            json.meal_breakdown.map(({ count, kcal, kcal_share_pct }) => [
              expect.any(String),
              written(language, count),
              written(language, kcal, 'kcal'),
              new Intl.NumberFormat(TAGS[language], { style: 'percent' }).format(
                (kcal_share_pct ?? -1) / 100,
              ),
            ]),
          );
          expect(await rowsOf(page, '.foods tbody tr')).toEqual(
            json.top_foods.map(({ name, count, kcal, weight_g }) => [
              name,
              written(language, count),
              written(language, kcal, 'kcal'),
              weight_g === null ? '–' : written(language, weight_g, 'g'),
            ]),
          );
        },
      );

  proves(
    ['C8.report_figures', 'C8.report_glance'],
    'says how many days each average covers, and how many foods state a value',
    async () => {
      const json = await readReport('monthly');
      const page = await openReport(report, { period: 'monthly' });
      // The days to come count in nothing.
      const ofAll = `of ${countDays(json.from, now)}`;
      const noun = now === json.from ? 'day' : 'days';
      const nights = now === json.from ? 'night' : 'nights';
      const tiles = page.locator('.overview dl > div');
      expect(
        await Promise.all(
          (await tiles.all()).map((tile) => tile.locator('a, strong, small').allTextContents()),
        ),
      ).toEqual([
        [
          'Food',
          written('en', json.averages?.kcal ?? -1, 'kcal'),
          `Energy, average of ${json.days_with_meals} ${ofAll}\u00a0${noun}, today included`,
          `${json.meal_count}\u00a0meals`,
        ],
        [
          'Activity',
          written('en', json.activity_averages?.steps ?? -1),
          `Steps, average of ${json.activity_averages?.days} ${ofAll}\u00a0${noun}, today included`,
        ],
        [
          'Sleep',
          expect.stringMatching(/^\d+\u00a0h( \d+\u00a0min)?$/),
          `Asleep, average of ${json.sleep_averages?.nights} ${ofAll}\u00a0${nights}`,
        ],
        // One note on each day of the diary.
        ['Notes', String(json.days_with_meals), `${json.days_with_meals} ${ofAll}\u00a0${noun}`],
      ]);
      expect(await page.locator('.average').allTextContents()).toEqual([
        `average of ${json.days_with_meals}\u00a0day${json.days_with_meals === 1 ? '' : 's'}, today included`,
        `average of ${json.activity_averages?.days}\u00a0day${json.activity_averages?.days === 1 ? '' : 's'}, today included`,
        `average of ${json.sleep_averages?.nights}\u00a0night${json.sleep_averages?.nights === 1 ? '' : 's'}`,
      ]);
      const { known, of } = json.totals?.coverage.fiber_g ?? { known: -1, of: -1 };
      expect((await figure(page, 'Fibre')).join()).toContain(`stated for ${known} of ${of}\u00a0foods`);
      // A night of today is over; the day is not, and a past month has no today.
      for (const [language, included] of [
        ['es', ', hoy incluido'],
        ['ru', ', включая сегодня'],
      ] as const) {
        const past = { period: 'monthly', language, day: addDays(json.from, -1) };
        const lines = async (query: Record<string, string>) =>
          (await (await openReport(report, query)).locator('.average').allTextContents()).map((line) =>
            line.endsWith(included),
          );
        expect(await lines({ period: 'monthly', language })).toEqual([true, true, false]);
        expect(await lines(past)).not.toContain(true);
      }
    },
  );

  proves(['C8.report_targets'], 'shows a target of 0, and no bar for it', async () => {
    const page = await openReport(report, { period: 'monthly', language: 'en' });
    expect(await figure(page, 'Fibre')).toEqual(expect.arrayContaining(['target 0\u00a0g']));
    expect(await figure(page, 'Sugar')).toEqual(expect.arrayContaining(['target 0\u00a0g']));
    const fibre = page.locator('.main-figures > div', { hasText: 'Fibre' });
    expect(await fibre.locator('strong').textContent()).toMatch(/^at least 3\.5\u00a0g$/);
    expect(await fibre.locator('.target-bar').count()).toBe(0);
  });

  proves(
    ['C8.report_figures', 'C8.report_targets'],
    'says that what only some foods state is the least, and draws no bar of it',
    async () => {
      const day = '2026-10-07';
      const soup = { name: 'Soup', kcal: 120, protein_g: 5, carbs_g: 18, fat_g: 3, fiber_g: 6, sugar_g: 4 };
      const bread = { name: 'Bread', kcal: 80, protein_g: 3, carbs_g: 15, fat_g: 1, sugar_g: 1 };
      const meals = [day, addDays(day, 1)].map((on) => ({
        day: on,
        client: 'Kitchen assistant',
        input: { meal_type: 'lunch' as const, eaten_at: `${on}T12:00:00Z`, items: [soup, bread] },
      }));
      const shared = await shareDiary({ meals }, { targets: { fiber_g: 30, sugar_g: 50 } });
      for (const [language, least] of [
        ['en', 'at least'],
        ['es', 'al menos'],
        ['ru', 'не менее'],
      ] as const) {
        const page = await openReport(shared, { day, period: 'weekly', language });
        const [fibre, sugar] = (await page.locator('#food .main-figures > div').all()).slice(4);
        const unit = UNITS[language].g;
        expect(await fibre?.locator('strong').textContent()).toBe(`${least} 6\u00a0${unit}`);
        expect(await fibre?.textContent()).toContain(`${least} 12\u00a0${unit}`);
        expect(await fibre?.textContent()).toContain(`30\u00a0${unit}`);
        expect(await fibre?.locator('.target-bar').count()).toBe(0);
        expect(await sugar?.locator('strong').textContent()).toBe(`5\u00a0${unit}`);
        expect(await sugar?.locator('.target-bar').count()).toBe(1);
      }
      const page = await openReport(shared, { day, period: 'daily', language: 'en' });
      expect(await page.locator('.meals tfoot .about').textContent()).toBe(
        'Fibre\u00a0at least 6\u00a0g (stated for 1 of 2\u00a0foods) · Sugar\u00a05\u00a0g (stated for 2 of 2\u00a0foods)',
      );
    },
  );

  proves(
    ['C8.report_figures'],
    'averages values over the records that state them, and times across midnight',
    async () => {
      const day = '2026-10-07';
      const { meals, activity, sleep } = fullDiary([day, addDays(day, 1), addDays(day, 2)]);
      const shared = await shareDiary({ meals, activity, sleep });
      const page = await openReport(shared, { day });
      expect((await figure(page, 'Active energy')).join()).toContain('average of 2\u00a0days');
      expect((await figure(page, 'Distance')).length).toBe(0);
      expect((await figure(page, 'Deep sleep')).join()).toContain('average of 2\u00a0nights');
      // 23:50, 00:20 and 23:50 again.
      expect((await figure(page, 'Bedtime'))[0]).toBe('00:00');
    },
  );
});
