import { type Html, html } from '../html.ts';
import { at } from './plot.ts';

const HEIGHT = 24;

/**
 * Days as bars, without axes: it shows the course of a figure that stands beside it. A day without a record leaves its
 * place empty, a zero is a line.
 */
export const miniPlot = (values: readonly (number | null)[]): Html => {
  const most = Math.max(...values.map((value) => value ?? 0)) || 1;
  const place = 100 / values.length;
  const bars = values.map((value, index) => {
    if (value === null) return undefined;
    const height = Math.max(1, (value / most) * HEIGHT);
    return html`<rect x="${at((index + 0.1) * place)}" y="${at(HEIGHT - height)}" width="${at(0.8 * place)}" height="${at(height)}"/>`;
  });
  return html`<svg class="mini" viewBox="0 0 100 ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>`;
};
