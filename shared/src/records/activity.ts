import { mapFields, pick } from '../contract/map-fields.ts';
import { ACTIVITY_FIGURES } from '../contract/measures.ts';
import type { Activity } from '../contract/operations/activity.ts';
import type { Found, Stored } from './stored.ts';

/** A day's activity as it is stored. */
export type StoredActivity = Stored<Activity, 'created_at' | 'updated_at'>;

/** A day's activity in any shape that was ever stored. */
export type FoundActivity = Found<StoredActivity, (typeof ACTIVITY_FIGURES)[number]>;

const UNSTATED = mapFields(ACTIVITY_FIGURES, () => null);

/** Today's shape of a day's activity (`A.stored`). A figure that came later is not stated. */
export const readActivity = (found: FoundActivity): StoredActivity => ({ ...UNSTATED, ...found });

type Workout = Activity['workouts'][number];

/** A stored workout as it is shown. */
export const presentWorkout = ({ type, minutes, kcal }: Workout): Workout => ({ type, minutes, kcal });

/** A stored day of activity as it is shown (`A.listed`). */
export const presentActivity = (activity: StoredActivity): Activity => ({
  id: activity._id,
  profile_id: activity.profile_id,
  day: activity.day,
  ...pick(activity, ACTIVITY_FIGURES),
  workouts: activity.workouts.map(presentWorkout),
  source_app: activity.source_app,
  confidence: activity.confidence,
  client_name: activity.client_name,
  created_at: activity.created_at.toISOString(),
  updated_at: activity.updated_at.toISOString(),
});
