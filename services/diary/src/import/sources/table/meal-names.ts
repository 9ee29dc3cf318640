import type { MealType } from 'shared/contract/operations/meals.ts';
import { nameKey } from './columns.ts';

/** What trackers call meals, in the languages known. */
const NAMES: Record<MealType, readonly string[]> = {
  breakfast: [
    'breakfast',
    'desayuno',
    'завтрак',
    'frühstück',
    'petit déjeuner',
    'petit-déjeuner',
    'colazione',
    'café da manhã',
    'pequeno almoço',
    'pequeno-almoço',
    'ontbijt',
    'śniadanie',
    'сніданок',
  ],
  lunch: [
    'lunch',
    'almuerzo',
    'comida',
    'обед',
    'mittagessen',
    'déjeuner',
    'pranzo',
    'almoço',
    'middageten',
    'obiad',
    'обід',
  ],
  dinner: [
    'dinner',
    'supper',
    'cena',
    'ужин',
    'abendessen',
    'dîner',
    'jantar',
    'avondeten',
    'kolacja',
    'вечеря',
  ],
  snack: [
    'snack',
    'snacks',
    'aperitivo',
    'aperitivos',
    'merienda',
    'meriendas',
    'colación',
    'colaciones',
    'refrigerio',
    'refrigerios',
    'tentempié',
    'tentempiés',
    'перекус',
    'перекусы',
    'закуска',
    'закуски',
    'zwischenmahlzeit',
    'zwischenmahlzeiten',
    'collation',
    'collations',
    'en-cas',
    'spuntino',
    'spuntini',
    'lanche',
    'lanches',
    'przekąska',
    'przekąski',
    'перекуси',
  ],
  other: ['other', 'otro', 'otros', 'otra', 'otras', 'другое', 'прочее'],
};

const TYPES = new Map(
  Object.entries(NAMES).flatMap(([type, names]) => names.map((name) => [nameKey(name), type as MealType])),
);

/** The kind of a meal by its name as its tracker wrote it; one that is none of the five kinds is `other`, with its name. */
export const mealOf = (name: string): { meal_type: MealType; description?: string } => {
  const meal_type = TYPES.get(nameKey(name));
  if (meal_type) return { meal_type };
  return { meal_type: 'other', ...(name && { description: name }) };
};
