import { getDay, listDays } from 'shared/contract/operations/days.ts';
import type { Route } from 'shared/http/route.ts';
import { presentActivity } from 'shared/records/activity.ts';
import { daysBetween, today } from 'shared/records/calendar.ts';
import { dayRange } from 'shared/records/day-range.ts';
import { presentMeal } from 'shared/records/meal.ts';
import { presentNote } from 'shared/records/note.ts';
import { presentTargets } from 'shared/records/profile.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import { presentSleep } from 'shared/records/sleep.ts';
import { roundTotals } from 'shared/records/totals.ts';
import { mealTotals } from '../meals/meal.ts';
import type { RecordStore } from '../records/record-store.ts';
import type { DaysStore } from './days-store.ts';

/** `GET /days/{day}` and `GET /days`. */
export const dayRoutes = (
  route: Route,
  profiles: Profiles,
  records: RecordStore,
  severalDays: DaysStore,
): void => {
  route(getDay, async ({ assistant: { account }, params: { day }, query }) => {
    const { profile, meals, activity, sleep, notes } = await profiles.readWith(
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
    const found = await profiles.readWith(account, query.profile_id, (key) =>
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
