import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { Targets } from 'shared/contract/days.ts';
import type { Language } from 'shared/contract/fields.ts';
import type { Report, ReportPeriod } from 'shared/contract/reports.ts';
import { addDays, daysBetween, today } from 'shared/records/calendar.ts';
import { call } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { closeBrowser, type Visit, visit } from './browser.ts';
import { fullDiary, type SharedReport, shareDiary } from './shared-report.ts';

const LANGUAGES = ['en', 'es', 'ru'] as const;
const TAGS = { en: 'en-GB', es: 'es', ru: 'ru' };
const UNITS = {
  en: { kcal: 'kcal', g: 'g' },
  es: { kcal: 'kcal', g: 'g' },
  ru: { kcal: 'ккал', g: 'г' },
};
const NO_RECORD = { en: 'no record', es: 'sin registro', ru: 'нет записи' };

/** A figure as the language writes it, worked out apart from the page. */
const written = (language: Language, value: number, unit?: 'kcal' | 'g'): string => {
  const maximumFractionDigits = unit === 'g' ? 1 : 0;
  const figure = new Intl.NumberFormat(TAGS[language], { maximumFractionDigits }).format(value);
  return unit ? `${figure}\u00a0${UNITS[language][unit]}` : figure;
};

const targets: Targets = {
  kcal: 1000,
  protein_g: 9000,
  carbs_g: null,
  fat_g: null,
  fiber_g: null,
  sugar_g: null,
  sodium_mg: null,
  steps: 8000,
  exercise_minutes: null,
  sleep_minutes: 450,
};

const ZONE = 'Europe/Madrid';
const now = today(ZONE);

let report: SharedReport;
let browser: Visit;
beforeAll(async () => {
  const days = daysBetween(addDays(now, -38), now).filter((_, index) => index % 4 !== 3);
  report = await shareDiary(fullDiary(days), { targets });
  browser = await visit({ javaScriptEnabled: false });
});
afterAll(closeBrowser);

const open = async (query: Record<string, string>, { url } = report) => {
  await browser.page.goto(`${url}?${new URLSearchParams(query)}`);
  return browser.page;
};

/** The cells of the rows that a selector finds. */
const rowsOf = (selector: string): Promise<(string | null)[][]> =>
  browser.page
    .locator(selector)
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));

