import { setSleep } from 'shared/contract/operations/sleep.ts';
import type { Route } from 'shared/http/route.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import { presentSleep, type StoredSleep } from 'shared/records/sleep.ts';
import type { DayStore } from '../records/one-a-day-store.ts';
import { sleepValues } from './sleep.ts';

/** `PUT /days/{day}/sleep`. */
export const sleepRoutes = (route: Route, profiles: Profiles, sleep: DayStore<StoredSleep>): void => {
  route(setSleep, async ({ assistant, params, query, body }) => {
    const profile = await profiles.resolve(assistant.account, query.profile_id);
    const values = sleepValues(body, assistant.connection.client_name);
    return presentSleep(await sleep.put(profile, params.day, values));
  });
};
