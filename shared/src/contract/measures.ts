import { z } from 'zod';
import { count, optional, quantity } from './fields.ts';

/** What the values of a measure count; those of `count` have no unit. */
export type Unit = 'kcal' | 'g' | 'mg' | 'km' | 'bpm' | 'ms' | 'count' | 'minutes' | 'percent';

type MeasureRow = {
  /** Who states it: an item of a meal, a day of activity or a night of sleep. */
  of: 'item' | 'activity' | 'sleep';
  unit: Unit;
  /** The most that can be recorded, and set as a target. */
  max: number;
  /** The least; 0 if absent. */
  min?: number;
  whole?: true;
  /** Every item states it. */
  required?: true;
  /** A person can set a target for it: under its own name, or under this one. */
  target?: true | string;
  /** Reports show it large, in their plots and in the columns of their tables. */
  main?: true;
  /** What an assistant has to know before it sends one. */
  description?: string;
};

/**
 * Every figure of an item, of a day of activity and of a night, in the order of inputs, answers and columns. All that handles figures goes
 * by this table; a new one needs a row here and its name in `words`.
 */
const ROWS = {
  kcal: { of: 'item', unit: 'kcal', max: 20_000, required: true, target: true, main: true },
  protein_g: { of: 'item', unit: 'g', max: 2000, required: true, target: true, main: true },
  carbs_g: { of: 'item', unit: 'g', max: 2000, required: true, target: true, main: true },
  fat_g: { of: 'item', unit: 'g', max: 2000, required: true, target: true, main: true },
  fiber_g: { of: 'item', unit: 'g', max: 500, target: true },
  sugar_g: { of: 'item', unit: 'g', max: 2000, target: true },
  sodium_mg: { of: 'item', unit: 'mg', max: 100_000, target: true },
  weight_g: { of: 'item', unit: 'g', min: 0.01, max: 20_000 },

  steps: { of: 'activity', unit: 'count', max: 200_000, whole: true, target: true, main: true },
  active_kcal: { of: 'activity', unit: 'kcal', max: 20_000, description: 'Active energy, not total.' },
  total_kcal: { of: 'activity', unit: 'kcal', max: 20_000 },
  distance_km: { of: 'activity', unit: 'km', max: 1000 },
  exercise_minutes: {
    of: 'activity',
    unit: 'minutes',
    max: 1440,
    whole: true,
    target: true,
    main: true,
    description: 'Over the whole day.',
  },
  resting_hr: { of: 'activity', unit: 'bpm', min: 20, max: 250, whole: true },

  in_bed_minutes: { of: 'sleep', unit: 'minutes', max: 1440, whole: true },
  asleep_minutes: {
    of: 'sleep',
    unit: 'minutes',
    max: 1440,
    whole: true,
    target: 'sleep_minutes',
    main: true,
  },
  deep_minutes: { of: 'sleep', unit: 'minutes', max: 1440, whole: true },
  rem_minutes: { of: 'sleep', unit: 'minutes', max: 1440, whole: true },
  light_minutes: { of: 'sleep', unit: 'minutes', max: 1440, whole: true },
  awake_minutes: { of: 'sleep', unit: 'minutes', max: 1440, whole: true },
  score: { of: 'sleep', unit: 'count', max: 100, whole: true },
  efficiency_pct: { of: 'sleep', unit: 'percent', max: 100 },
  avg_hr: { of: 'sleep', unit: 'bpm', min: 20, max: 250, whole: true },
  hrv_ms: { of: 'sleep', unit: 'ms', max: 500 },
} as const satisfies Record<string, MeasureRow>;

export type Measure = keyof typeof ROWS;
export const MEASURES: Record<Measure, MeasureRow> = ROWS;

/** The measures whose rows hold these values. */
type MeasureWith<Values> = { [M in Measure]: (typeof ROWS)[M] extends Values ? M : never }[Measure];

