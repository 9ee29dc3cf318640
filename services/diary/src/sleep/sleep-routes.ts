import { setSleep, updateSleep } from 'shared/contract/operations/sleep.ts';
import { checkConditions, withEtag } from 'shared/http/conditions.ts';
import type { Route } from 'shared/http/route.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import { presentSleep, type StoredSleep } from 'shared/records/sleep.ts';
import type { Idempotency } from 'shared/store/idempotency.ts';
import type { Transaction } from 'shared/store/mongo.ts';
import { sleepNotices } from '../records/notices.ts';
import { type DayStore, newDayRecord } from '../records/one-a-day-store.ts';
import { byAssistant, type RecordChanges } from '../records/record-changes.ts';
import { sleepValues } from './sleep.ts';
import { correctSleep } from './sleep-correction.ts';

/** `PUT` and `PATCH /days/{day}/sleep`. */
export const sleepRoutes = (
  route: Route,
  idempotent: Idempotency,
  profiles: Profiles,
  sleep: DayStore<'sleep'>,
  changes: RecordChanges,
): void => {
  const begin = async (record: StoredSleep, profile: StoredProfile, transaction: Transaction) => {
    await sleep.add(record, transaction);
    return answer(record, profile.time_zone);
  };

  route(setSleep, async (call) => {
    const { assistant, params, query, body, request } = call;
    const { client_name } = assistant.connection;
    const changed = await idempotent.change(call, async (transaction) => {
      const profile = await profiles.resolve(assistant.account, query.profile_id);
      const values = sleepValues(body, client_name);
      const found = await sleep.onDay(profile, params.day, transaction);
      checkConditions(request, found?.version);
      if (!found) return begin(newDayRecord('sleep', profile, params.day, values), profile, transaction);
      const made = { action: 'replaced', by: byAssistant(assistant) } as const;
      const replaced = await changes.replace('sleep', found, { ...found, ...values }, made, transaction);
      return answer(replaced, profile.time_zone);
    });
    return withEtag(call.response, changed);
  });

  route(updateSleep, async (call) => {
    const { assistant, params, query, body, request } = call;
    const changed = await idempotent.change(call, async (transaction) => {
      const profile = await profiles.resolve(assistant.account, query.profile_id);
      const found = await sleep.onDay(profile, params.day, transaction);
      checkConditions(request, found?.version);
      if (!found) {
        const values = sleepValues({}, assistant.connection.client_name);
        const empty = newDayRecord('sleep', profile, params.day, values);
        return begin(correctSleep(empty, body), profile, transaction);
      }
      const made = { action: 'updated', by: byAssistant(assistant) } as const;
      const next = correctSleep(found, body);
      return answer(await changes.replace('sleep', found, next, made, transaction), profile.time_zone);
    });
    return withEtag(call.response, changed);
  });
};

/** What a write answers with; `timeZone` is the profile's. */
const answer = (record: StoredSleep, timeZone: string) => ({
  ...presentSleep(record),
  notices: sleepNotices(record, timeZone, new Date()),
});
