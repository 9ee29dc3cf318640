import { type Html, html } from 'shared/pages/figures/html.ts';
import type { Locale } from 'shared/pages/figures/locale.ts';
import type { Plural } from 'shared/words/en/report/report.ts';
import type { PageDay } from '../../report-data/report-page-data.ts';
import type { Figure } from './figures.ts';
import type { PeriodView } from './report-view.ts';

/**
 * The line that says of how many days, or nights, the averages of a section are, or that its records state no figure; nothing in
 * the report of a single day.
 */
export const averageLine = (
  { locale, report }: PeriodView,
  figures: readonly Figure[],
  days: number,
  noun: Plural,
  withToday = false,
): Html | false => {
  if (report.period === 'daily' || days === 0) return false;
  const isAny = figures.some(({ value }) => value !== null);
  return isAny
    ? html`<p class="average">${averageOf(locale, days, noun, withToday)}</p>`
    : html`<p class="muted">${locale.words.noFigures}</p>`;
};

/** The same words as a note beside a figure that only some of those days state. */
export const averageNote = (
  { locale }: PeriodView,
  stated: number,
  days: number,
  noun: Plural,
  withToday = false,
): string | false => stated > 0 && stated !== days && averageOf(locale, stated, noun, withToday);

/** Of how many days or nights a figure is, where it stands beside another; nothing in the report of a single day. */
export const restsOnDays = ({ locale, report }: PeriodView, stated: number, noun: Plural): string | false =>
  report.period !== 'daily' && locale.counted(stated, noun);

/** Whether an average over the days that have this includes today, which is not over. A night of today is over. */
export const includesToday = ({ days, today }: PeriodView, recordOf: (day: PageDay) => unknown): boolean =>
  days.some((pageDay) => pageDay.day === today && recordOf(pageDay) !== null);

const averageOf = ({ words, counted }: Locale, days: number, noun: Plural, withToday: boolean): string => {
  const average = words.average(counted(days, noun));
  return withToday ? words.withToday(average) : average;
};
