import { copyMeal } from 'shared/contract/operations/copies.ts';
import { notFound } from 'shared/contract/problem.ts';
import type { Route } from 'shared/http/route.ts';
import { presentMeal } from 'shared/records/meal.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import type { Idempotency } from 'shared/store/idempotency.ts';
import type { MealStore } from '../meals/meal-store.ts';
import { momentNotices, repeatNotices } from '../records/notices.ts';
import type { RecordStore } from '../records/record-store.ts';
import { copiesOf } from './meal-copy.ts';

/** `POST /meals/{id}/copies`: all of them, or none. */
export const copyRoutes = (
  route: Route,
  idempotent: Idempotency,
  profiles: Profiles,
  records: RecordStore,
  meals: MealStore,
): void => {
  route(copyMeal, (call) =>
    idempotent.change(call, async (transaction) => {
      const { account, connection } = call.assistant;
      const meal = await records.find(account.id, 'meal', call.params.id, transaction);
      if (!meal) throw notFound();
      const profile = await profiles.resolve(account, meal.profile_id);
      const copies = copiesOf(meal, call.body, profile.time_zone, connection.client_name);
      const instants = copies.map(({ instant }) => instant);
      const near = await meals.near(profile, call.body.meal_type ?? meal.meal_type, instants);
      for (const copy of copies) await meals.add(copy, transaction);
      const now = new Date();
      const moments = copies.flatMap(({ eaten_at, instant }, index) =>
        momentNotices(`/days/${index}`, eaten_at, instant, now),
      );
      return { meals: copies.map(presentMeal), notices: [...moments, ...repeatNotices(copies, near)] };
    }),
  );
};
