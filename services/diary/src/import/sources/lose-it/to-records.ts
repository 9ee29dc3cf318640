import { amountOf, figureIn, itemOf } from '../table/food-figures.ts';
import { activityTold, nothing, type Told, workoutTold } from '../table/gather-days.ts';
import { isUnknown } from '../table/numbers.ts';
import type { TableRow } from '../table/read-table.ts';
import { table } from '../table/read-tables.ts';
import { LOGS, VALUES } from './rows.ts';

type LogRow = TableRow<Exclude<keyof typeof LOGS, 'day'>>;

/** What a connected tracker adds or takes away: no workout. */
const CORRECTION = /\b(adjustment|bonus)\b/i;
const DELETED = /^(true|1|yes)$/i;
const EXERCISE = /^exercise$/i;
const MINUTES = /^min(ute)?s?\.?$/i;

const exerciseOf = (row: LogRow): Told => {
  const type = row.cell('name');
  if (CORRECTION.test(type)) return nothing('correction');
  const minutes = MINUTES.test(row.cell('units')) ? row.number('amount') : undefined;
  return workoutTold(type, minutes, figureIn(row, 'kcal'));
};

const portionOf = (row: LogRow): string =>
  [row.cell('amount'), row.cell('units')].filter((cell) => !isUnknown(cell)).join(' ');

const foodOf = (row: LogRow): Told => {
  const amount = amountOf(row.number('amount'), row.cell('units'), portionOf(row));
  const made = itemOf(row, { name: row.cell('name'), ...amount });
  if ('why' in made) return { kind: 'refused', why: made.why };
  const meal = row.cell('meal') || row.cell('type');
  return { kind: 'food', meal, item: made.item };
};

const unlessDeleted =
  (tell: (row: LogRow) => Told) =>
  (row: LogRow): Told =>
    DELETED.test(row.cell('deleted')) ? nothing('deleted') : tell(row);

export const LOSE_IT_TABLES = {
  foods: table({
    names: LOGS,
    tell: unlessDeleted((row) => (EXERCISE.test(row.cell('type')) ? exerciseOf(row) : foodOf(row))),
  }),
  exercises: table({ names: LOGS, tell: unlessDeleted(exerciseOf) }),
  steps: table({
    names: VALUES,
    tell: (row) => {
      const steps = row.number('value');
      return steps === undefined ? nothing('missing', ['steps']) : activityTold(undefined, steps);
    },
  }),
};
