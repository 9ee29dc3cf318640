import { afterAll, describe, expect } from '@jest/globals';
import { addDays, today } from 'shared/records/calendar.ts';
import { proves } from '../support/proves.ts';
import { closeBrowser } from './browser.ts';
import { fullDiary, openReport, shareDiary } from './shared-report.ts';

afterAll(closeBrowser);

/** The week of a day, formatted for a language. */
const weekOf = (day: string, language: string): string => {
  const monday = addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return format.formatRange(new Date(monday), new Date(addDays(monday, 6)));
};

describe('the page of a report', () => {
  proves(['C8.steps_in_time', 'C8.languages', 'C8.without_script'], 'links to other periods', async () => {
    const now = today('Europe/Madrid');
    const lastWeek = addDays(now, -7);
    const page = await openReport(await shareDiary(fullDiary([lastWeek, now])), { language: 'ru' });
    const heading = () => page.locator('.period').textContent();
    expect(await heading()).toBe(weekOf(now, 'ru'));
    expect(await page.getByRole('link', { name: 'Позже' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Раньше' }).click();
    expect(await heading()).toBe(weekOf(lastWeek, 'ru'));
    await page.getByRole('link', { name: 'Español' }).click();
    expect(await heading()).toBe(weekOf(lastWeek, 'es'));
    await page.getByRole('link', { name: 'Siguiente' }).click();
    expect(await heading()).toBe(weekOf(now, 'es'));
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
