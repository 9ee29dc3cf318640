import { getDay, listDays } from 'shared/contract/days.ts';
import { daysBetween, today } from 'shared/records/calendar.ts';
import type { ActivityDocument, SleepDocument } from 'shared/records/documents.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import type { Route } from 'shared/service/route.ts';
import { presentActivity } from '../activity/activity.ts';
import { mealTotals, presentMeal } from '../meals/meal.ts';
import type { MealStore } from '../meals/meal-store.ts';
import { presentSleep } from '../sleep/sleep.ts';
import { presentNote } from '../wellbeing/wellbeing-note.ts';
import type { WellbeingStore } from '../wellbeing/wellbeing-store.ts';
import { dayRange } from './day-range.ts';
import type { DayStore } from './day-store.ts';

type Stores = {
  meals: MealStore;
  activity: DayStore<ActivityDocument>;
  sleep: DayStore<SleepDocument>;
  wellbeing: WellbeingStore;
};

export const dayRoutes = (route: Route, profiles: Profiles, stores: Stores): void => {
  route(getDay, async ({ assistant, params: { day }, query }) => {
    const profile = await profiles.resolve(assistant.account, query.profile_id);
    const [meals, activity, sleep, notes] = await Promise.all([
      stores.meals.onDay(profile, day),
      stores.activity.onDay(profile, day),
      stores.sleep.onDay(profile, day),
      stores.wellbeing.onDay(profile, day),
    ]);
    return {
      day,
      profile_id: profile._id,
      time_zone: profile.time_zone,
      meals: meals.map(presentMeal),
      totals: mealTotals(meals),
      activity: activity && presentActivity(activity),
      sleep: sleep && presentSleep(sleep),
      wellbeing: notes.map(presentNote),
      targets: profile.targets,
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
    const mealsOf = Map.groupBy(meals, (meal) => meal.day);
    const activityOf = new Map(activity.map((one) => [one.day, presentActivity(one)]));
    const sleepOf = new Map(sleep.map((one) => [one.day, presentSleep(one)]));
    const days = daysBetween(from, to).map((day) => ({
      day,
      meal_count: mealsOf.get(day)?.length ?? 0,
      totals: mealTotals(mealsOf.get(day) ?? []),
      activity: activityOf.get(day) ?? null,
      sleep: sleepOf.get(day) ?? null,
    }));
    return { from, to, profile_id: profile._id, days };
  });
};
