import { type Html, html } from 'shared/pages/html.ts';
import type { ReportView } from './report-view.ts';
import type { Plural } from './words/plural.ts';

/** Of how many days, or nights, the averages of a section are; nothing in the report of a single day. */
export const averageLine = ({ locale, report }: ReportView, days: number, noun: Plural): Html | false =>
  report.period !== 'daily' &&
  days > 0 &&
  html`<p class="average">${locale.words.average(locale.counted(days, noun))}</p>`;

/** The same beside a figure that fewer of them state. */
export const averageNote = ({ locale }: ReportView, stated: number, days: number, noun: Plural) =>
  stated > 0 && stated !== days && locale.words.average(locale.counted(stated, noun));
