import { LIMITS } from 'shared/contract/limits.ts';
import { mapFields } from 'shared/contract/map-fields.ts';
import type { ActivityCorrection } from 'shared/contract/operations/activity.ts';
import { validationFailed } from 'shared/http/validate.ts';
import type { StoredActivity } from 'shared/records/activity.ts';
import { faultsOf, stated } from '../records/correction.ts';
import { newWorkout } from './activity.ts';

/**
 * A day's activity with a correction (`C10.merge`). Throws `validation_failed` where it says nothing, contradicts itself or leaves too
 * many workouts.
 */
export const correctActivity = (activity: StoredActivity, correction: ActivityCorrection): StoredActivity => {
  const faults = faultsOf(correction);
  const { workouts, add_workouts, clear, ...fields } = stated(correction);
  const pointer = '/add_workouts';
  if (add_workouts && (workouts || clear?.includes('workouts')))
    faults.push({ pointer, code: 'conflict', message: 'cannot stand beside workouts, which replaces them' });
  const all = [...(workouts?.map(newWorkout) ?? activity.workouts), ...(add_workouts ?? []).map(newWorkout)];
  if (all.length > LIMITS.workouts)
    faults.push({
      pointer,
      code: 'too_big',
      message: `would make ${all.length} workouts: a day has at most ${LIMITS.workouts}`,
    });
  if (faults.length > 0) throw validationFailed(faults);
  const emptied = mapFields(clear ?? [], (field) => {
    if (field === 'workouts') return [];
    return field === 'source_app' ? activity.client_name : null;
  });
  return Object.assign({ ...activity, ...fields, workouts: all }, emptied) as StoredActivity;
};
