import { type Html, html } from './html.ts';
import { breakable, type Locale } from './locale.ts';

/** A figure of a period where that of another stands beside it. */
export type ComparedFigure = {
  label: string;
  /** Null where no record states it. */
  value: string | null;
  /** What the person set for a day, written. */
  target?: { text: string } | undefined;
  /** Of how many days or nights it is, and how many foods state it. */
  restsOn: readonly (string | false | null)[];
};

/** A period with its figures: those of every period in the same order. */
type ComparedPeriod = { name: string; figures: readonly ComparedFigure[] };

/** The figures of periods side by side, each with what it rests on (`C12.compare`). Nothing where none has any. */
export const comparedFigures = (
  { words }: Locale,
  figureColumn: string,
  periods: readonly ComparedPeriod[],
): Html | false => {
  const [first] = periods;
  const rows = (first?.figures ?? [])
    .map(({ label, target }, index) => ({
      label,
      target,
      cells: periods.map(({ figures }) => figures[index]),
    }))
    .filter(({ cells }) => cells.some((figure) => (figure?.value ?? null) !== null));
  const amount = ({ value, restsOn }: ComparedFigure): Html =>
    value === null
      ? html`${words.noRecord}`
      : html`<strong>${breakable(value)}</strong>${restsOn.map((note) => note && html` <small>${note}</small>`)}`;
  return (
    rows.length > 0 &&
    html`<table class="compared">
<caption class="hidden">${periods.map(({ name }) => name).join(' – ')}</caption>
<thead><tr><th scope="col">${figureColumn}</th>${periods.map(({ name }) => html`<th scope="col" class="amount">${name}</th>`)}</tr></thead>
<tbody>${rows.map(
      ({ label, target, cells }) =>
        html`<tr><th scope="row">${label}${target && html` <small>${target.text}</small>`}</th>${cells.map((figure) => html`<td class="amount">${figure && amount(figure)}</td>`)}</tr>\n`,
    )}</tbody>
</table>`
  );
};
