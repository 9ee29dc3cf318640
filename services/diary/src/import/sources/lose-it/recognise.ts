import type { FileHead } from '../found/source.ts';
import { columnsIn, findFields, hasFields } from '../table/columns.ts';
import { LOGS, TOTALS, VALUES } from './rows.ts';

const STEPS_FILE = /(^|\/)steps[^/]*$/i;

/** Which file of Lose It!'s export it is. `steps.csv` has the columns of other files, and is told by its name. */
export const recogniseLoseIt = ({ name, text }: FileHead): string | undefined => {
  const { day, name: food, amount, units, kcal, meal, type, fat_g } = findFields(columnsIn(text), LOGS);
  const isLog = [day, food, amount, units, kcal].every((index) => index !== undefined);
  if (isLog && (meal ?? type) !== undefined) return fat_g === undefined ? 'exercises' : 'foods';
  if (hasFields(text, VALUES, 'day', 'value', 'other', 'updated'))
    return STEPS_FILE.test(name) ? 'steps' : 'others';
  return hasFields(text, TOTALS, 'day', 'food', 'exercise') ? 'totals' : undefined;
};
