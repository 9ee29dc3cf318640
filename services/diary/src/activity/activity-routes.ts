import { setActivity } from 'shared/contract/operations/activity.ts';
import type { Route } from 'shared/http/route.ts';
import { presentActivity, type StoredActivity } from 'shared/records/activity.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import type { DayStore } from '../records/one-a-day-store.ts';
import { activityValues } from './activity.ts';

/** `PUT /days/{day}/activity`. */
export const activityRoutes = (
  route: Route,
  profiles: Profiles,
  activity: DayStore<StoredActivity>,
): void => {
  route(setActivity, async ({ assistant, params, query, body }) => {
    const profile = await profiles.resolve(assistant.account, query.profile_id);
    const values = activityValues(body, assistant.connection.client_name);
    return presentActivity(await activity.put(profile, params.day, values));
  });
};
