import type { FileHead } from '../found/source.ts';
import { columnsIn, findFields } from '../table/columns.ts';
import { EXERCISES, FOODS } from './rows.ts';

/** Which file of MyFitnessPal's export it is. */
export const recogniseMyFitnessPal = ({ text }: FileHead): string | undefined => {
  const columns = columnsIn(text);
  const foods = findFields(columns, FOODS);
  const has = (...fields: (keyof typeof foods)[]) => fields.every((field) => foods[field] !== undefined);
  if (has('day', 'meal', 'kcal', 'protein_g', 'carbs_g', 'fat_g') && !has('food')) return 'foods';
  const exercises = findFields(columns, EXERCISES);
  const isExercise = exercises.type !== undefined && exercises.minutes !== undefined;
  return isExercise && exercises.day !== undefined && !columns.some(({ name }) => name === 'group')
    ? 'exercises'
    : undefined;
};