/** The value, and the lines below it, of the figure with this name; nothing where it is not shown. */
const figure = (name: string): Promise<string[]> =>
  browser.page
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
        `shows the ${period} figures of the JSON report as ${language} writes them`,
        async () => {
          const json = await readReport(period);
          const page = await open({ period, language });
          const past = json.days.filter(({ day }) => day <= now);

          const ofDays = await rowsOf('#energy tbody tr');
          expect(ofDays.map(([, kcal]) => kcal)).toEqual(
            past.map(({ kcal }) => (kcal === null ? NO_RECORD[language] : written(language, kcal, 'kcal'))),
          );
          expect((await rowsOf('#steps tbody tr')).map(([, steps]) => steps)).toEqual(
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
          expect(lines.join()).toContain(written(language, totals?.kcal ?? -1, 'kcal'));
          expect(lines.join()).toContain(written(language, targets.kcal ?? -1, 'kcal'));

          expect(await rowsOf('.breakdown tbody tr:first-child')).toEqual(
            json.meal_breakdown.map(({ count, kcal, kcal_share_pct }) => [
              expect.any(String),
              written(language, count),
              written(language, kcal, 'kcal'),
              new Intl.NumberFormat(TAGS[language], { style: 'percent' }).format(
                (kcal_share_pct ?? -1) / 100,
              ),
            ]),
          );
          expect(await rowsOf('.foods tbody tr')).toEqual(
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
    'says of how many days each average is, and how many foods state a figure',
    async () => {
      const json = await readReport('monthly');
      const page = await open({ period: 'monthly' });
      const ofAll = `of ${json.days_total}`;
      const tiles = page.locator('.overview dl > div');
      expect(
        await Promise.all(
          (await tiles.all()).map((tile) => tile.locator('a, strong, small').allTextContents()),
        ),
      ).toEqual([
        [
          'Food',
          written('en', json.averages?.kcal ?? -1, 'kcal'),
          `Energy, average of ${json.days_with_meals} ${ofAll}\u00a0days`,
          `${json.meal_count}\u00a0meals`,
        ],
        [
          'Movement',
          written('en', json.activity_averages?.steps ?? -1),
          `Steps, average of ${json.activity_averages?.days} ${ofAll}\u00a0days`,
        ],
        [
          'Sleep',
          expect.stringMatching(/^\d+\u00a0h( \d+\u00a0min)?$/),
          `Asleep, average of ${json.sleep_averages?.nights} ${ofAll}\u00a0nights`,
        ],
        // One note on each day of the diary.
        ['Notes', String(json.days_with_meals), `${json.days_with_meals} ${ofAll}\u00a0days`],
      ]);
      expect(await page.locator('.average').allTextContents()).toEqual([
        `average of ${json.days_with_meals}\u00a0day${json.days_with_meals === 1 ? '' : 's'}`,
        `average of ${json.activity_averages?.days}\u00a0day${json.activity_averages?.days === 1 ? '' : 's'}`,
        `average of ${json.sleep_averages?.nights}\u00a0night${json.sleep_averages?.nights === 1 ? '' : 's'}`,
      ]);
      const { known, of } = json.totals?.coverage.fiber_g ?? { known: -1, of: -1 };
      expect((await figure('Fiber')).join()).toContain(`stated for ${known} of ${of}\u00a0foods`);
    },
  );

  proves(
    ['C8.report_figures'],
    'counts apart what only some records of several state, and the zone of the clock',
    async () => {
      const day = '2026-10-07';
      const { meals, activity, sleep } = fullDiary([day, addDays(day, 1), addDays(day, 2)]);
      const shared = await shareDiary({ meals, activity, sleep });
      await open({ day }, shared);
      expect((await figure('Active energy')).join()).toContain('average of 2\u00a0days');
      expect((await figure('Distance')).length).toBe(0);
      expect((await figure('Deep sleep')).join()).toContain('average of 2\u00a0nights');
      // 23:50, 00:20 and 23:50 again.
      expect((await figure('Bedtime'))[0]).toBe('00:00');
    },
  );

  proves(['C8.steps_in_time', 'C8.languages', 'C8.without_script'], 'is walked through in time', async () => {
    const page = await open({ language: 'ru' });
    const heading = () => page.locator('.period').textContent();
    const thisWeek = await heading();
    expect(await page.getByRole('link', { name: 'Позже' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Раньше' }).click();
    const earlier = await heading();
    expect(earlier).not.toBe(thisWeek);
    await page.getByRole('link', { name: 'Español' }).click();
    const [from, to] = [page.url().match(/day=([\d-]+)/)?.[1] ?? ''].flatMap((day) => {
      const monday = addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
      return [monday, addDays(monday, 6)];
    });
    const format = new Intl.DateTimeFormat('es', { dateStyle: 'long', timeZone: 'UTC' });
    expect(await heading()).toBe(format.formatRange(new Date(from ?? ''), new Date(to ?? '')));
    await page.getByRole('link', { name: 'Después' }).click();
    expect(await heading()).not.toBe(earlier);
    await page.getByRole('link', { name: 'Mes', exact: true }).click();
    expect(await heading()).toContain(now.slice(0, 4));
    await page.locator('.day h3 a').first().click();
    expect(await page.getByRole('link', { name: 'Día', exact: true }).getAttribute('aria-current')).toBe(
      'true',
    );
    await page.getByRole('link', { name: 'Hoy' }).click();
    expect(page.url()).toContain(`day=${now}`);
  });
});

describe('a day without records', () => {
  // A week in the past: nothing of it is still to come.
  const week = daysBetween('2026-10-05', '2026-10-11');
  const [monday = '', tuesday = '', wednesday = ''] = week;

  proves(['C8.report_gaps'], 'is a gap in every plot and table, and no zero', async () => {
    const shared = await shareDiary(fullDiary([monday, wednesday]));
    const page = await open({ day: monday }, shared);
    for (const plot of ['energy', 'macros', 'meal-times', 'steps', 'exercise', 'nights', 'stages']) {
      expect(await page.locator(`#${plot} rect[fill="url(#${plot}-gap)"] title`).allTextContents()).toEqual([
        'Tue 6 Oct',
        'Thu 8 Oct',
        'Fri 9 Oct',
        'Sat 10 Oct',
        'Sun 11 Oct',
      ]);
      const rows = await rowsOf(`#${plot} tbody tr`);
      expect(rows.map(([name]) => name)).toHaveLength(7);
      expect(rows[1]).toEqual(['Tue 6 Oct', 'no record']);
      expect(rows[0]).not.toContain('no record');
    }
    // Days in a row share a line.
    const days = await page.locator('.day').allTextContents();
    expect(days).toHaveLength(4);
    expect(days[1]).toBe('Tue 6 Octno record');
    expect(days[3]).toMatch(/^Thu 8 Oct\W+Sun 11 Octno record$/);
    expect(await page.locator('.overview').textContent()).toContain('2 of 7');
    expect(
      await page.locator('.mini').evaluateAll((minis) => minis.map((one) => one.childElementCount)),
    ).toEqual([2, 2, 2, 2]);
  });

  proves(['C8.report_gaps'], 'differs from a day of nothing but water and rest', async () => {
    const shared = await shareDiary({
      meals: [
        {
          day: tuesday,
          client: 'Kitchen assistant',
          input: {
            meal_type: 'other',
            eaten_at: `${tuesday}T12:00:00Z`,
            items: [{ name: 'Water', kcal: 0, protein_g: 0, carbs_g: 0, fat_g: 0 }],
          },
        },
      ],
      activity: [{ day: tuesday, client: 'Kitchen assistant', input: { steps: 0 } }],
    });
    const page = await open({ day: monday }, shared);
    expect((await rowsOf('#energy tbody tr'))[1]).toEqual(['Tue 6 Oct', '0\u00a0kcal']);
    expect((await rowsOf('#steps tbody tr'))[1]).toEqual(['Tue 6 Oct', '0']);
    expect(await page.locator('#energy .base').count()).toBe(1);
    expect(await page.locator('#energy .grid text').allTextContents()).toEqual(['0', '1']);
    const [eaten, moved] = await page.locator('.overview dl > div').all();
    expect(await eaten?.locator('.mini rect').count()).toBe(1);
    expect(await moved?.locator('.mini rect').count()).toBe(1);
    // The share of a meal in no energy at all is unknown.
    expect((await rowsOf('.breakdown tbody tr:first-child'))[0]?.[3]).toBe('–');
    // 12:00Z tells nothing of the place: the clock is the diary's (contract §2).
    expect((await rowsOf('#meal-times tbody tr'))[1]?.[1]).toBe('14:00 Other 0\u00a0kcal');
  });

  proves(['C8.report_gaps'], 'is left blank while it is still to come', async () => {
    const page = await open({ period: 'monthly' });
    const rows = await rowsOf('#energy tbody tr');
    expect(rows).toHaveLength(Number(now.slice(8)));
    const gaps = await page.locator('#energy rect[fill="url(#energy-gap)"] title').count();
    expect(gaps).toBe(rows.filter(([, kcal]) => kcal === 'no record').length);
  });

  proves(
    ['C8.report_gaps', 'C8.report_plots'],
    'has its row while it is still to come, once something is recorded',
    async () => {
      // Of two zones a day or two apart, one has no Sunday: tomorrow is in the same week there.
      const isSunday = (day: string) => new Date(day).getUTCDay() === 0;
      const zone = ['Etc/GMT+12', 'Pacific/Kiritimati'].find((one) => !isSunday(today(one))) ?? '';
      const tomorrow = addDays(today(zone), 1);
      const shared = await shareDiary(fullDiary([tomorrow]), { time_zone: zone });
      await open({ language: 'en' }, shared);
      for (const plot of ['energy', 'macros', 'meal-times', 'steps', 'exercise', 'nights', 'stages']) {
        const rows = await rowsOf(`#${plot} tbody tr`);
        expect(rows).toHaveLength(((new Date(tomorrow).getUTCDay() + 6) % 7) + 1);
        const [last, ...before] = rows.reverse();
        expect(last?.[0]).toContain(` ${Number(tomorrow.slice(8))} `);
        expect(last).not.toContain('no record');
        for (const row of before) expect(row[1]).toBe('no record');
      }
    },
  );

  proves(['C8.report_gaps'], 'leaves no plot where the whole week has none', async () => {
    const shared = await shareDiary({});
    const page = await open({ language: 'es' }, shared);
    await page.getByRole('heading', { name: 'No hay nada registrado esta semana' }).waitFor();
    expect(await page.locator('figure').count()).toBe(0);
    expect(await page.locator('main').textContent()).not.toMatch(/NaN|undefined|null|Infinity/);
  });
});

describe('a plot', () => {
  proves(['C8.report_plots'], 'has the figures that it draws in a table behind it', async () => {
    const day = '2026-10-07';
    const shared = await shareDiary(fullDiary([day, addDays(day, 1)]));
    const page = await open({ day, language: 'en' }, shared);
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
      const [, ...written] = (await rowsOf(`#${plot} tbody tr`))[2] ?? [];
      expect(written.map((cell) => cell?.replaceAll('\u00a0', ' '))).toEqual(cells);
    }
    // Bars are as high as their figures: 6,000 and 6,512 steps.
    const [first = 0, second = 0] = await page
      .locator('#steps rect[class]')
      .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))));
    expect(second / first).toBeCloseTo(6512 / 6000, 2);
    // The second night states no stage: all of its sleep is one bar.
    expect(await page.locator('#stages g:has(> title)').last().locator('rect').count()).toBe(1);
  });
});

