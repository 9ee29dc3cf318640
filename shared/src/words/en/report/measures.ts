import type { Measure, Unit } from '../../../contract/measures.ts';

export type MeasureWords = {
  /** What each figure is called. */
  names: Record<Measure, string>;
  /** What its values count. */
  units: Record<Exclude<Unit, 'count'>, string>;
};

export const measures: MeasureWords = {
  names: {
    kcal: 'Energy',
    protein_g: 'Protein',
    carbs_g: 'Carbs',
    fat_g: 'Fat',
    fiber_g: 'Fibre',
    sugar_g: 'Sugar',
    sodium_mg: 'Sodium',
    weight_g: 'Weight of food',
    steps: 'Steps',
    exercise_minutes: 'Exercise',
    active_kcal: 'Active energy',
    total_kcal: 'Total energy spent',
    distance_km: 'Distance',
    resting_hr: 'Resting heart rate',
    asleep_minutes: 'Asleep',
    in_bed_minutes: 'In bed',
    deep_minutes: 'Deep sleep',
    rem_minutes: 'REM sleep',
    light_minutes: 'Light sleep',
    awake_minutes: 'Awake',
    score: 'Score from the app',
    efficiency_pct: 'Efficiency',
    avg_hr: 'Heart rate',
    hrv_ms: 'Heart rate variability',
  },
  units: {
    kcal: 'kcal',
    g: 'g',
    mg: 'mg',
    km: 'km',
    bpm: 'bpm',
    ms: 'ms',
    minutes: 'minutes',
    percent: '%',
  },
};
