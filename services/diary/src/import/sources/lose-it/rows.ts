import type { FieldNames } from '../table/columns.ts';
import { ENGLISH_FIGURES } from '../table/food-figures.ts';

type LogField =
  | 'day'
  | 'name'
  | 'meal'
  | 'type'
  | 'amount'
  | 'units'
  | 'kcal'
  | 'deleted'
  | keyof typeof ENGLISH_FIGURES;

/** The columns of `food-logs.csv`, of `exercise-logs.csv` and of the older file a day or week, which has both. */
export const LOGS: FieldNames<LogField> = {
  day: ['date'],
  name: ['name'],
  meal: ['meal'],
  type: ['type'],
  amount: ['quantity'],
  units: ['units'],
  kcal: ['calories'],
  deleted: ['deleted'],
  ...ENGLISH_FIGURES,
};

/** The columns of `steps.csv`; other files have the same. */
export const VALUES: FieldNames<'day' | 'value' | 'other' | 'updated'> = {
  day: ['date'],
  value: ['value'],
  other: ['secondary value'],
  updated: ['last updated'],
};

/** What tells the totals of days. */
export const TOTALS: FieldNames<'day' | 'food' | 'exercise'> = {
  day: ['date'],
  food: ['food cals', 'food calories', 'food'],
  exercise: ['exercise cals', 'exercise calories', 'exercise'],
};