describe('the records on the page', () => {
  const day = '2026-10-07';
  let shared: SharedReport;
  beforeAll(async () => {
    shared = await shareDiary(fullDiary([day]));
  });

  proves(
    ['C8.report_records'],
    'are every food, the words as they were said, and where they come from',
    async () => {
      const page = await open({ period: 'daily', day }, shared);
      const meals = page.locator('.meals tbody');
      expect(await meals.count()).toBe(4);
      const breakfast = meals.first();
      expect(await breakfast.locator('.words').evaluate((words) => words.textContent)).toBe(
        'Porridge with berries\nand a coffee',
      );
      expect(await rowsOf('.meals tbody:nth-of-type(1) tr.meal')).toEqual([
        ['08:10 Breakfast', '254', '11.6', '35.5', '8.2'],
      ]);
      expect((await breakfast.textContent()) ?? '').toContain(
        'one bowl · 250\u00a0g · Fiber\u00a03.5\u00a0g',
      );
      expect(await breakfast.textContent()).toContain('Coffee with milkconfidence 90%');
      expect(await breakfast.locator('.source').textContent()).toBe(
        'estimated by meadow-large · confidence 85%',
      );
      expect(await meals.nth(2).textContent()).toContain('Eaten on the way.');
      expect((await rowsOf('.meals tfoot tr'))[0]).toEqual(['Total', '1,034', '27.8', '205', '10']);
      expect(await page.locator('.meals tfoot').textContent()).toContain(
        'Fiber\u00a03.5\u00a0g (stated for 1 of 5\u00a0foods)',
      );
      expect(await page.locator('.workouts').textContent()).toBe('Swimming: 45\u00a0min');
      expect(await page.locator('.source').allTextContents()).toContain('measured by Watch');
    },
  );

  proves(['C8.report_records'], 'have notes with what was done, felt and said beside them', async () => {
    for (const period of ['daily', 'weekly', 'monthly'] as const) {
      const page = await open({ period, day }, shared);
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
      expect(await note.locator('.statements').textContent()).toBe('Movement Walked at lunch (lunchtime)');
      if (period !== 'daily')
        expect(await page.locator('.day', { has: note }).locator('.in-short').textContent()).toBe(
          '4\u00a0meals · 1,034\u00a0kcal · 6,000\u00a0steps · 6\u00a0h\u00a040\u00a0min\u00a0asleep',
        );
    }
  });

  proves(['C8.report_records', 'C3.provenance'], 'are counted by the model that they come from', async () => {
    await open({ day }, shared);
    expect(await rowsOf('.provenance tbody tr')).toEqual([
      ['no model named', '4'],
      ['harbour-2', '1'],
      ['meadow-large', '1'],
      ['meadow-mini', '1'],
    ]);
  });

  proves(['S8.report_volume'], 'fit on a page of a full month, light enough for a phone', async () => {
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
