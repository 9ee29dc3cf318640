import { OPTIONAL_NUTRIENTS } from '../../contract/measures.ts';
import type { MealItem } from '../../contract/operations/meals.ts';
import { type Html, html } from './html.ts';
import type { Locale } from './locale.ts';

/** What a food may state, but its weight, which stands with its portion. */
const DETAILS = OPTIONAL_NUTRIENTS.filter((nutrient) => nutrient !== 'weight_g');

/** What is known of a food beside its name, its energy and its macronutrients. */
export const foodDetails = (
  { words, percent, measure, named }: Locale,
  item: MealItem,
): (Html | string)[] => {
  const { portion, description, weight_g, confidence } = item;
  const details: (Html | string | false | null)[] = [
    portion && html`<bdi>${portion}</bdi>`,
    weight_g !== null && measure('weight_g', weight_g),
    description && html`<bdi>${description}</bdi>`,
    ...DETAILS.map((nutrient) => {
      const value = item[nutrient];
      return value !== null && named(nutrient, value);
    }),
    confidence !== null && words.confidence(percent(confidence)),
  ];
  return details.filter((detail) => detail !== false && detail !== null).filter((detail) => detail !== '');
};
