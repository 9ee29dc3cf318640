import type { RecordCollection } from 'shared/contract/kinds.ts';
import type { Locale } from 'shared/pages/figures/locale.ts';
import {
  type PlotColumn,
  type PlottedBy,
  plotColumns,
  plottedBy,
} from 'shared/pages/figures/plots/columns.ts';
import { countDays } from 'shared/records/calendar.ts';
import { daysSoFar } from '../../report-data/days-so-far.ts';
import type { ShownReport } from '../../report-data/present-records.ts';
import type { PageDay, ReportedDays, ReportPageData } from '../../report-data/report-page-data.ts';
import { onAverage, type PlottedDay } from './plotted-day.ts';

/** What the figures and plots of some days are made of. */
export type PeriodView = ReportedDays & {
  today: string;
  locale: Locale;
  columns: readonly PlotColumn<PlottedDay, PageDay>[];
  plottedBy: PlottedBy;
};

/** What each section of a report is made of; `other` is the period that stands beside it. */
export type ReportView = Omit<ReportPageData, 'other'> &
  PeriodView & {
    other: PeriodView | undefined;
    /** Parameters that go with the ways to other reports. */
    carried: ShownReport;
  };

/** A page's data, ready to be drawn. */
export const viewOf = (data: ReportPageData, locale: Locale, carried: ShownReport): ReportView => {
  const drawn = (period: ReportedDays): PeriodView => ({
    ...period,
    today: data.today,
    locale,
    columns: plotColumns(locale, period.days, data.today, onAverage),
    plottedBy: plottedBy(countDays(period.report.from, period.report.to)),
  });
  return { ...data, ...drawn(data), other: data.other && drawn(data.other), carried };
};

/** The way to another report, or to this one in another form. */
export const wayTo = ({ carried, locale: { language } }: ReportView, report: ShownReport): string =>
  `?${new URLSearchParams({ ...report, ...carried, language })}`;

/** Whether the page shows this kind of record. */
export const shows = ({ allowed }: ReportView, kind: RecordCollection): boolean =>
  allowed.shows.includes(kind);

/** For screen readers: the period of a plot, and how many of its days up to today state what is plotted. */
export const plotPeriod = ({ locale, report, days, today }: PeriodView, statedDays: number): string =>
  locale.words.plotDays(
    locale.period(report.period, report.from, report.to),
    locale.count(statedDays),
    locale.counted(daysSoFar(days, today).length, locale.words.ofDays),
  );
