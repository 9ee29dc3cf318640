import type { FieldNames } from '../table/columns.ts';
import { ENGLISH_FIGURES } from '../table/food-figures.ts';

const DAY = ['day', 'date'];

type ServingField = 'day' | 'time' | 'meal' | 'food' | 'amount' | 'kcal' | keyof typeof ENGLISH_FIGURES;

/** The columns of `servings.csv`; the nutrients differ between accounts. */
export const SERVINGS: FieldNames<ServingField> = {
  day: DAY,
  time: ['time'],
  meal: ['group'],
  food: ['food name'],
  amount: ['amount'],
  kcal: ['energy'],
  ...ENGLISH_FIGURES,
};

type ExerciseField = 'day' | 'type' | 'minutes' | 'kcal';

/** The columns of `exercises.csv`. */
export const EXERCISES: FieldNames<ExerciseField> = {
  day: DAY,
  type: ['exercise'],
  minutes: ['minutes'],
  kcal: ['calories burned'],
};

/** What tells the files that stay behind. */
export const OTHERS: FieldNames<'day' | 'energy' | 'completed' | 'metric' | 'note' | 'group'> = {
  day: DAY,
  energy: ['energy'],
  completed: ['completed'],
  metric: ['metric'],
  note: ['note'],
  group: ['group'],
};
