import { NUTRIENTS, type Nutrient, REQUIRED_NUTRIENTS } from 'shared/contract/measures.ts';
import { type MealItemInput, mealItemInput } from 'shared/contract/operations/meals.ts';
import { round } from 'shared/records/totals.ts';
import { KCAL_OF_KJ } from '../found/kcal-of-kj.ts';
import type { Reason } from '../found/source.ts';
import { type FieldNames, nameKey } from './columns.ts';
import type { TableRow } from './read-table.ts';

/** The kilocalories of a unit of energy, by the names that headers have. */
const KCAL = { kcal: 1, cal: 1, ккал: 1, kj: KCAL_OF_KJ, кдж: KCAL_OF_KJ };
/** The grams of what no amount of food is told in. */
const SMALL = { mg: 0.001, мг: 0.001, µg: 0.000_001, mcg: 0.000_001, мкг: 0.000_001 };

/** The grams of a unit, by the names that trackers write. */
const WEIGHTS: readonly [number, readonly string[]][] = [
  [1, ['g', 'gr', 'gram', 'grams', 'gramo', 'gramos', 'gramm', 'г', 'грамм', 'граммы', 'граммов']],
  [1000, ['kg', 'kilogram', 'kilograms', 'kilogramo', 'kilogramos', 'кг', 'килограмм', 'килограммы']],
  [28.349523125, ['oz', 'ounce', 'ounces', 'onza', 'onzas', 'унция', 'унции']],
  [453.59237, ['lb', 'lbs', 'pound', 'pounds', 'libra', 'libras', 'фунт', 'фунты']],
];
const unitsOf = (units: Record<string, number>) =>
  new Map(Object.entries(units).map(([name, factor]) => [nameKey(name), factor]));
const KCAL_OF = unitsOf(KCAL);
const SMALL_OF = unitsOf(SMALL);
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

/** What a figure in the unit of its header is in ours; undefined where that is no unit of it, and without one it is ours. */
const factorOf = (figure: Nutrient, unit: string): number | undefined => {
  if (unit === '') return 1;
  if (figure === 'kcal') return KCAL_OF.get(unit);
  const grams = GRAMS_OF.get(unit) ?? SMALL_OF.get(unit);
  return grams !== undefined && figure.endsWith('_mg') ? grams * 1000 : grams;
};

/** A figure of a row in the unit of the contract, undefined where it is not stated; `NaN` where the cell holds no number. */
export const figureIn = <Field extends Nutrient>(row: TableRow<Field>, field: Field): number | undefined => {
  const [value, factor] = [row.number(field), factorOf(field, row.unit(field))];
  if (value === undefined || factor === undefined) return undefined;
  return factor === 1 ? value : round(value * factor);
};

/** The figures of a food in a row that are stated. */
const figuresOf = (row: TableRow<FoodField>): Partial<Record<FoodField, number>> => {
  const figures: Partial<Record<FoodField, number>> = {};
  for (const field of NUTRIENTS) {
    if (field === 'weight_g') continue;
    const value = figureIn(row, field);
    if (value !== undefined) figures[field] = value;
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
