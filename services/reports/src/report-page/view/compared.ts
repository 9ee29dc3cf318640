import { comparedFigures as besideEachOther } from 'shared/pages/figures/compared-figures.ts';
import type { Html } from 'shared/pages/figures/html.ts';
import type { BarPlot } from 'shared/pages/figures/plots/bar-plot.ts';
import { barPlotsBeside, titleBeside as besideTitle } from 'shared/pages/figures/plots/beside.ts';
import type { Figure } from './figures.ts';
import type { PeriodView, ReportView } from './report-view.ts';

/** The days of a report, as they head what is of them. */
export const periodName = ({ locale, report }: PeriodView): string =>
  locale.period(report.period, report.from, report.to);

/** The title of a plot or table of a period where another's stands beside it. */
export const titleBeside = (view: ReportView, period: PeriodView, title: string): string =>
  besideTitle(title, periodName(period), view.other !== undefined);

/** This period and the one that stands beside it, if one does. */
export const periodsOf = (view: ReportView): PeriodView[] => [view, ...(view.other ? [view.other] : [])];

/** A plot, and beside it that of the other period. */
export const barPlots = (view: ReportView, plotOf: (period: PeriodView) => BarPlot): Html =>
  barPlotsBeside(
    view.locale,
    periodsOf(view).map((period) => ({ plot: plotOf(period), periodName: periodName(period) })),
  );

/** The figures of this period and of the other, side by side. */
export const comparedFigures = (
  view: ReportView,
  figuresOf: (period: PeriodView) => readonly Figure[],
): Html | false => {
  const { words } = view.locale;
  const column = view.report.period === 'daily' ? words.figureOfDayColumn : words.figureColumn;
  const periods = periodsOf(view).map((period) => ({ name: periodName(period), figures: figuresOf(period) }));
  return besideEachOther(view.locale, column, periods);
};
