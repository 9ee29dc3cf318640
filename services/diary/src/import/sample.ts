import { ACTIVITY_FIGURES, MEASURES, REQUIRED_NUTRIENTS, SLEEP_FIGURES } from 'shared/contract/measures.ts';
import type { MealItemInput } from 'shared/contract/operations/meals.ts';
import { round, sum } from 'shared/records/totals.ts';
import type { ComingRow } from './import-rows.ts';
import type { SampleRow } from './stored-import.ts';

const MOST_CHARACTERS = 120;
const NOTE_CHARACTERS = 60;

const cut = (text: string, most: number): string => [...text].slice(0, most).join('');

const stated = (figures: readonly string[], input: object): [string, number][] =>
  figures.flatMap((figure) => {
    const value = (input as Record<string, unknown>)[figure];
    return typeof value === 'number' ? [[figure, value]] : [];
  });

const ofMeal = (input: {
  eaten_at?: string | null | undefined;
  description?: string | null | undefined;
  items: MealItemInput[];
}) => ({
  time: input.eaten_at?.slice(11, 16) ?? '',
  title: cut(
    [input.description, input.items.map(({ name }) => name).join(', ')].filter(Boolean).join(': '),
    MOST_CHARACTERS,
  ),
  figures: REQUIRED_NUTRIENTS.map((figure): [string, number] => [
    figure,
    round(sum(input.items.map((item) => item[figure]))),
  ]),
});

const mainOf = (figures: readonly (keyof typeof MEASURES)[]): string[] =>
  figures.filter((figure) => MEASURES[figure].main || MEASURES[figure].unit === 'kcal');

/** A row that comes as the preview shows it; undefined for a kept version. */
export const sampleOf = (row: ComingRow): SampleRow | undefined => {
  const { day } = row;
  if (row.kind !== 'own') {
    const { kind, input } = row;
    if (kind === 'meal') return { kind, day, ...ofMeal(input) };
    if (kind === 'activity')
      return {
        kind,
        day,
        time: '',
        title: cut((input.workouts ?? []).map(({ type }) => type).join(', '), MOST_CHARACTERS),
        figures: stated(mainOf(ACTIVITY_FIGURES), input),
      };
    const { bedtime, wake_time } = input;
    return {
      kind,
      day,
      time: '',
      title: [bedtime, wake_time].filter(Boolean).join('–'),
      figures: stated(SLEEP_FIGURES.slice(0, 2), input),
    };
  }
  const { recordKind: kind, record, change } = row;
  if (change) return undefined;
  if (kind === 'wellbeing')
    return {
      kind,
      day,
      time: record.recorded_at.slice(11, 16),
      title: cut(record.text, NOTE_CHARACTERS),
      figures: [],
    };
  return sampleOf({ ...row, kind, input: record } as ComingRow);
};
