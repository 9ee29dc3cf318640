import type { FileHead } from '../found/source.ts';
import { hasFields } from '../table/columns.ts';
import { EXERCISES, OTHERS, SERVINGS } from './rows.ts';

/** Which file of Cronometer's export it is. */
export const recogniseCronometer = ({ text }: FileHead): string | undefined => {
  if (hasFields(text, SERVINGS, 'day', 'food', 'amount', 'kcal')) return 'servings';
  if (hasFields(text, EXERCISES, 'day', 'type', 'minutes', 'kcal')) return 'exercises';
  if (hasFields(text, OTHERS, 'day', 'energy', 'completed')) return 'totals';
  return hasFields(text, OTHERS, 'day', 'group', 'metric') || hasFields(text, OTHERS, 'day', 'group', 'note')
    ? 'others'
    : undefined;
};
