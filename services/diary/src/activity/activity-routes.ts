import { setActivity } from 'shared/contract/operations/activity.ts';
import type { Route } from 'shared/http/route.ts';
import { presentActivity, type StoredActivity } from 'shared/records/activity.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import type { Idempotency } from 'shared/store/idempotency.ts';
import { activityNotices } from '../records/notices.ts';
import { type DayStore, newDayRecord } from '../records/one-a-day-store.ts';
import { byAssistant, type RecordChanges } from '../records/record-changes.ts';
import { activityValues } from './activity.ts';

/** `PUT /days/{day}/activity`. */
export const activityRoutes = (
  route: Route,
  idempotent: Idempotency,
  profiles: Profiles,
  activity: DayStore<'activity'>,
  changes: RecordChanges,
): void => {
  route(setActivity, (call) =>
    idempotent.change(call, async (transaction) => {
      const { assistant, params, query, body } = call;
      const profile = await profiles.resolve(assistant.account, query.profile_id);
      const values = activityValues(body, assistant.connection.client_name);
      const found = await activity.onDay(profile, params.day, transaction);
      if (!found) {
        const record = newDayRecord('activity', profile, params.day, values);
        await activity.add(record, transaction);
        return answer(record, profile.time_zone);
      }
      const made = { action: 'replaced', by: byAssistant(assistant) } as const;
      const replaced = await changes.replace('activity', found, { ...found, ...values }, made, transaction);
      return answer(replaced, profile.time_zone);
    }),
  );
};

/** What a write answers with; `timeZone` is the profile's. */
const answer = (record: StoredActivity, timeZone: string) => ({
  ...presentActivity(record),
  notices: activityNotices(record, timeZone, new Date()),
});
