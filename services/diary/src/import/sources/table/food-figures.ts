import { NUTRIENTS, type Nutrient, REQUIRED_NUTRIENTS } from 'shared/contract/measures.ts';
import { type MealItemInput, mealItemInput } from 'shared/contract/operations/meals.ts';
import { round } from 'shared/records/totals.ts';
import type { Reason } from '../found/source.ts';
import { type FieldNames, nameKey } from './columns.ts';
import type { TableRow } from './read-table.ts';

/** Grams of a unit of mass, by definition. */
const GRAMS: Record<string, number> = { g: 1, mg: 0.001, µg: 0.000001, mcg: 0.000001, kg: 1000 };
const KCAL: Record<string, number> = { kcal: 1, cal: 1, kj: 1 / 4.184 };

const factorOf = (figure: Nutrient, unit: string): number => {
  if (figure === 'kcal') return KCAL[unit] ?? 1;
  const grams = GRAMS[unit.normalize('NFC').replace('μ', 'µ')];
  if (grams === undefined) return 1;
  return figure.endsWith('_mg') ? grams * 1000 : grams;
};

/** The grams of a pound and its like, by the names that trackers write. */
const WEIGHTS: readonly [number, readonly string[]][] = [
  [1, ['g', 'gr', 'gram', 'grams', 'gramo', 'gramos', 'gramm', 'г', 'грамм', 'граммы', 'граммов']],
  [1000, ['kg', 'kilogram', 'kilograms', 'kilogramo', 'kilogramos', 'кг', 'килограмм', 'килограммы']],
  [28.349523125, ['oz', 'ounce', 'ounces', 'onza', 'onzas', 'унция', 'унции']],
  [453.59237, ['lb', 'lbs', 'pound', 'pounds', 'libra', 'libras', 'фунт', 'фунты']],
];
const GRAMS_OF = new Map(WEIGHTS.flatMap(([grams, names]) => names.map((name) => [nameKey(name), grams])));

/** An amount in its unit: a weight in grams where it is one, else a portion in the words of the tracker. */
export const amountOf = (
  amount: number | undefined,
  unit: string,
  written: string,
): Pick<MealItemInput, 'weight_g' | 'portion'> => {
  const grams = GRAMS_OF.get(nameKey(unit));
  const weight = grams !== undefined && amount !== undefined ? round(amount * grams) : 0;
  if (weight > 0) return { weight_g: weight };
  return written ? { portion: written } : {};
};

type FoodField = Exclude<Nutrient, 'weight_g'>;

/** What trackers in English call the figures beside the energy. */
export const ENGLISH_FIGURES = {
  protein_g: ['protein'],
  carbs_g: ['carbs', 'carbohydrates'],
  fat_g: ['fat'],
  fiber_g: ['fiber', 'fibre'],
  sugar_g: ['sugars', 'sugar'],
  sodium_mg: ['sodium'],
} as const satisfies Partial<FieldNames<FoodField>>;

/** The figures of a food in a row, in the units of the contract; `NaN` where a cell holds no number. */
const figuresOf = (row: TableRow<FoodField>): Partial<Record<FoodField, number>> => {
  const figures: Partial<Record<FoodField, number>> = {};
  for (const field of NUTRIENTS) {
    if (field === 'weight_g') continue;
    const value = row.number(field);
    if (value === undefined) continue;
    const factor = factorOf(field, row.unit(field));
    figures[field] = factor === 1 ? value : round(value * factor);
  }
  return figures;
};

/** The item that a row makes, or why it makes none. */
export const itemOf = (
  row: TableRow<FoodField>,
  said: Pick<MealItemInput, 'name' | 'weight_g' | 'portion'>,
): { item: MealItemInput } | { why: Reason } => {
  if (!said.name) return { why: { code: 'no_name' } };
  const figures = figuresOf(row);
  const missing = REQUIRED_NUTRIENTS.filter((field) => figures[field] === undefined);
  if (missing.length > 0) return { why: { code: 'missing', fields: missing } };
  const { success, data, error } = mealItemInput.safeParse({ ...said, ...figures });
  if (success) return { item: data };
  return {
    why: { code: 'out_of_bounds', fields: [...new Set(error.issues.map(({ path }) => String(path[0])))] },
  };
};
