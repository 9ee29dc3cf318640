import { setSleep } from 'shared/contract/operations/sleep.ts';
import type { Route } from 'shared/http/route.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import { presentSleep, type StoredSleep } from 'shared/records/sleep.ts';
import type { Idempotency } from 'shared/store/idempotency.ts';
import { sleepNotices } from '../records/notices.ts';
import { type DayStore, newDayRecord } from '../records/one-a-day-store.ts';
import { byAssistant, type RecordChanges } from '../records/record-changes.ts';
import { sleepValues } from './sleep.ts';

/** `PUT /days/{day}/sleep`. */
export const sleepRoutes = (
  route: Route,
  idempotent: Idempotency,
  profiles: Profiles,
  sleep: DayStore<'sleep'>,
  changes: RecordChanges,
): void => {
  route(setSleep, (call) =>
    idempotent.change(call, async (transaction) => {
      const { assistant, params, query, body } = call;
      const profile = await profiles.resolve(assistant.account, query.profile_id);
      const values = sleepValues(body, assistant.connection.client_name);
      const found = await sleep.onDay(profile, params.day, transaction);
      if (!found) {
        const record = newDayRecord('sleep', profile, params.day, values);
        await sleep.add(record, transaction);
        return answer(record, profile.time_zone);
      }
      const made = { action: 'replaced', by: byAssistant(assistant) } as const;
      const replaced = await changes.replace('sleep', found, { ...found, ...values }, made, transaction);
      return answer(replaced, profile.time_zone);
    }),
  );
};

/** What a write answers with; `timeZone` is the profile's. */
const answer = (record: StoredSleep, timeZone: string) => ({
  ...presentSleep(record),
  notices: sleepNotices(record, timeZone, new Date()),
});
