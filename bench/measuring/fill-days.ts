import type { Db } from 'mongodb';
import type { LogMealInput } from 'shared/contract/operations/meals.ts';
import { inBatches } from 'shared/process/in-batches.ts';
import { recordCollections } from 'shared/records/documents.ts';
import { readProfile } from 'shared/records/profile.ts';
import { newMeal } from '../../services/diary/src/meals/meal.ts';
import type { DiaryPerson } from '../../test/support/diary-people.ts';

const INSERTED_AT_ONCE = 1000;

/** Stores a meal so many times on each of these days of each person, as diary would have. */
export const fillDays = async (
  db: Db,
  people: readonly DiaryPerson[],
  days: readonly string[],
  meal: LogMealInput,
  mealsADay: number,
): Promise<void> => {
  const { profiles, meals } = recordCollections(db);
  const all = await profiles
    .find({ account_id: { $in: people.map((person) => person.account_id) } })
    .map(readProfile)
    .toArray();
  const documents = all.flatMap((profile) =>
    days.flatMap((day) =>
      Array.from({ length: mealsADay }, (_, index) =>
        newMeal(profile, { ...meal, eaten_at: `${day}T${8 + index}:00:00Z` }, 'Bench'),
      ),
    ),
  );
  for await (const batch of inBatches(documents, INSERTED_AT_ONCE)) await meals.insertMany(batch);
};
