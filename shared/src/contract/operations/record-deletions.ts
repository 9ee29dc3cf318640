import type { RecordKind } from '../kinds.ts';
import { deleteActivity } from './activity.ts';
import { deleteMeal } from './meals.ts';
import { deleteSleep } from './sleep.ts';
import { deleteWellbeingNote } from './wellbeing.ts';

/** The operation that deletes a record of each kind. */
export const RECORD_DELETIONS = {
  meal: deleteMeal,
  activity: deleteActivity,
  sleep: deleteSleep,
  wellbeing: deleteWellbeingNote,
} satisfies Record<RecordKind, object>;
