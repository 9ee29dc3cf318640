import { MEASURES, type Nutrient, type NutrientUnit } from '../contract/measures.ts';

/** What a unit is called, and how the name of a field says it. */
const UNITS: Record<NutrientUnit, { name: string; inField: string }> = {
  kcal: { name: 'kilocalories', inField: 'kcal' },
  g: { name: 'grams', inField: '_g' },
  mg: { name: 'milligrams', inField: '_mg' },
};

const unitOf = (nutrient: Nutrient) => MEASURES[nutrient].unit as NutrientUnit;

const code = (text: string): string => `\`${text}\``;

const inARow = (parts: readonly string[]): string =>
  [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(' and ');

/** Figures of an item in a row, as Markdown: `kcal`, `protein_g` and `fat_g`. */
export const namedFigures = (nutrients: readonly Nutrient[]): string => inARow(nutrients.map(code));

/** Their units, each with the sign of it in the names: kilocalories (`kcal`), grams (`_g`). */
export const namedUnits = (nutrients: readonly Nutrient[]): string =>
  [...new Set(nutrients.map(unitOf))]
    .map((unit) => `${UNITS[unit].name} (${code(UNITS[unit].inField)})`)
    .join(', ');
