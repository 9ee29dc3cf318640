import { OPTIONAL_NUTRIENTS, REQUIRED_NUTRIENTS } from 'shared/contract/operations/meals.ts';
import type { ACTIVITY_FIGURES, SLEEP_FIGURES } from 'shared/contract/operations/reports.ts';

/** How a measure's values are written. */
export type Unit = 'kcal' | 'g' | 'mg' | 'km' | 'bpm' | 'ms' | 'count' | 'minutes' | 'percent';

/** The nutrients, in the order in which they are shown. */
export const NUTRIENTS = [...REQUIRED_NUTRIENTS, ...OPTIONAL_NUTRIENTS] as const;

/** The nutrients that the plots and tables show beside energy. */
export const MACROS = ['protein_g', 'carbs_g', 'fat_g'] as const;

export type Nutrient = (typeof NUTRIENTS)[number];
export type Measure = Nutrient | (typeof ACTIVITY_FIGURES)[number] | (typeof SLEEP_FIGURES)[number];

/** How each measure is written. */
export const UNITS: Record<Measure, Unit> = {
  kcal: 'kcal',
  protein_g: 'g',
  carbs_g: 'g',
  fat_g: 'g',
  fiber_g: 'g',
  sugar_g: 'g',
  sodium_mg: 'mg',
  weight_g: 'g',
  steps: 'count',
  exercise_minutes: 'minutes',
  active_kcal: 'kcal',
  total_kcal: 'kcal',
  distance_km: 'km',
  resting_hr: 'bpm',
  asleep_minutes: 'minutes',
  in_bed_minutes: 'minutes',
  deep_minutes: 'minutes',
  rem_minutes: 'minutes',
  light_minutes: 'minutes',
  awake_minutes: 'minutes',
  score: 'count',
  efficiency_pct: 'percent',
  avg_hr: 'bpm',
  hrv_ms: 'ms',
};
