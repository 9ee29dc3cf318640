import type { ScaleLinear } from 'd3-scale';
import { type Html, html } from '../html.ts';
import type { Locale } from '../locale.ts';

/** The frame of every plot, in units of its view box: near to pixels on a phone, a third larger on a wide screen. */
export const FRAME = { width: 360, height: 190, left: 46, right: 356, top: 18, bottom: 152 };

export type LegendEntry = { mark: Html; text: string };

/** A plot and everything that says the same in another way. */
export type Plot = {
  /** Unlike that of any other plot of the page. */
  id: string;
  title: string;
  /** What the numbers beside the plot are. */
  unit: string;
  /** What a screen reader reads in place of the drawing. */
  description: string;
  drawing: Html;
  legend: readonly LegendEntry[];
  table: PlotTable;
};

/** The figures of a plot, written; the first cell of a row names it. What is said in one cell stands for all of a row. */
type PlotTable = { head: readonly string[]; rows: readonly (readonly string[])[] };

/** A coordinate, as exact as anybody sees. */
export const at = (value: number): string => value.toFixed(1);

/** A plot with its title, its legend and the table behind it. */
export const drawPlot = (
  { words }: Locale,
  { id, title, unit, description, drawing, legend, table }: Plot,
): Html => html`<figure class="plot" id="${id}">
<figcaption><h3>${title}</h3>${unit && html`<span class="unit">${unit}</span>`}</figcaption>
<div class="drawing"><svg viewBox="0 0 ${FRAME.width} ${FRAME.height}" role="img" aria-label="${title}. ${description}">
<defs><pattern id="${id}-gap" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch" d="M0 0V5"/></pattern></defs>
${drawing}
</svg></div>
${legend.length > 0 && html`<ul class="legend">${legend.map(({ mark, text }) => html`<li>${mark}${text}</li>`)}</ul>`}
<details><summary>${words.asTable}<span class="hidden">: ${title}</span></summary>${drawTable(title, table)}</details>
</figure>`;

const drawTable = (title: string, { head, rows }: PlotTable): Html => {
  const [columnName, ...names] = head;
  const body = rows.map(([name, ...cells]) => {
    const span = cells.length < names.length && html` colspan="${names.length}"`;
    return html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td class="amount"${span}>${cell}</td>`)}</tr>\n`;
  });
  return html`<table>
<caption class="hidden">${title}</caption>
<thead><tr><th scope="col">${columnName}</th>${names.map((name) => html`<th scope="col" class="amount">${name}</th>`)}</tr></thead>
<tbody>${body}</tbody>
</table>`;
};

/** The square before a legend's text. */
export const swatch = (drawing: Html): Html =>
  html`<svg class="swatch" viewBox="0 0 12 12" aria-hidden="true">${drawing}</svg>`;

/** The legend of the hatched places, those without a record. */
export const gapEntry = ({ words }: Locale, id: string): LegendEntry => ({
  mark: swatch(html`<rect width="12" height="12" fill="url(#${id}-gap)"/>`),
  text: words.noRecord,
});

/** Stands for what a record does not state, as the dash in a table does; in a square of 12. */
export const DASH = html`<rect class="dash" x="3.5" y="5" width="5" height="2"/>`;

/** The legend of the dashes. */
export const dashEntry = ({ words }: Locale): LegendEntry => ({ mark: swatch(DASH), text: words.notStated });

/** Lines across the plot, each with its value at the left. */
export const gridLines = (lines: readonly { y: number; label: string }[]): Html =>
  html`<g class="grid">${lines.map(
    ({ y, label }) =>
      html`<path d="M${FRAME.left} ${at(y)}H${FRAME.right}"/><text x="${FRAME.left - 6}" y="${at(y + 3.5)}" text-anchor="end">${label}</text>`,
  )}</g>`;

/** Grid lines at round values of a scale; whole ones, as their labels are. */
export const valueLines = ({ onAxis }: Locale, scale: ScaleLinear<number, number>): Html =>
  gridLines(
    scale
      .ticks(4)
      .filter(Number.isInteger)
      .map((value) => ({ y: scale(value), label: onAxis(value) })),
  );
