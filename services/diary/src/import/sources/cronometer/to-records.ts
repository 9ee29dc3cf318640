import { readTime } from '../table/days.ts';
import { amountOf, figureIn, itemOf } from '../table/food-figures.ts';
import { nothing, workoutTold } from '../table/gather-days.ts';
import { readNumber } from '../table/numbers.ts';
import { table } from '../table/read-tables.ts';
import { EXERCISES, SERVINGS } from './rows.ts';

/** What a connected device adds for what no exercise explains. */
const CORRECTION = /active energy balance|calorie adjustment|activity balance/i;

/** A number and its unit in one cell: `158.00 g`, `1.00 cup - 8 fl oz`. */
const AMOUNT = /^([\d.,]+)\s*(.*)$/;

const amountIn = (written: string) => {
  const [, amount = '', unit = ''] = AMOUNT.exec(written) ?? [];
  return amountOf(readNumber(amount, ','), unit, written);
};

export const CRONOMETER_TABLES = {
  servings: table({
    names: SERVINGS,
    tell: (row) => {
      const made = itemOf(row, { name: row.cell('food'), ...amountIn(row.cell('amount')) });
      if ('why' in made) return { kind: 'refused', why: made.why };
      const time = readTime(row.cell('time'));
      return { kind: 'food', time, meal: row.cell('meal'), item: made.item };
    },
  }),
  exercises: table({
    names: EXERCISES,
    tell: (row) => {
      const type = row.cell('type');
      if (CORRECTION.test(type)) return nothing('correction');
      return workoutTold(type, row.number('minutes'), figureIn(row, 'kcal'));
    },
  }),
};
