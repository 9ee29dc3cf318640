import { MEASURES, type Measure } from 'shared/contract/measures.ts';
import { isPartlyKnown, knownAmount } from 'shared/pages/figures/coverage.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { breakable, type Locale } from 'shared/pages/figures/locale.ts';
import { targetOf } from 'shared/pages/figures/targets.ts';
import type { PeriodView } from './report-view.ts';

/** A figure of a report: of a day, or the average of several. */
export type Figure = {
  label: string;
  /** Null where no record states it. */
  value: string | null;
  /** What the person set for a day, written, and how much of it the value is: 1 is all; null where that is not known. */
  target?: { text: string; reached: number | null } | undefined;
  /** Of how many days or nights it is and how many foods state it, where it stands beside that of another period. */
  restsOn: readonly (string | false | null)[];
  /** What it makes in all, how many foods state it, how many days. */
  notes: readonly (string | false | null)[];
  /** Whether it is shown large; one with a target always is. */
  isMain: boolean;
};

/** The figure of a measure beside its target. */
export const figureOf = (
  view: PeriodView,
  measure: Measure,
  value: number | null,
  { notes, restsOn }: Pick<Figure, 'notes' | 'restsOn'>,
): Figure => {
  const { locale, report } = view;
  const target = targetOf(view, measure);
  // A bar of what some foods state would show the others as 0.
  const hasShare = target && target.value > 0 && !isPartlyKnown(report.totals, measure);
  return {
    label: locale.names[measure],
    value: value === null ? null : knownAmount(locale, report.totals, measure, value),
    target: target && { text: target.text, reached: hasShare ? (value ?? 0) / target.value : null },
    notes,
    restsOn,
    isMain: MEASURES[measure].main === true,
  };
};

const isLarge = ({ isMain, target }: Figure): boolean => isMain || target !== undefined;

/** The main figures, large. One that is neither recorded nor set a target for is left out. */
export const mainFigures = ({ words }: Locale, figures: readonly Figure[]): Html | false => {
  const shown = figures.filter((figure) => isLarge(figure) && (figure.value !== null || figure.target));
  return (
    shown.length > 0 &&
    html`<dl class="main-figures">${shown.map(
      (figure) => html`<div><dt>${figure.label}</dt>
<dd>${figure.value === null ? words.noRecord : html`<strong>${breakable(figure.value)}</strong>`}${beside(figure)}</dd></div>`,
    )}</dl>`
  );
};

/** What stands with a large figure: how much of its target it is, the target, and its notes. */
const beside = ({ value, target, notes }: Figure): Html => {
  const reached = value === null ? undefined : target?.reached;
  return html`${typeof reached === 'number' && targetBar(reached)}${target && html` <small>${target.text}</small>`}${notesOf(notes).map((note) => html` <small>${note}</small>`)}`;
};

/** The others as a list. */
export const furtherFigures = (figures: readonly Figure[]): Html | false => {
  const shown = figures.filter((figure) => !isLarge(figure) && figure.value !== null);
  return (
    shown.length > 0 &&
    html`<dl class="further-figures">${shown.map(
      ({ label, value, notes }) =>
        html`<div><dt>${label} <small>${notesOf(notes).join(', ')}</small></dt><dd>${value}</dd></div>`,
    )}</dl>`
  );
};

const notesOf = (notes: Figure['notes']): string[] => notes.filter((note) => typeof note === 'string');

/** The target stands at two thirds of every bar, so that bars can be compared; what goes further than the bar ends with it. */
const TARGET_AT = 66;

const targetBar = (reached: number): Html =>
  html`<svg class="target-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="6"/><rect class="reached" width="${Math.min(reached * TARGET_AT, 100).toFixed(1)}" height="6"/><rect class="mark" x="${TARGET_AT}" width="0.8" height="6"/></svg>`;
