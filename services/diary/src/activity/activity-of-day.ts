import { setActivity, updateActivity } from 'shared/contract/operations/activity.ts';
import { activityNotices } from '../records/notices.ts';
import type { DayKind } from '../records/one-a-day-routes.ts';
import { activityValues } from './activity.ts';
import { correctActivity } from './activity-correction.ts';

/** What `PUT` and `PATCH /days/{day}/activity` do. */
export const ACTIVITY_OF_DAY: DayKind<'activity'> = {
  kind: 'activity',
  set: setActivity,
  update: updateActivity,
  values: activityValues,
  correct: correctActivity,
  notices: activityNotices,
};
