import { readXml, type XmlElement } from '../files/read-xml.ts';
import { KCAL_OF_KJ } from '../found/kcal-of-kj.ts';
import { ownText, type SourceFile } from '../found/source.ts';
import { type HealthTime, readHealthTime } from './health-time.ts';

/** Who recorded something. The lower the rank, the more it is believed (`C14.apple_sources`). */
export type Recorder = { name: string; rank: number };

/** What was recorded, from when to when. */
export type Span = { line: number; recorder: Recorder; start: HealthTime; end: HealthTime };

export type HealthRow =
  | (Span & { kind: 'figure'; type: string; value: number; unit: string })
  | (Span & { kind: 'sleep'; stage: string })
  | (Span & { kind: 'workout'; type: string; minutes: number | undefined; kcal: number | undefined })
  | { kind: 'unreadable'; line: number; text: string };

const QUANTITY = 'HKQuantityTypeIdentifier';
const SLEEP = 'HKCategoryTypeIdentifierSleepAnalysis';
const STAGE = 'HKCategoryValueSleepAnalysis';
const WORKOUT = 'HKWorkoutActivityType';
const ACTIVE_ENERGY = `${QUANTITY}ActiveEnergyBurned`;

const constants = (prefix: string, names: readonly string[]) =>
  new Map(names.map((name) => [prefix + name, name]));

/** What is read of an export, by its name there; the rest of its records stays behind. */
const FIGURES = constants(QUANTITY, [
  'StepCount',
  'ActiveEnergyBurned',
  'DistanceWalkingRunning',
  'AppleExerciseTime',
  'RestingHeartRate',
]);
const STAGES = constants(STAGE, [
  'InBed',
  'Asleep',
  'AsleepUnspecified',
  'AsleepCore',
  'AsleepDeep',
  'AsleepREM',
  'Awake',
]);

const WATCH = /watch/i;
const PHONE = /iphone/i;

const rankOf = (name: string, device: string): number => {
  if (/model:watch/i.test(device) || WATCH.test(name)) return 0;
  return PHONE.test(`${name} ${device}`) ? 1 : 2;
};

const MOST_RECORDERS = 1000;

/** Makes the function that finds who recorded something, each once. */
const createRecorders = () => {
  const known = new Map<string, Recorder>();
  return ({ sourceName = '', device = '' }: Record<string, string>): Recorder => {
    const rank = rankOf(sourceName, device);
    const found = known.get(`${rank} ${sourceName}`);
    if (found) return found;
    const recorder = { name: ownText(sourceName), rank };
    if (known.size < MOST_RECORDERS) known.set(`${rank} ${recorder.name}`, recorder);
    return recorder;
  };
};

/** What each unit of an export is in kilocalories, and in minutes. */
export const KCAL: Record<string, number> = { kcal: 1, Cal: 1, kJ: KCAL_OF_KJ };
export const MINUTES: Record<string, number> = { min: 1, s: 1 / 60, hr: 60 };

const measured = (
  value: string | undefined,
  unit: string | undefined,
  units: Record<string, number>,
): number | undefined => {
  const amount =
    value === undefined || value.trim() === ''
      ? Number.NaN
      : Number(value) * (units[unit ?? ''] ?? Number.NaN);
  return Number.isFinite(amount) ? amount : undefined;
};

type Open = Extract<HealthRow, { kind: 'workout' }>;

/** The records and workouts of an export that are read. What is within a correlation is there a second time, and is not read. */
export const healthRows = (file: SourceFile): AsyncGenerator<HealthRow> => {
  let workout: Open | undefined;
  const recorderOf = createRecorders();

  const visit = ({ name, attributes, depth, line }: XmlElement, give: (row: HealthRow) => void): void => {
    // Those of the whole: deeper are those of its parts.
    if (name === 'WorkoutStatistics' && depth === 2 && workout && attributes.type === ACTIVE_ENERGY)
      workout.kcal ??= measured(attributes.sum, attributes.unit, KCAL);
    if (depth !== 1 || (name !== 'Record' && name !== 'Workout')) return;
    const { type = '' } = attributes;
    const figure = FIGURES.get(type);
    if (name === 'Record' && type !== SLEEP && !figure) return;
    const start = readHealthTime(attributes.startDate);
    const end = readHealthTime(attributes.endDate);
    const value = Number(attributes.value || Number.NaN);
    const stage = STAGES.get(attributes.value ?? '');
    const isKnown =
      name === 'Workout' || (figure ? value >= 0 && value < Number.POSITIVE_INFINITY : stage !== undefined);
    if (!start || !end || end.instant < start.instant || !isKnown)
      return void give({
        kind: 'unreadable',
        line,
        text: [type || attributes.workoutActivityType, attributes.startDate, attributes.value]
          .filter(Boolean)
          .join(' '),
      });
    const span = { line, recorder: recorderOf(attributes), start, end };
    if (name === 'Record' && figure)
      give({ ...span, kind: 'figure', type: figure, value, unit: attributes.unit ?? '' });
    else if (name === 'Record' && stage) give({ ...span, kind: 'sleep', stage });
    else
      workout = {
        ...span,
        kind: 'workout',
        type: wordsOf(attributes.workoutActivityType ?? ''),
        minutes: measured(attributes.duration, attributes.durationUnit, MINUTES),
        kcal: measured(attributes.totalEnergyBurned, attributes.totalEnergyBurnedUnit, KCAL),
      };
  };
  const leave = (depth: number, give: (row: HealthRow) => void): void => {
    if (depth !== 1 || !workout) return;
    give(workout);
    workout = undefined;
  };
  return readXml(file, visit, leave);
};

/** `HKWorkoutActivityTypeTraditionalStrengthTraining` as words. */
const wordsOf = (type: string): string =>
  ownText(type.replace(WORKOUT, '').replace(/(?<=[a-z])(?=[A-Z])/g, ' ')) || 'Other';
