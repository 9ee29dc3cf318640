import { readTime } from '../table/days.ts';
import { figureIn, itemOf } from '../table/food-figures.ts';
import { activityTold, nothing, workoutTold } from '../table/gather-days.ts';
import { table } from '../table/read-tables.ts';
import { EXERCISES, FOODS } from './rows.ts';

/** What a tracker that counts calories itself adds, to make its sum come out: no workout. */
const CORRECTION = /calorie adjustment|ajuste de calor|корректировка калорий|kalorienanpassung/i;

/** Newer files have quotation marks within the field. */
const withoutQuotes = (text: string): string => text.replace(/^"+|"+$/g, '').trim();

export const MY_FITNESS_PAL_TABLES = {
  foods: table({
    names: FOODS,
    tell: (row) => {
      const meal = row.cell('meal');
      const made = itemOf(row, { name: meal });
      if ('why' in made) return { kind: 'refused', why: made.why };
      const notes = row.cell('note');
      const time = readTime(row.cell('time'));
      return { kind: 'food', time, meal, item: made.item, notes: notes || undefined };
    },
  }),
  exercises: table({
    names: EXERCISES,
    tell: (row) => {
      const type = withoutQuotes(row.cell('type'));
      const steps = row.number('steps');
      if (CORRECTION.test(type)) return steps ? activityTold(undefined, steps) : nothing('correction');
      return workoutTold(type, row.number('minutes'), figureIn(row, 'kcal'), steps);
    },
  }),
};
