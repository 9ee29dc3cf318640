import { type Html, html } from 'shared/pages/html.ts';
import type { Figure } from './figures.ts';
import type { ReportView } from './report-view.ts';
import type { Plural } from './words/plural.ts';

/**
 * The line that says of how many days, or nights, the averages of a section are, or that its records state no figure; nothing in
 * the report of a single day.
 */
export const averageLine = (
  { locale, report }: ReportView,
  figures: readonly Figure[],
  days: number,
  noun: Plural,
): Html | false => {
  if (report.period === 'daily' || days === 0) return false;
  const isAny = figures.some(({ value }) => value !== null);
  return isAny
    ? html`<p class="average">${locale.words.average(locale.counted(days, noun))}</p>`
    : html`<p class="muted">${locale.words.noFigures}</p>`;
};

/** The same words as a note beside a figure that only some of those days state. */
export const averageNote = ({ locale }: ReportView, stated: number, days: number, noun: Plural) =>
  stated > 0 && stated !== days && locale.words.average(locale.counted(stated, noun));
