import { getDay, listDays } from 'shared/contract/operations/days.ts';
import type { Route } from 'shared/http/route.ts';
import { presentActivity } from 'shared/records/activity.ts';
import { daysBetween, today } from 'shared/records/calendar.ts';
import { presentMeal } from 'shared/records/meal.ts';
import { presentNote } from 'shared/records/note.ts';
import { presentTargets } from 'shared/records/profile.ts';
import { chooseProfile, defaultProfileId, type Profiles } from 'shared/records/profiles.ts';
import { presentSleep } from 'shared/records/sleep.ts';
import { roundTotals } from 'shared/records/totals.ts';
import { mealTotals } from '../meals/meal.ts';
import type { MealStore } from '../meals/meal-store.ts';
import type { DayStore } from '../records/one-a-day-store.ts';
import type { RecordStore } from '../records/record-store.ts';
import { dayRange } from './day-range.ts';

type Stores = {
  meals: MealStore;
  activity: DayStore<'activity'>;
  sleep: DayStore<'sleep'>;
  records: RecordStore;
};

/** `GET /days/{day}` and `GET /days`. */
export const dayRoutes = (route: Route, profiles: Profiles, stores: Stores): void => {
  route(getDay, async ({ assistant: { account }, params: { day }, query }) => {
    // One query gets the requested profile, or else the one that the account began with, and its day. Only if another one is the
    // default by now is the day read again.
    const likely = { _id: query.profile_id ?? defaultProfileId(account.id), account_id: account.id };
    const found = await stores.records.ofDay(likely, day);
    const profile =
      chooseProfile([found.profile], query.profile_id) ?? (await profiles.resolve(account, query.profile_id));
    const { meals, activity, sleep, notes } =
      profile._id === likely._id ? found : await stores.records.ofDay(profile, day);
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

  route(listDays, async ({ assistant, query }) => {
    const profile = await profiles.resolve(assistant.account, query.profile_id);
    const { from, to } = dayRange(query, today(profile.time_zone));
    const [meals, activity, sleep] = await Promise.all([
      stores.meals.sumsBetween(profile, from, to),
      stores.activity.between(profile, from, to),
      stores.sleep.between(profile, from, to),
    ]);
    const activityOf = new Map(activity.map((record) => [record.day, presentActivity(record)]));
    const sleepOf = new Map(sleep.map((record) => [record.day, presentSleep(record)]));
    const days = daysBetween(from, to).map((day) => {
      const dayMeals = meals.get(day);
      return {
        day,
        meal_count: dayMeals?.count ?? 0,
        totals: dayMeals ? roundTotals(dayMeals.sums) : null,
        activity: activityOf.get(day) ?? null,
        sleep: sleepOf.get(day) ?? null,
      };
    });
    return { from, to, profile_id: profile._id, days };
  });
};
