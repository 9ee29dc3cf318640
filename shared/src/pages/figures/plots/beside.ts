import { type Html, html } from '../html.ts';
import type { Locale } from '../locale.ts';
import { type BarPlot, barPlot, largestOf } from './bar-plot.ts';

/** The title of a plot or table of a period; it names the period where another's stands beside it. */
export const titleBeside = (title: string, periodName: string, isBeside: boolean): string =>
  isBeside ? `${title}, ${periodName}` : title;

/** The id of a plot in its place beside others of its kind. */
export const idBeside = (id: string, place: number): string => (place === 0 ? id : `${id}-before`);

/** A plot of each period, side by side on one scale (`C12.compare`). */
export const barPlotsBeside = (
  locale: Locale,
  plots: readonly { plot: BarPlot; periodName: string }[],
): Html => {
  const isBeside = plots.length > 1;
  const scaledTo = isBeside ? Math.max(...plots.map(({ plot }) => largestOf(plot))) : 0;
  return html`${plots.map(({ plot, periodName }, place) =>
    barPlot(locale, {
      ...plot,
      id: idBeside(plot.id, place),
      title: titleBeside(plot.title, periodName, isBeside),
      scaledTo,
    }),
  )}`;
};