/** The measures whose rows hold these values, in the order of the table. */
const measuresWith = <const Values extends Partial<MeasureRow>>(values: Values) => {
  const holds = ([, row]: [string, MeasureRow]): boolean =>
    (Object.keys(values) as (keyof MeasureRow)[]).every((key) => row[key] === values[key]);
  return Object.entries(ROWS)
    .filter(holds)
    .map(([measure]) => measure) as MeasureWith<Values>[];
};

/** Every figure of an item. */
export const NUTRIENTS = measuresWith({ of: 'item' });
export type Nutrient = (typeof NUTRIENTS)[number];
/** The unit of any figure of an item. */
export type NutrientUnit = (typeof ROWS)[Nutrient]['unit'];

/** The figures that every item states. */
export const REQUIRED_NUTRIENTS = measuresWith({ of: 'item', required: true });
export type RequiredNutrient = (typeof REQUIRED_NUTRIENTS)[number];

export type OptionalNutrient = Exclude<Nutrient, RequiredNutrient>;
/** The figures that an item may leave out; their totals say how many items state them. */
export const OPTIONAL_NUTRIENTS = NUTRIENTS.filter(
  (nutrient): nutrient is OptionalNutrient => !MEASURES[nutrient].required,
);

/** The nutrients that plots and tables show beside energy. */
export const MACROS = measuresWith({ of: 'item', unit: 'g', main: true });

/** Every figure of a day of activity, and those that have a plot. */
export const ACTIVITY_FIGURES = measuresWith({ of: 'activity' });
export const MAIN_ACTIVITY_FIGURES = measuresWith({ of: 'activity', main: true });

/** Every figure of a night but its clock times. */
export const SLEEP_FIGURES = measuresWith({ of: 'sleep' });

/** These measures in the order in which pages show them: the main ones first. */
export const mainFirst = <M extends Measure>(measures: readonly M[]): M[] =>
  measures.toSorted(
    (one, other) => Number(MEASURES[other].main ?? false) - Number(MEASURES[one].main ?? false),
  );

/** What the target of a measure is called; never where none can be set. */
type TargetName<M extends Measure> = (typeof ROWS)[M] extends { target: infer Target }
  ? Target extends string
    ? Target
    : M
  : never;

export type TargetField = { [M in Measure]: TargetName<M> }[Measure];

/** The measure that each target is set for. */
export const TARGET_MEASURES = Object.fromEntries(
  Object.entries(MEASURES).flatMap(([measure, { target }]) =>
    target ? [[target === true ? measure : target, measure]] : [],
  ),
) as Record<TargetField, Measure>;
export const TARGET_FIELDS = Object.keys(TARGET_MEASURES) as TargetField[];

/** A value of a measure. The unit of all but heart rates is in their names. */
export const figure = (measure: Measure): z.ZodNumber => {
  const { min = 0, max, whole, unit } = MEASURES[measure];
  const counted = whole ? count(max, min) : quantity(max, min);
  return unit === 'bpm' ? counted.meta({ description: BEATS }) : counted;
};

const BEATS = 'Beats per minute.';
export const UNKNOWN_IS_LEFT_OUT = 'Leave out what is not known, never 0.';

/** A figure that an input may leave out, and what an assistant has to know of it: a 0 would be taken for what was measured. */
export const optionalFigure = (measure: Measure, description?: string) =>
  optional(figure(measure)).meta({
    description: [description, MEASURES[measure].unit === 'bpm' && BEATS, UNKNOWN_IS_LEFT_OUT]
      .filter(Boolean)
      .join(' '),
  });

/** A figure that an input may leave out. */
export const figureInput = (measure: Measure) => optionalFigure(measure, MEASURES[measure].description);

/** A figure in an answer, null if it is not known. A decimal has no bounds there, as a sum has none. */
export const figureOutput = (measure: Measure) =>
  (MEASURES[measure].whole ? figure(measure) : z.number()).nullable();
