import { afterAll, describe, expect } from '@jest/globals';
import { addDays, daysBetween, today } from 'shared/records/calendar.ts';
import { proves } from '../support/proves.ts';
import { closeBrowser, rowsOf } from './browser.ts';
import { fullDiary, openReport, shareDiary } from './shared-report.ts';

afterAll(closeBrowser);

describe('a day without records', () => {
  // A week in the past: none of it is in the future.
  const week = daysBetween('2026-10-05', '2026-10-11');
  const [monday = '', tuesday = '', wednesday = ''] = week;

  proves(['C8.report_gaps'], 'is a gap in every plot and table, not a zero', async () => {
    const shared = await shareDiary(fullDiary([monday, wednesday]));
    const page = await openReport(shared, { day: monday });
    for (const plot of ['energy', 'macros', 'meal-times', 'steps', 'exercise', 'nights', 'stages']) {
      expect(await page.locator(`#${plot} rect[fill="url(#${plot}-gap)"] title`).allTextContents()).toEqual([
        'Tue 6 Oct',
        'Thu 8 Oct',
        'Fri 9 Oct',
        'Sat 10 Oct',
        'Sun 11 Oct',
      ]);
      const rows = await rowsOf(page, `#${plot} tbody tr`);
      expect(rows.map(([name]) => name)).toHaveLength(7);
      expect(rows[1]).toEqual(['Tue 6 Oct', 'no record']);
      expect(rows[0]).not.toContain('no record');
    }
    // Consecutive days share a line.
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
    const page = await openReport(shared, { day: monday });
    expect((await rowsOf(page, '#energy tbody tr'))[1]).toEqual(['Tue 6 Oct', '0\u00a0kcal']);
    expect((await rowsOf(page, '#steps tbody tr'))[1]).toEqual(['Tue 6 Oct', '0']);
    expect(await page.locator('#energy .base').count()).toBe(1);
    expect(await page.locator('#energy .grid text').allTextContents()).toEqual(['0', '1']);
    const [eaten, moved] = await page.locator('.overview dl > div').all();
    expect(await eaten?.locator('.mini rect').count()).toBe(1);
    expect(await moved?.locator('.mini rect').count()).toBe(1);
    // The share of a meal in a total of zero is unknown.
    expect((await rowsOf(page, '.breakdown tbody tr:first-child'))[0]?.[3]).toBe('–');
    // 12:00Z says nothing about the place: the diary's time zone applies (`C2.day`).
    expect((await rowsOf(page, '#meal-times tbody tr'))[1]?.[1]).toBe('14:00 Other 0\u00a0kcal');
  });

  proves(['C8.report_gaps'], 'and one whose records state no figure are told apart', async () => {
    const client = 'Kitchen assistant';
    const shared = await shareDiary({
      activity: [{ day: tuesday, client, input: { workouts: [{ type: 'Swimming' }] } }],
      sleep: [{ day: tuesday, client, input: { source_app: 'Watch' } }],
    });
    const page = await openReport(shared, { day: monday, language: 'en' });
    for (const section of ['movement', 'sleep'])
      expect(await page.locator(`#${section} > p`).allTextContents()).toEqual([
        'There is nothing to average; what is recorded is listed day by day.',
      ]);
  });

  proves(
    ['C8.report_gaps'],
    'and one whose record does not state what is plotted are told apart',
    async () => {
      const client = 'Kitchen assistant';
      const walked = week.map((day, index) => ({
        day,
        client,
        input: { steps: 5000, ...(index > 1 && { exercise_minutes: index === 2 ? 0 : 30 }) },
      }));
      const page = await openReport(await shareDiary({ activity: walked.slice(0, 5) }), {
        day: monday,
        language: 'en',
      });
      expect(await page.locator('#exercise g:has(> .dash) title').allTextContents()).toEqual([
        'Mon 5 Oct\nnot stated',
        'Tue 6 Oct\nnot stated',
      ]);
      expect(await page.locator('#exercise .base').count()).toBe(3);
      expect(await page.locator('#exercise .legend li').allTextContents()).toEqual([
        'no record',
        'not stated',
      ]);
      expect(await page.locator('#exercise svg[role=img]').getAttribute('aria-label')).toContain(
        'records for 3 of 7\u00a0days',
      );
      expect(await page.locator('#steps .legend li').allTextContents()).toEqual(['no record']);
    },
  );

  proves(['C8.report_gaps'], 'is left blank while it is in the future', async () => {
    const now = today('Europe/Madrid');
    const days = daysBetween(`${now.slice(0, 8)}01`, now).filter((_, index) => index % 4 !== 3);
    const page = await openReport(await shareDiary(fullDiary(days)), { period: 'monthly' });
    const rows = await rowsOf(page, '#energy tbody tr');
    expect(rows).toHaveLength(Number(now.slice(8)));
    const gaps = await page.locator('#energy rect[fill="url(#energy-gap)"] title').count();
    expect(gaps).toBe(rows.filter(([, kcal]) => kcal === 'no record').length);
  });

  proves(
    ['C8.report_gaps', 'C8.report_plots'],
    'has its row although it is in the future, once something is recorded',
    async () => {
      // Of two zones a day or two apart, one has no Sunday: there tomorrow is in the same week.
      const isSunday = (day: string) => new Date(day).getUTCDay() === 0;
      const zone = ['Etc/GMT+12', 'Pacific/Kiritimati'].find((one) => !isSunday(today(one))) ?? '';
      const tomorrow = addDays(today(zone), 1);
      const shared = await shareDiary(fullDiary([tomorrow]), { time_zone: zone });
      const page = await openReport(shared);
      for (const plot of ['energy', 'macros', 'meal-times', 'steps', 'exercise', 'nights', 'stages']) {
        const rows = await rowsOf(page, `#${plot} tbody tr`);
        expect(rows).toHaveLength(((new Date(tomorrow).getUTCDay() + 6) % 7) + 1);
        const [last, ...before] = rows.reverse();
        expect(last?.[0]).toContain(` ${Number(tomorrow.slice(8))} `);
        expect(last).not.toContain('no record');
        for (const row of before) expect(row[1]).toBe('no record');
      }
    },
  );

  proves(
    ['C8.report_gaps'],
    'can be opened although it is in the future, once something is recorded',
    async () => {
      const now = today('Europe/Madrid');
      const [tomorrow, later] = [addDays(now, 1), addDays(now, 40)];
      const shared = await shareDiary(fullDiary([tomorrow, later]));
      const shownBy = async (query: Record<string, string>) => {
        const page = await openReport(shared, { period: 'daily', language: 'en', ...query });
        const dayOf = async (relation: string) => {
          const [link] = await page.locator(`a[rel=${relation}]`).all();
          return new URL((await link?.getAttribute('href')) ?? '?', page.url()).searchParams.get('day');
        };
        return [await dayOf('prev'), (await page.locator('.meal').count()) > 0, await dayOf('next')];
      };
      const yesterday = addDays(now, -1);
      expect(await shownBy({})).toEqual([yesterday, false, tomorrow]);
      expect(await shownBy({ day: tomorrow })).toEqual([now, true, later]);
      expect(await shownBy({ day: later })).toEqual([tomorrow, true, null]);
      expect(await shownBy({ day: addDays(later, 1) })).toEqual([yesterday, false, tomorrow]);
    },
  );

  proves(
    ['C8.report_gaps'],
    'can be opened although it is the last of all, as of a made-up date',
    async () => {
      const last = '9999-12-31';
      const shared = await shareDiary(fullDiary([last]));
      for (const period of ['daily', 'weekly', 'monthly']) {
        const page = await openReport(shared, { period, language: 'en' });
        await page.locator('a[rel=next]').click();
        expect([period, await page.locator('h1').textContent()]).toEqual([
          period,
          expect.stringContaining('December 9999'),
        ]);
        expect([period, (await page.locator('tr.meal').count()) > 0]).toEqual([period, true]);
        expect([period, await page.locator('a[rel=next]').count()]).toEqual([period, 0]);
      }
    },
  );

  proves(['C8.report_gaps'], 'leaves out all plots if the whole week has no records', async () => {
    const shared = await shareDiary({});
    const page = await openReport(shared, { language: 'es' });
    await page.getByRole('heading', { name: 'No hay registros de esta semana' }).waitFor();
    expect(await page.locator('figure').count()).toBe(0);
    expect(await page.locator('main').textContent()).not.toMatch(/NaN|undefined|null|Infinity/);
  });
});
