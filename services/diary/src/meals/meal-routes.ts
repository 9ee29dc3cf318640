import { updateMeal } from 'shared/contract/operations/meal-correction.ts';
import { listMeals, logMeal } from 'shared/contract/operations/meals.ts';
import { notFound } from 'shared/contract/problem.ts';
import { checkConditions, withEtag } from 'shared/http/conditions.ts';
import type { Route } from 'shared/http/route.ts';
import { today } from 'shared/records/calendar.ts';
import { presentMeal } from 'shared/records/meal.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import type { Idempotency } from 'shared/store/idempotency.ts';
import { mealNotices, repeatNotices } from '../records/notices.ts';
import { byAssistant, type RecordChanges } from '../records/record-changes.ts';
import type { RecordStore } from '../records/record-store.ts';
import { mealTotals, newMeal } from './meal.ts';
import { correctMeal, pointersInto } from './meal-correction.ts';
import type { MealStore } from './meal-store.ts';

type Stores = { meals: MealStore; records: RecordStore; changes: RecordChanges };

/** `POST /meals`, `GET /meals` and `PATCH /meals/{id}`. */
export const mealRoutes = (
  route: Route,
  idempotent: Idempotency,
  profiles: Profiles,
  { meals, records, changes }: Stores,
): void => {
  route(logMeal, async (call) => {
    const answer = await idempotent.create(call, async (transaction) => {
      const { account, connection } = call.assistant;
      const { meal_type, eaten_at, profile_id } = call.body;
      const now = new Date();
      const instant = eaten_at ? new Date(eaten_at) : now;
      const { profile, near } = await profiles.readWith(account, profile_id, (key) =>
        meals.besideProfile(key, meal_type, instant),
      );
      const meal = newMeal(profile, call.body, connection.client_name);
      await meals.add(meal, transaction);
      return { ...presentMeal(meal), notices: [...mealNotices(meal, now), ...repeatNotices([meal], near)] };
    });
    return withEtag(call.response, answer);
  });

  route(listMeals, async ({ assistant, query }) => {
    const profile = await profiles.resolve(assistant.account, query.profile_id);
    const day = query.day ?? today(profile.time_zone);
    const found = await meals.onDay(profile, day);
    return { day, profile_id: profile._id, meals: found.map(presentMeal), totals: mealTotals(found) };
  });

  route(updateMeal, async (call) => {
    const { assistant, params, body, request } = call;
    const answer = await idempotent.change(call, async (transaction) => {
      const meal = await records.find(assistant.account.id, 'meal', params.id, transaction);
      if (!meal) throw notFound();
      checkConditions(request, meal.version);
      const { time_zone } = await profiles.resolve(assistant.account, meal.profile_id);
      const made = { action: 'updated', by: byAssistant(assistant) } as const;
      const next = correctMeal(meal, body, time_zone);
      const changed = await changes.replace('meal', meal, next, made, transaction);
      const notices = mealNotices(changed, new Date(), pointersInto(body, changed));
      return { ...presentMeal(changed), notices };
    });
    return withEtag(call.response, answer);
  });
};
