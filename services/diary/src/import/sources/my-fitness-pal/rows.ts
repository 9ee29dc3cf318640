import type { FieldNames } from '../table/columns.ts';

const DAY = ['date', 'fecha', 'дата', 'datum', 'data'];
const NOTE = ['note', 'notes', 'nota', 'notas', 'заметка', 'примечание', 'notiz', 'notizen'];
const TIME = ['time', 'hora', 'время', 'zeit', 'uhrzeit', 'heure', 'ora'];

type FoodField =
  | 'day'
  | 'meal'
  | 'time'
  | 'kcal'
  | 'protein_g'
  | 'carbs_g'
  | 'fat_g'
  | 'fiber_g'
  | 'sugar_g'
  | 'sodium_mg'
  | 'note'
  | 'food';

/** The columns of `Nutrition-Summary`; no column names a food. */
export const FOODS: FieldNames<FoodField> = {
  day: DAY,
  meal: ['meal', 'comida', 'прием пищи', 'mahlzeit', 'repas', 'pasto', 'refeição'],
  time: TIME,
  kcal: ['calories', 'calorías', 'калории', 'kalorien', 'calorie', 'calorias', 'energy', 'energía'],
  protein_g: ['protein', 'proteins', 'proteínas', 'proteína', 'белки', 'eiweiß', 'protéines', 'proteine'],
  carbs_g: [
    'carbohydrates',
    'carbs',
    'carbohidratos',
    'hidratos de carbono',
    'углеводы',
    'kohlenhydrate',
    'glucides',
    'carboidrati',
    'carboidratos',
  ],
  fat_g: ['fat', 'fats', 'grasa', 'grasas', 'жиры', 'fett', 'lipides', 'grassi', 'gorduras'],
  fiber_g: ['fiber', 'fibre', 'fibra', 'клетчатка', 'ballaststoffe', 'fibres', 'fibras'],
  sugar_g: ['sugar', 'sugars', 'azúcar', 'azúcares', 'сахар', 'zucker', 'sucres', 'zuccheri', 'açúcar'],
  sodium_mg: ['sodium', 'sodio', 'натрий', 'natrium', 'sódio'],
  note: NOTE,
  food: ['food', 'food name', 'name', 'alimento', 'nombre'],
};

type ExerciseField = 'day' | 'type' | 'kind' | 'kcal' | 'minutes' | 'steps' | 'note';

/** The columns of `Exercise-Summary`. */
export const EXERCISES: FieldNames<ExerciseField> = {
  day: DAY,
  type: ['exercise', 'ejercicio', 'упражнение', 'übung', 'exercice', 'esercizio', 'exercício'],
  kind: ['type', 'tipo', 'тип', 'typ'],
  kcal: ['exercise calories', 'calorías del ejercicio', 'calorías de ejercicio', 'calories', 'calorías'],
  minutes: [
    'exercise minutes',
    'minutos del ejercicio',
    'minutos de ejercicio',
    'minutes',
    'minutos',
    'минуты',
  ],
  steps: ['steps', 'pasos', 'шаги', 'schritte', 'pas', 'passi', 'passos'],
  note: NOTE,
};
