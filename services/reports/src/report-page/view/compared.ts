import { type Html, html } from 'shared/pages/figures/html.ts';
import { breakable } from 'shared/pages/figures/locale.ts';
import { type BarPlot, barPlot, largestOf } from 'shared/pages/figures/plots/bar-plot.ts';
import type { Figure } from './figures.ts';
import type { PeriodView, ReportView } from './report-view.ts';

/** The days of a report, as they head what is of them. */
export const periodName = ({ locale, report }: PeriodView): string =>
  locale.period(report.period, report.from, report.to);

/** The title of a plot or table of a period where another's stands beside it. */
export const titleBeside = (view: ReportView, period: PeriodView, title: string): string =>
  view.other ? `${title}, ${periodName(period)}` : title;

/** This period and the one that stands beside it, if one does. */
export const periodsOf = (view: ReportView): PeriodView[] => [view, ...(view.other ? [view.other] : [])];

/** A plot, and beside it that of the other period, on one scale (`C12.compare`). */
export const barPlots = (view: ReportView, plotOf: (period: PeriodView) => BarPlot): Html => {
  const plots = periodsOf(view).map((period) => ({ period, plot: plotOf(period) }));
  const scaledTo = plots.length > 1 ? Math.max(...plots.map(({ plot }) => largestOf(plot))) : 0;
  return html`${plots.map(({ period, plot }, place) =>
    barPlot(view.locale, {
      ...plot,
      id: idBeside(plot.id, place),
      title: titleBeside(view, period, plot.title),
      scaledTo,
    }),
  )}`;
};

/** The id of a plot in its place beside others of its kind. */
export const idBeside = (id: string, place: number): string => (place === 0 ? id : `${id}-before`);

/** The figures of this period and of the other, side by side, each with what it rests on. Nothing where neither has any. */
export const comparedFigures = (
  view: ReportView & { other: PeriodView },
  figuresOf: (period: PeriodView) => readonly Figure[],
): Html | false => {
  const { words } = view.locale;
  const others = figuresOf(view.other);
  const rows = figuresOf(view)
    .map((figure, index) => ({ figure, other: others[index] }))
    .filter(({ figure, other }) => figure.value !== null || (other?.value ?? null) !== null);
  const name = view.report.period === 'daily' ? words.figureOfDayColumn : words.figureColumn;
  return (
    rows.length > 0 &&
    html`<table class="compared">
<caption class="hidden">${periodsOf(view).map(periodName).join(' – ')}</caption>
<thead><tr><th scope="col">${name}</th>${periodsOf(view).map((period) => html`<th scope="col" class="amount">${periodName(period)}</th>`)}</tr></thead>
<tbody>${rows.map(
      ({ figure, other }) =>
        html`<tr><th scope="row">${figure.label}${figure.target && html` <small>${figure.target.text}</small>`}</th>${[figure, other].map((one) => html`<td class="amount">${one && amount(view, one)}</td>`)}</tr>\n`,
    )}</tbody>
</table>`
  );
};

const amount = ({ locale: { words } }: ReportView, { value, restsOn }: Figure): Html =>
  value === null
    ? html`${words.noRecord}`
    : html`<strong>${breakable(value)}</strong>${restsOn.map((note) => note && html` <small>${note}</small>`)}`;
