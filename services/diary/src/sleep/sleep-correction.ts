import { mapFields } from 'shared/contract/map-fields.ts';
import type { SleepCorrection } from 'shared/contract/operations/sleep.ts';
import { validationFailed } from 'shared/http/validate.ts';
import type { StoredSleep } from 'shared/records/sleep.ts';
import { faultsOf, stated } from '../records/correction.ts';

/** A night with a correction (`C10.merge`). Throws `validation_failed` where it says nothing or contradicts itself. */
export const correctSleep = (sleep: StoredSleep, correction: SleepCorrection): StoredSleep => {
  const faults = faultsOf(correction);
  if (faults.length > 0) throw validationFailed(faults);
  const { clear, ...fields } = stated(correction);
  return { ...sleep, ...fields, ...mapFields(clear ?? [], () => null) } as StoredSleep;
};
