import { mapFields } from 'shared/contract/map-fields.ts';
import type { WellbeingCorrection } from 'shared/contract/operations/wellbeing.ts';
import { validationFailed } from 'shared/http/validate.ts';
import { momentOf } from 'shared/records/calendar.ts';
import type { StoredNote } from 'shared/records/note.ts';
import { faultsOf, stated } from '../records/correction.ts';
import { newStatement } from './wellbeing-note.ts';

/**
 * A note with a correction (`C10.note`). `timeZone` is that of its profile, for a `recorded_at` that does not tell the place. Throws
 * `validation_failed` where it says nothing or contradicts itself.
 */
export const correctNote = (
  note: StoredNote,
  correction: WellbeingCorrection,
  timeZone: string,
): StoredNote => {
  const faults = faultsOf(correction);
  if (faults.length > 0) throw validationFailed(faults);
  const { clear, recorded_at, statements, ...fields } = stated(correction);
  const moment = recorded_at ? momentOf(recorded_at, timeZone) : undefined;
  const emptied = mapFields(clear ?? [], (field) =>
    field === 'statements' || field === 'links' ? [] : null,
  );
  return {
    ...note,
    ...fields,
    ...(statements && { statements: statements.map(newStatement) }),
    ...(moment && {
      day: moment.day,
      recorded_at: moment.text,
      instant: moment.instant,
      clock_time: moment.clock_time,
    }),
    ...emptied,
  } as StoredNote;
};
