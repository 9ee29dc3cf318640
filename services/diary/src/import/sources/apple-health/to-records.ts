import { LIMITS } from 'shared/contract/limits.ts';
import { type ActivityInput, activityInput } from 'shared/contract/operations/activity.ts';
import { sleepInput } from 'shared/contract/operations/sleep.ts';
import { round } from 'shared/records/totals.ts';
import type { z } from 'zod';
import {
  type Found,
  type Part,
  type Place,
  type Reason,
  type SourceContext,
  shortened,
  UnreadableFile,
} from '../found/source.ts';
import { createDayFigures } from './day-figures.ts';
import { dayOf } from './health-time.ts';
import { nightsOf, type SleepSpan } from './nights.ts';
import { type HealthRow, healthRows, KCAL, MINUTES } from './rows.ts';

const NAME = 'Apple Health';

/** The figures of a day by their type in an export, with what each unit is in ours. */
const FIGURES = {
  StepCount: { field: 'steps', units: { count: 1 }, whole: true },
  ActiveEnergyBurned: { field: 'active_kcal', units: KCAL, whole: false },
  DistanceWalkingRunning: { field: 'distance_km', units: { km: 1, mi: 1.609344, m: 0.001 }, whole: false },
  AppleExerciseTime: { field: 'exercise_minutes', units: MINUTES, whole: true },
  RestingHeartRate: { field: 'resting_hr', units: { 'count/min': 1, 'count/s': 60 }, whole: true },
} as const satisfies Record<string, { field: string; units: Record<string, number>; whole: boolean }>;

/** More than anybody sleeps; an export with more is none. */
const MOST_SLEEP_SPANS = 300_000;
const MOST_WORKOUTS = 100_000;
/** Each of a day is compared with those of other recorders. */
const MOST_COMPARED_WORKOUTS = 500;

type Workout = Extract<HealthRow, { kind: 'workout' }>;
type Heart = { rank: number; sum: number; count: number };

/** Workouts of a day, without those that another recorder has of the same time (`C14.apple_sources`). */
const workoutsOf = (all: readonly Workout[]): Workout[] => {
  const kept: Workout[] = [];
  for (const workout of all.toSorted((one, other) => one.recorder.rank - other.recorder.rank)) {
    const isThere = kept.some(
      ({ recorder, start, end }) =>
        recorder.name !== workout.recorder.name &&
        start.instant < workout.end.instant &&
        workout.start.instant < end.instant,
    );
    if (!isThere) kept.push(workout);
  }
  return kept.sort((one, other) => one.start.instant - other.start.instant);
};

/** The days of activity and the nights of an export. */
export async function* appleHealthRecords(
  parts: readonly Part[],
  { lastDay }: SourceContext,
): AsyncGenerator<Found> {
  const [part] = parts;
  if (!part) return;
  const file = part.file.name;
  const figures = createDayFigures();
  const hearts = new Map<string, Heart>();
  const workouts = new Map<string, Workout[]>();
  const spans: SleepSpan[] = [];
  let workoutCount = 0;

  const refused = (line: number, text: string, code: Reason['code'], fields?: string[]): Found => ({
    kind: 'refused',
    file,
    line,
    text: shortened(text),
    why: { code, ...(fields && { fields }) },
  });

  for await (const row of healthRows(part.file)) {
    if (row.kind === 'unreadable') {
      yield refused(row.line, row.text, 'unreadable');
      continue;
    }
    const { line, end } = row;
    const day = dayOf(row.start);
    if (dayOf(end) > lastDay) yield refused(line, `${row.kind} ${dayOf(end)}`, 'in_the_future');
    else if (row.kind === 'sleep') {
      if (spans.push(row) > MOST_SLEEP_SPANS) throw new UnreadableFile('too_many');
    } else if (row.kind === 'workout') {
      workoutCount += 1;
      if (workoutCount > MOST_WORKOUTS) throw new UnreadableFile('too_many');
      const ofDay = workouts.get(day) ?? [];
      if (ofDay.length < MOST_COMPARED_WORKOUTS) ofDay.push(row);
      else yield refused(line, `${row.type} ${day}`, 'too_many_workouts');
      workouts.set(day, ofDay);
    } else {
      const { field, units } = FIGURES[row.type as keyof typeof FIGURES];
      const factor = (units as Record<string, number>)[row.unit];
      const { rank } = row.recorder;
      if (factor === undefined) yield refused(line, `${field} ${row.value} ${row.unit}`, 'unknown_unit');
      else if (field === 'resting_hr') {
        const known = hearts.get(day);
        const { sum, count } = known?.rank === rank ? known : { sum: 0, count: 0 };
        if (!known || rank <= known.rank)
          hearts.set(day, { rank, sum: sum + row.value * factor, count: count + 1 });
      } else if (!figures.add(row.type, row, row.value * factor))
        yield refused(line, `${field} ${day}`, 'too_long_a_time');
    }
  }

  const sums = figures.finish();
  const days = new Set([...sums.keys()].map((key) => key.slice(-10)));
  for (const day of [...hearts.keys(), ...workouts.keys()]) days.add(day);
  for (const day of [...days].sort()) {
    const place: Place = { file, line: 0, text: `activity ${day}` };
    const stated = Object.entries(FIGURES).flatMap(([type, { field, whole }]) => {
      const sum = sums.get(`${type} ${day}`);
      return sum === undefined ? [] : [[field, whole ? Math.round(sum) : round(sum)] as const];
    });
    const heart = hearts.get(day);
    const all = workoutsOf(workouts.get(day) ?? []);
    for (const { line, type } of all.slice(LIMITS.workouts))
      yield refused(line, `${type} ${day}`, 'too_many_workouts');
    const comes: NonNullable<ActivityInput['workouts']> = [];
    for (const { line, type, minutes, kcal } of all.slice(0, LIMITS.workouts)) {
      const workout = {
        type,
        ...(minutes !== undefined && { minutes: Math.round(minutes) }),
        ...(kcal !== undefined && { kcal: round(kcal) }),
      };
      if (activityInput.safeParse({ workouts: [workout] }).success) comes.push(workout);
      else yield refused(line, `${type} ${day}`, 'out_of_bounds', ['workouts']);
    }
    const { data, wrong } = recordable(activityInput, {
      ...Object.fromEntries(stated),
      ...(heart && { resting_hr: Math.round(heart.sum / heart.count) }),
      ...(comes.length > 0 && { workouts: comes }),
    });
    if (wrong.length > 0) yield refused(0, place.text, 'out_of_bounds', wrong);
    if (Object.keys(data).length > 0)
      yield { ...place, kind: 'activity', day, input: { ...data, source_app: NAME } };
  }
  for (const { day, line, input } of nightsOf(spans)) {
    const text = `sleep ${day}`;
    const { data, wrong } = recordable(sleepInput, input);
    if (wrong.length > 0) yield refused(line, text, 'out_of_bounds', wrong);
    yield { file, line, text, kind: 'sleep', day, input: { ...data, source_app: NAME } };
  }
}

/** What of an input can be recorded, and which of its fields cannot: the others come all the same. */
const recordable = <Schema extends typeof activityInput | typeof sleepInput>(
  schema: Schema,
  input: z.input<Schema>,
): { data: z.output<Schema>; wrong: string[] } => {
  const { issues = [] } = schema.safeParse(input).error ?? {};
  const wrong = [...new Set(issues.map(({ path }) => String(path[0])))];
  const rest = Object.entries(input).filter(([field]) => !wrong.includes(field));
  return { data: schema.parse(Object.fromEntries(rest)) as z.output<Schema>, wrong };
};
