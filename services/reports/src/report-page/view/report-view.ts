import type { RecordCollection } from 'shared/contract/kinds.ts';
import type { Locale } from 'shared/pages/figures/locale.ts';
import type { DayColumn } from 'shared/pages/figures/plots/columns.ts';
import { daysSoFar } from '../../report-data/days-so-far.ts';
import type { PageDay, ReportPageData } from '../../report-data/report-page-data.ts';

/** What each section of a report is made of. */
export type ReportView = ReportPageData & { locale: Locale; columns: readonly DayColumn<PageDay>[] };

/** Whether the page shows this kind of record. */
export const shows = ({ allowed }: ReportView, kind: RecordCollection): boolean =>
  allowed.shows.includes(kind);

/** For screen readers: the period of a plot, and how many of its days up to today state what is plotted. */
export const plotPeriod = ({ locale, report, days, today }: ReportView, statedDays: number): string =>
  locale.words.plotDays(
    locale.period(report.period, report.from, report.to),
    locale.count(statedDays),
    locale.counted(daysSoFar(days, today).length, locale.words.ofDays),
  );
