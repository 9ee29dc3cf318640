import type { CallersAccount } from 'shared/calls/principal.ts';
import { getDay, listDays } from 'shared/contract/operations/days.ts';
import type { Route } from 'shared/http/route.ts';
import { presentActivity } from 'shared/records/activity.ts';
import { daysBetween, today } from 'shared/records/calendar.ts';
import type { ProfileKey } from 'shared/records/documents.ts';
import { presentMeal } from 'shared/records/meal.ts';
import { presentNote } from 'shared/records/note.ts';
import { presentTargets, type StoredProfile } from 'shared/records/profile.ts';
import { chooseProfile, defaultProfileId, type Profiles } from 'shared/records/profiles.ts';
import { presentSleep } from 'shared/records/sleep.ts';
import { roundTotals } from 'shared/records/totals.ts';
import { mealTotals } from '../meals/meal.ts';
import type { RecordStore } from '../records/record-store.ts';
import { dayRange } from './day-range.ts';
import type { DaysStore } from './days-store.ts';

/** `GET /days/{day}` and `GET /days`. */
export const dayRoutes = (
  route: Route,
  profiles: Profiles,
  records: RecordStore,
  severalDays: DaysStore,
): void => {
  /**
   * The profile that is asked for, and what `read` finds of it. One query gets both of the named profile, or else of the one that
   * the account began with; only if another one is the default by now is it read again. Throws `not_found`.
   */
  const readWithProfile = async <Found extends { profile: StoredProfile | undefined }>(
    account: CallersAccount,
    id: string | undefined,
    read: (key: ProfileKey) => Promise<Found>,
  ): Promise<Found & { profile: StoredProfile }> => {
    const likely = { _id: id ?? defaultProfileId(account.id), account_id: account.id };
    const found = await read(likely);
    const profile = chooseProfile([found.profile], id) ?? (await profiles.resolve(account, id));
    return { ...(profile._id === likely._id ? found : await read(profile)), profile };
  };

  route(getDay, async ({ assistant: { account }, params: { day }, query }) => {
    const { profile, meals, activity, sleep, notes } = await readWithProfile(
      account,
      query.profile_id,
      (key) => records.ofDay(key, day),
    );
    return {
      day,
      profile_id: profile._id,
      time_zone: profile.time_zone,
      meals: meals.map(presentMeal),
      totals: mealTotals(meals),
      activity: activity ? presentActivity(activity) : null,
      sleep: sleep ? presentSleep(sleep) : null,
      wellbeing: notes.map(presentNote),
      targets: presentTargets(profile),
    };
  });

  route(listDays, async ({ assistant: { account }, query }) => {
    const lastDay = query.to ?? today((await profiles.resolve(account, query.profile_id)).time_zone);
    const { from, to } = dayRange(query, lastDay);
    const found = await readWithProfile(account, query.profile_id, (key) =>
      severalDays.between(key, from, to),
    );
    const days = daysBetween(from, to).map((day) => {
      const meals = found.meals.get(day);
      const activity = found.activity.get(day);
      const sleep = found.sleep.get(day);
      return {
        day,
        meal_count: meals?.count ?? 0,
        totals: meals ? roundTotals(meals.sums) : null,
        activity: activity ? presentActivity(activity) : null,
        sleep: sleep ? presentSleep(sleep) : null,
      };
    });
    return { from, to, profile_id: found.profile._id, days };
  });
};
