import type { Language } from 'shared/contract/fields.ts';
import type { WellbeingInput } from 'shared/contract/operations/wellbeing.ts';

type Some<T> = readonly [T, ...T[]];

/** What is in 100 g: protein, carbohydrates, fat, fiber and sugar in grams, sodium in milligrams. */
export type Per100g = readonly [
  protein: number,
  carbs: number,
  fat: number,
  fiber: number,
  sugar: number,
  sodiumMg: number,
];

/** A food as a person names it, and the portion that is usual where they live. */
export type Food = { name: string; portion: string; grams: number; per100g: Per100g };

/** What somebody eats at once, and how they describe it. */
export type Dish = { description: string; foods: Some<Food> };

/** The hour, as a fraction, at which a meal is usual, and what it may be. */
type Mealtime = { hour: number; dishes: Some<Dish> };

/** One language's people: what they eat and when, how they move, what they tell of their days. */
export type Culture = {
  language: Language;
  timeZones: Some<string>;
  /** For e-mail addresses: lower case, Latin letters. */
  names: Some<string>;
  mealtimes: Record<'breakfast' | 'lunch' | 'dinner' | 'snack', Mealtime>;
  workouts: Some<string>;
  notes: Some<Required<Pick<WellbeingInput, 'text' | 'statements' | 'links'>>>;
};

/** Makes a food; `grams` is what its portion weighs. */
export const food = (name: string, portion: string, grams: number, ...per100g: Per100g): Food => ({
  name,
  portion,
  grams,
  per100g,
});

export const dish = (description: string, ...foods: [Food, ...Food[]]): Dish => ({ description, foods });
