import type { RecordKind } from '../contract/kinds.ts';
import type { Activity } from '../contract/operations/activity.ts';
import type { Meal } from '../contract/operations/meals.ts';
import type { Sleep } from '../contract/operations/sleep.ts';
import type { WellbeingNote } from '../contract/operations/wellbeing.ts';
import { presentActivity, readActivity } from './activity.ts';
import type { FoundOf, RecordOf } from './documents.ts';
import { presentMeal, readMeal } from './meal.ts';
import { presentNote, readNote } from './note.ts';
import { presentSleep, readSleep } from './sleep.ts';

/** A record of any kind. */
export type AnyRecord = { [Kind in RecordKind]: { kind: Kind; record: RecordOf[Kind] } }[RecordKind];

/** The record of each kind, as it is shown. */
export type PresentedOf = { meal: Meal; activity: Activity; sleep: Sleep; wellbeing: WellbeingNote };

const READERS: { [Kind in RecordKind]: (found: FoundOf[Kind]) => RecordOf[Kind] } = {
  meal: readMeal,
  activity: readActivity,
  sleep: readSleep,
  wellbeing: readNote,
};

const PRESENTERS: { [Kind in RecordKind]: (record: RecordOf[Kind]) => PresentedOf[Kind] } = {
  meal: presentMeal,
  activity: presentActivity,
  sleep: presentSleep,
  wellbeing: presentNote,
};

/** Today's shape of a record of this kind (`A.stored`). */
export const readRecord = <Kind extends RecordKind>(kind: Kind, found: FoundOf[Kind]): RecordOf[Kind] =>
  READERS[kind](found);

/** A stored record of this kind as it is shown (`A.listed`). */
export const presentRecord = <Kind extends RecordKind>(
  kind: Kind,
  record: RecordOf[Kind],
): PresentedOf[Kind] => PRESENTERS[kind](record);
