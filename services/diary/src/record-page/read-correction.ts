import type { RecordKind } from 'shared/contract/kinds.ts';
import { Problem } from 'shared/contract/problem.ts';
import { parse } from 'shared/http/validate.ts';
import type { FormFields } from 'shared/pages/form/form.ts';
import { readNumber } from 'shared/pages/form/written-number.ts';
import type { AnyRecord } from 'shared/records/any-record.ts';
import { atPlaceOf } from 'shared/records/calendar.ts';
import type { RecordOf } from 'shared/records/documents.ts';
import { correctActivity } from '../activity/activity-correction.ts';
import { correctMeal } from '../meals/meal-correction.ts';
import { correctNote } from '../notes/note-correction.ts';
import { correctSleep } from '../sleep/sleep-correction.ts';
import {
  CORRECTIONS,
  type Entry,
  type EntryRow,
  NEW,
  type RecordEntries,
  removalName,
  written,
} from './record-fields.ts';

/** The entries of a form that differ from what it showed, by name. */
export type Changed = ReadonlyMap<string, string>;

/** What a person changed in a form that showed `before`. */
export const changedIn = ({ own, rows }: RecordEntries, form: FormFields): Changed => {
  const entries = [...own, ...rows.flatMap((row) => row.entries)].flatMap(
    ({ name, control, value }): [string, string][] => {
      const entry = form[name];
      const text = entry === undefined ? value : written(control, entry);
      return text === value ? [] : [[name, text]];
    },
  );
  const removals = rows.map(removalName).filter((name) => form[name] !== undefined);
  return new Map([...entries, ...removals.map((name): [string, string] => [name, 'on'])]);
};

/** The changed entries of a form that has a place for them no more, with what was written there. */
export const lostEntries = (before: RecordEntries, now: RecordEntries, changed: Changed): Entry[] => {
  const namesOf = ({ own, rows }: RecordEntries) => [...own, ...rows.flatMap(({ entries }) => entries)];
  const names = new Set(namesOf(now).map(({ name }) => name));
  return namesOf(before).flatMap((entry) => {
    const value = changed.get(entry.name);
    return value === undefined || names.has(entry.name) ? [] : [{ ...entry, value }];
  });
};

/** The entries that cannot be taken; `''` stands for the whole. */
export type Faults = ReadonlySet<string>;

/** What a correction says, and which entry each part of it (by its pointer) came from. */
type Read = { correction: Record<string, unknown>; names: Map<string, string>; faults: Set<string> };

type Corrected = { next: AnyRecord['record'] } | { faults: Faults };

const CORRECT: {
  [Kind in RecordKind]: (record: RecordOf[Kind], correction: never, timeZone: string) => RecordOf[Kind];
} = {
  meal: correctMeal,
  activity: correctActivity,
  sleep: correctSleep,
  wellbeing: correctNote,
};

/** A record as the changed entries of its form say it, or which of them cannot be taken. */
export const correctByForm = (
  { kind, record }: AnyRecord,
  entries: RecordEntries,
  changed: Changed,
  timeZone: string,
): Corrected => {
  const { correction, names, faults } = readCorrection(
    { kind, record } as AnyRecord,
    entries,
    changed,
    timeZone,
  );
  if (faults.size > 0) return { faults };
  try {
    const parsed = parse(CORRECTIONS[kind], correction);
    return { next: CORRECT[kind](record as never, parsed as never, timeZone) };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'validation_failed') throw error;
    return {
      faults: new Set((error.issues ?? [{ pointer: '' }]).map(({ pointer }) => names.get(pointer) ?? '')),
    };
  }
};

const readCorrection = (
  { record }: AnyRecord,
  { own, rows }: RecordEntries,
  changed: Changed,
  timeZone: string,
): Read => {
  const correction: Record<string, unknown> = {};
  const names = new Map<string, string>();
  const faults = new Set<string>();
  const sentAt = 'eaten_at' in record ? record.eaten_at : 'recorded_at' in record ? record.recorded_at : '';

  /** What an entry says, which stands at a pointer; null where it is empty. */
  const read = ({ name, control, required }: Entry, entry: string, pointer: string): unknown => {
    names.set(pointer, name);
    if (entry.trim() === '') {
      if (required) faults.add(name);
      return null;
    }
    if (control === 'date_time')
      return /T.{5}(:\d\d(\.\d+)?)?$/.test(entry) ? atPlaceOf(sentAt, entry, timeZone) : entry;
    if (control !== 'number') return entry;
    const value = readNumber(entry.trim());
    if (value === undefined) faults.add(name);
    return value;
  };

  /** The changed ones of some entries as part of a correction: those that say something, and the names of those that are empty. */
  const readChanged = (of: readonly Entry[], at: string): Record<string, unknown> => {
    const said: Record<string, unknown> = {};
    const clear: string[] = [];
    for (const entry of of) {
      const text = changed.get(entry.name);
      if (text === undefined) continue;
      const value = read(entry, text, `${at}/${entry.field}`);
      if (value === null) clear.push(entry.field);
      else said[entry.field] = value;
    }
    return { ...said, ...(clear.length > 0 && { clear }) };
  };

  /** One of a list as it is to be: what was not changed as it is stored. */
  const readWhole = ({ entries, stated }: EntryRow, at: string): Record<string, unknown> =>
    Object.fromEntries(
      entries.map((entry) => {
        const text = changed.get(entry.name) ?? (entry.required && entry.value === '' ? '' : undefined);
        return [
          entry.field,
          text === undefined ? stated[entry.field] : read(entry, text, `${at}/${entry.field}`),
        ];
      }),
    );

  const isChanged = (row: EntryRow): boolean => row.entries.some(({ name }) => changed.has(name));
  const isRemoved = (row: EntryRow): boolean => changed.has(removalName(row));

  Object.assign(correction, readChanged(own, ''));
  for (const [list, all] of Map.groupBy(rows, (row) => row.list)) {
    if (!all.some((row) => isChanged(row) || isRemoved(row))) continue;
    const there = all.filter(({ key }) => key !== NEW);
    const added = all.filter((row) => row.key === NEW && isChanged(row));
    if (list === 'items') {
      const kept = there.filter((row) => isChanged(row) && !isRemoved(row));
      correction.items = kept.map((row, index) => ({
        id: row.key,
        ...readChanged(row.entries, `/items/${index}`),
      }));
      correction.remove_items = there.filter(isRemoved).map(({ key }) => key);
      correction.add_items = added.map((row, index) => readWhole(row, `/add_items/${index}`));
      continue;
    }
    const whole = [...there.filter((row) => !isRemoved(row)), ...added];
    if (whole.length > 0) correction[list] = whole.map((row, index) => readWhole(row, `/${list}/${index}`));
    else correction.clear = [...((correction.clear as string[] | undefined) ?? []), list];
  }
  return { correction, names, faults };
};
