import type { Language } from 'shared/contract/fields.ts';
import type { OptionalNutrient, RequiredNutrient } from 'shared/contract/measures.ts';
import type { WellbeingInput } from 'shared/contract/operations/wellbeing.ts';

type Some<T> = readonly [T, ...T[]];

/** What is in 100 g of a food. Its energy follows from it. */
type Per100g = Record<Exclude<RequiredNutrient, 'kcal'>, number> &
  Partial<Record<Exclude<OptionalNutrient, 'weight_g'>, number>>;

/** A food as a person names it, and the portion that is usual where they live; `grams` is what that weighs. */
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

export const dish = (description: string, ...foods: [Food, ...Food[]]): Dish => ({ description, foods });
