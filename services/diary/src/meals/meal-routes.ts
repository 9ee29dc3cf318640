import { listMeals, logMeal } from 'shared/contract/operations/meals.ts';
import type { Route } from 'shared/http/route.ts';
import { today } from 'shared/records/calendar.ts';
import { presentMeal } from 'shared/records/meal.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import type { Idempotency } from 'shared/store/idempotency.ts';
import { mealNotices } from '../records/notices.ts';
import { mealTotals, newMeal } from './meal.ts';
import type { MealStore } from './meal-store.ts';

/** `POST /meals` and `GET /meals`. */
export const mealRoutes = (
  route: Route,
  idempotent: Idempotency,
  profiles: Profiles,
  meals: MealStore,
): void => {
  route(logMeal, (call) =>
    idempotent.create(call, async (transaction) => {
      const { account, connection } = call.assistant;
      const profile = await profiles.resolve(account, call.body.profile_id);
      const meal = newMeal(profile, call.body, connection.client_name);
      // Side by side: to look for a repeat takes no longer than to store.
      const [repeated] = await Promise.all([meals.repeatNotices([meal]), meals.add(meal, transaction)]);
      return { ...presentMeal(meal), notices: [...mealNotices(meal, new Date()), ...repeated] };
    }),
  );

  route(listMeals, async ({ assistant, query }) => {
    const profile = await profiles.resolve(assistant.account, query.profile_id);
    const day = query.day ?? today(profile.time_zone);
    const found = await meals.onDay(profile, day);
    return { day, profile_id: profile._id, meals: found.map(presentMeal), totals: mealTotals(found) };
  });
};
