import { setActivity, updateActivity } from 'shared/contract/operations/activity.ts';
import { checkConditions, withEtag } from 'shared/http/conditions.ts';
import type { Route } from 'shared/http/route.ts';
import { presentActivity, type StoredActivity } from 'shared/records/activity.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import type { Idempotency } from 'shared/store/idempotency.ts';
import type { Transaction } from 'shared/store/mongo.ts';
import { activityNotices } from '../records/notices.ts';
import { type DayStore, newDayRecord } from '../records/one-a-day-store.ts';
import { byAssistant, type RecordChanges } from '../records/record-changes.ts';
import { activityValues } from './activity.ts';
import { correctActivity } from './activity-correction.ts';

/** `PUT` and `PATCH /days/{day}/activity`. */
export const activityRoutes = (
  route: Route,
  idempotent: Idempotency,
  profiles: Profiles,
  activity: DayStore<'activity'>,
  changes: RecordChanges,
): void => {
  const begin = async (record: StoredActivity, profile: StoredProfile, transaction: Transaction) => {
    await activity.add(record, transaction);
    return answer(record, profile.time_zone);
  };

  route(setActivity, async (call) => {
    const { assistant, params, query, body, request } = call;
    const { client_name } = assistant.connection;
    const changed = await idempotent.change(call, async (transaction) => {
      const profile = await profiles.resolve(assistant.account, query.profile_id);
      const values = activityValues(body, client_name);
      const found = await activity.onDay(profile, params.day, transaction);
      checkConditions(request, found?.version);
      if (!found) return begin(newDayRecord('activity', profile, params.day, values), profile, transaction);
      const made = { action: 'replaced', by: byAssistant(assistant) } as const;
      const replaced = await changes.replace('activity', found, { ...found, ...values }, made, transaction);
      return answer(replaced, profile.time_zone);
    });
    return withEtag(call.response, changed);
  });

  route(updateActivity, async (call) => {
    const { assistant, params, query, body, request } = call;
    const changed = await idempotent.change(call, async (transaction) => {
      const profile = await profiles.resolve(assistant.account, query.profile_id);
      const found = await activity.onDay(profile, params.day, transaction);
      checkConditions(request, found?.version);
      if (!found) {
        const values = activityValues({}, assistant.connection.client_name);
        const empty = newDayRecord('activity', profile, params.day, values);
        return begin(correctActivity(empty, body), profile, transaction);
      }
      const made = { action: 'updated', by: byAssistant(assistant) } as const;
      const next = correctActivity(found, body);
      return answer(await changes.replace('activity', found, next, made, transaction), profile.time_zone);
    });
    return withEtag(call.response, changed);
  });
};

/** What a write answers with; `timeZone` is the profile's. */
const answer = (record: StoredActivity, timeZone: string) => ({
  ...presentActivity(record),
  notices: activityNotices(record, timeZone, new Date()),
});
