import { LIMITS } from 'shared/contract/limits.ts';
import { findFoods } from 'shared/contract/operations/foods.ts';
import type { Route } from 'shared/http/route.ts';
import { addDays } from 'shared/records/calendar.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import type { FoodStore } from './food-store.ts';

/** `GET /foods`. */
export const foodRoutes = (route: Route, profiles: Profiles, foods: FoodStore): void => {
  route(findFoods, async ({ assistant, query: { profile_id, q = '', limit = LIMITS.foodsUnasked } }) => {
    const { foods: found } = await profiles.readToday(assistant.account, profile_id, (key, day) =>
      // Where the person is it may be a day later.
      foods.find(key, { from: addDays(day, 1 - LIMITS.foodDays), to: addDays(day, 1), q, limit }),
    );
    return { foods: found };
  });
};
