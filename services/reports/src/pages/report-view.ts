import type { ReportPageData } from '../page-data/report-page-data.ts';
import { daysSoFar } from './day-records.ts';
import type { Locale } from './locale.ts';
import type { DayColumn } from './plots/columns.ts';

/** What each section of a report is made of. */
export type ReportView = ReportPageData & { locale: Locale; columns: readonly DayColumn[] };

/** For screen readers: the period of a plot, and for how many of its days up to today there is a record. */
export const plotPeriod = ({ locale, report, days, today }: ReportView, recordedDays: number): string =>
  locale.words.plotDays(
    locale.period(report.period, report.from, report.to),
    locale.count(recordedDays),
    locale.counted(daysSoFar(days, today).length, locale.words.ofDays),
  );
