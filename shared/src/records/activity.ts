import { mapFields, pick } from '../contract/map-fields.ts';
import { ACTIVITY_FIGURES } from '../contract/measures.ts';
import type { Activity } from '../contract/operations/activity.ts';
import { type Found, presentAuthor, type Stored, UNCHANGED, type Versioned } from './stored.ts';

/** A day's activity as it is stored. */
export type StoredActivity = Stored<Omit<Activity, keyof Versioned>, 'created_at' | 'updated_at'> & Versioned;

/** A day's activity in any shape that was ever stored. */
export type FoundActivity = Found<StoredActivity, (typeof ACTIVITY_FIGURES)[number] | keyof Versioned>;

const UNSTATED = mapFields(ACTIVITY_FIGURES, () => null);

/** Today's shape of a day's activity (`A.stored`). A figure that came later is not stated. */
export const readActivity = (found: FoundActivity): StoredActivity => ({
  ...UNSTATED,
  ...UNCHANGED,
  ...found,
});

type Workout = Activity['workouts'][number];

/** A stored workout as it is shown. */
export const presentWorkout = ({ type, minutes, kcal }: Workout): Workout => ({ type, minutes, kcal });

/** A stored day of activity as it is shown (`A.listed`). */
export const presentActivity = (activity: StoredActivity): Activity => ({
  id: activity._id,
  version: activity.version,
  profile_id: activity.profile_id,
  day: activity.day,
  ...pick(activity, ACTIVITY_FIGURES),
  workouts: activity.workouts.map(presentWorkout),
  source_app: activity.source_app,
  confidence: activity.confidence,
  client_name: activity.client_name,
  updated_by: activity.updated_by && presentAuthor(activity.updated_by),
  created_at: activity.created_at.toISOString(),
  updated_at: activity.updated_at.toISOString(),
});
