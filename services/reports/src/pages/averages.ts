import { type Html, html } from 'shared/pages/html.ts';
import type { Figure } from './figures.ts';
import type { Measure } from './measures.ts';
import type { ReportView } from './report-view.ts';
import { targetOf } from './targets.ts';
import type { Plural } from './words/plural.ts';

/** The figures that a reader looks for first. */
const MAIN: readonly Measure[] = [
  'kcal',
  'protein_g',
  'carbs_g',
  'fat_g',
  'steps',
  'exercise_minutes',
  'asleep_minutes',
];

/** The figure of a measure beside its target. */
export const figureOf = (
  view: ReportView,
  measure: Measure,
  value: number | null,
  notes: Figure['notes'],
): Figure => {
  const target = targetOf(view, measure);
  return {
    label: view.locale.words.fields[measure],
    value: value === null ? null : view.locale.measure(measure, value),
    target: target && { text: target.text, reached: target.value > 0 ? (value ?? 0) / target.value : null },
    notes,
    isMain: MAIN.includes(measure),
  };
};

/** Of how many days, or nights, the averages of a section are; nothing in the report of a single day. */
export const averageLine = ({ locale, report }: ReportView, days: number, noun: Plural): Html | false =>
  report.period !== 'daily' &&
  days > 0 &&
  html`<p class="average">${locale.words.average(locale.counted(days, noun))}</p>`;

/** The same beside a figure that fewer of them state. */
export const averageNote = ({ locale }: ReportView, stated: number, days: number, noun: Plural) =>
  stated > 0 && stated !== days && locale.words.average(locale.counted(stated, noun));
