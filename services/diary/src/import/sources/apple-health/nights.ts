import type { SleepInput } from 'shared/contract/operations/sleep.ts';
import { clockOf, dayOf } from './health-time.ts';
import type { HealthRow, Span } from './rows.ts';

export type SleepSpan = Extract<HealthRow, { kind: 'sleep' }>;

/** Someone who was up for longer has slept twice. */
const BETWEEN_NIGHTS_MS = 3 * 3_600_000;
const MINUTE_MS = 60_000;

const STAGES = { AsleepDeep: 'deep_minutes', AsleepREM: 'rem_minutes', AsleepCore: 'light_minutes' } as const;

/** What one recorder has of one sleep. */
type Sleep = Span & {
  day: string;
  hasStages: boolean;
  asleep: number;
  input: SleepInput;
};

const isAsleep = ({ stage }: SleepSpan): boolean => stage.startsWith('Asleep');
const isStage = ({ stage }: SleepSpan): boolean => Object.hasOwn(STAGES, stage);

/** The minutes that spans cover together; undefined where there are none. */
const minutesOf = (spans: readonly SleepSpan[]): number | undefined => {
  if (spans.length === 0) return undefined;
  let covered = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { start, end } of spans) {
    covered += Math.max(0, end.instant - Math.max(start.instant, until));
    until = Math.max(until, end.instant);
  }
  return Math.round(covered / MINUTE_MS);
};

const sleepOf = (spans: readonly SleepSpan[]): Sleep => {
  const [first] = spans as [SleepSpan];
  const last = spans.reduce((one, other) => (other.end.instant > one.end.instant ? other : one));
  const minutes = (isMeant: (span: SleepSpan) => boolean) => minutesOf(spans.filter(isMeant));
  const asleep = minutes(isAsleep);
  const figures = {
    in_bed_minutes: minutes(({ stage }) => stage === 'InBed'),
    asleep_minutes: asleep,
    awake_minutes: minutes(({ stage }) => stage === 'Awake'),
    ...Object.fromEntries(
      Object.entries(STAGES).map(([stage, figure]) => [figure, minutes((span) => span.stage === stage)]),
    ),
  };
  const known = Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== undefined));
  return {
    ...{ line: first.line, recorder: first.recorder, start: first.start, end: last.end },
    day: dayOf(last.end),
    hasStages: spans.some(isStage),
    asleep: asleep ?? 0,
    input: {
      bedtime: clockOf(first.start),
      wake_time: clockOf(last.end),
      ...known,
    },
  };
};

const lengthOf = ({ start, end }: Span): number => end.instant - start.instant;

/** Whether a sleep tells more of its night than another. */
const isBetter = (one: Sleep, other: Sleep): boolean => {
  if (one.hasStages !== other.hasStages) return one.hasStages;
  if (one.recorder.rank !== other.recorder.rank) return one.recorder.rank < other.recorder.rank;
  return one.asleep > other.asleep;
};

/** The night among the sleeps of a day: what tells most of the longest, which a nap with stages does not. */
const nightAmong = (sleeps: readonly Sleep[]): Sleep => {
  const longest = sleeps.reduce((one, other) => (lengthOf(other) > lengthOf(one) ? other : one));
  return sleeps
    .filter(({ start, end }) => start.instant < longest.end.instant && longest.start.instant < end.instant)
    .reduce((one, other) => (isBetter(other, one) ? other : one), longest);
};

/**
 * The nights that were recorded, in the order of their days. Each comes whole from one recorder, one with stages before one without, then
 * by rank (`C14.nights`); of several sleeps of a day it is the longest.
 */
export const nightsOf = (spans: readonly SleepSpan[]): Sleep[] => {
  const byRecorder = Map.groupBy(spans, ({ recorder }) => `${recorder.rank} ${recorder.name}`);
  const sleeps: Sleep[] = [];
  for (const all of byRecorder.values()) {
    let current: SleepSpan[] = [];
    let until = 0;
    const finish = () => {
      // Who was awake alone did not sleep.
      if (current.some(({ stage }) => stage !== 'Awake')) sleeps.push(sleepOf(current));
      current = [];
    };
    for (const span of all.toSorted((one, other) => one.start.instant - other.start.instant)) {
      if (span.start.instant > until + BETWEEN_NIGHTS_MS) finish();
      until = current.length === 0 ? span.end.instant : Math.max(until, span.end.instant);
      current.push(span);
    }
    finish();
  }
  const nights = [...Map.groupBy(sleeps, ({ day }) => day).values()].map(nightAmong);
  return nights.sort((one, other) => (one.day < other.day ? -1 : 1));
};
