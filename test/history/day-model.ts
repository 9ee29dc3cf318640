import type { Model } from './linearizability.ts';
import {
  type RecordInput,
  type RecordOutput,
  type RecordState,
  recordModel,
  type ShownRecord,
} from './record-model.ts';

/** A call of one of a day's meals and notes, which are told apart by their texts, or a read of the whole day. */
export type DayInput = { op: 'day' } | { op: 'member'; name: string; input: RecordInput };
/** Of a day what stands there, the energy in total (`null` without meals), and how many meals; each may be left out. */
export type DayOutput = {
  members?: readonly { name: string; record: ShownRecord }[];
  kcal?: number | null;
  meals?: number;
};

type DayState = Readonly<Record<string, RecordState>>;

const SHOW: RecordInput = { op: 'show' };

const standing = ({ records }: RecordState) =>
  records.flatMap(({ versions }) => {
    const current = versions.at(-1);
    return current && !current.deleted ? [current.content] : [];
  });

const hasTotals = (state: DayState, { kcal, meals }: DayOutput): boolean => {
  const contents = Object.values(state).flatMap(standing);
  // A note has no figures.
  const ofMeals = contents.map((content) =>
    Object.values(content).filter((value) => typeof value === 'number'),
  );
  const sums = ofMeals
    .filter(({ length }) => length > 0)
    .map((items) => items.reduce((sum, value) => sum + value, 0));
  const total = sums.length > 0 ? sums.reduce((sum, value) => sum + value, 0) : null;
  return (kcal === undefined || kcal === total) && (meals === undefined || meals === sums.length);
};

/** The states in which the day's read shows every member as it stands, once, and nothing else. */
const hasMembers = (state: DayState, members: NonNullable<DayOutput['members']>): DayState[] => {
  const shown = new Map(members.map(({ name, record }) => [name, record]));
  if (shown.size < members.length || members.some(({ name }) => !(name in state))) return [];
  return Object.keys(state).reduce<DayState[]>(
    (states, name) =>
      states.flatMap((before) =>
        recordModel
          .step(before[name] as RecordState, SHOW, { status: 200, record: shown.get(name) ?? null })
          .map((after) => ({ ...before, [name]: after })),
      ),
    [state],
  );
};

const isUntouched = ({ records }: RecordState): boolean => records.length === 0;

/**
 * The meals and notes of one day together: each is a record of its own, and a read of the day shows what all of them are at one
 * moment, and totals of that moment.
 */
export const dayModel: Model<DayState, DayInput, DayOutput | RecordOutput> = {
  initial: {},
  step: (state, input, output) => {
    if (input.op === 'day') {
      const day = output as DayOutput | undefined;
      if (!day) return [state];
      if (!hasTotals(state, day)) return [];
      return day.members ? hasMembers(state, day.members) : [state];
    }
    const before = state[input.name] ?? recordModel.initial;
    return recordModel.step(before, input.input, output as RecordOutput | undefined).map((after) => {
      if (isUntouched(after)) return state;
      const names = [...new Set([...Object.keys(state), input.name])].sort();
      return Object.fromEntries(
        names.map((name) => [name, name === input.name ? after : (state[name] as RecordState)]),
      );
    });
  },
};
