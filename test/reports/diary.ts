import type { Db } from 'mongodb';
import type { ActivityInput } from 'shared/contract/operations/activity.ts';
import type { LogMealInput } from 'shared/contract/operations/meals.ts';
import type { SleepInput } from 'shared/contract/operations/sleep.ts';
import type { WellbeingInput } from 'shared/contract/operations/wellbeing.ts';
import { recordCollections } from 'shared/records/documents.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { newDefaultProfile } from 'shared/records/profiles.ts';
import { uuidv7 } from 'uuidv7';
import { activityValues } from '../../services/diary/src/activity/activity.ts';
import { newMeal } from '../../services/diary/src/meals/meal.ts';
import { newNote } from '../../services/diary/src/notes/wellbeing-note.ts';
import { newDayRecord } from '../../services/diary/src/records/one-a-day-store.ts';
import { sleepValues } from '../../services/diary/src/sleep/sleep.ts';

/** A record for a day; `client` is the assistant's name. */
type Told<Input> = { day: string; client: string; input: Input };

/** A diary's records, in the order in which they are recorded. Activity and sleep have one record a day. */
export type Diary = {
  meals: Told<LogMealInput>[];
  activity: Told<ActivityInput>[];
  sleep: Told<SleepInput>[];
  notes: Told<WellbeingInput>[];
};

/** A profile of a new account. */
export const newProfile = (fields: Partial<StoredProfile> = {}): StoredProfile => ({
  ...newDefaultProfile({ id: `acc_${uuidv7()}`, language: 'en', time_zone: 'UTC' }),
  ...fields,
});

const AT_A_TIME = 1000;

/** Stores a diary, or one with records of some kinds alone, as the diary service would, without its write limits. */
export const storeDiary = async (
  db: Db,
  profile: StoredProfile,
  diary: Partial<Diary> = {},
): Promise<void> => {
  const { profiles, meals, activity, sleep, wellbeing } = recordCollections(db);
  const now = Date.now();
  // Recorded one after the other, by the clock.
  const recorded = (index: number) => ({
    created_at: new Date(now + index),
    updated_at: new Date(now + index),
  });
  const insert = async <D extends object>(
    collection: { insertMany: (documents: D[]) => Promise<unknown> },
    documents: D[],
  ) => {
    for (let start = 0; start < documents.length; start += AT_A_TIME)
      await collection.insertMany(documents.slice(start, start + AT_A_TIME));
  };
  await profiles.replaceOne({ _id: profile._id, account_id: profile.account_id }, profile, { upsert: true });
  await insert(
    meals,
    (diary.meals ?? []).map(({ input, client }, index) => ({
      ...newMeal(profile, input, client),
      ...recorded(index),
    })),
  );
  await insert(
    activity,
    (diary.activity ?? []).map(({ day, input, client }) => ({
      ...newDayRecord('activity', profile, day, activityValues(input, client)),
      ...recorded(0),
    })),
  );
  await insert(
    sleep,
    (diary.sleep ?? []).map(({ day, input, client }) => ({
      ...newDayRecord('sleep', profile, day, sleepValues(input, client)),
      ...recorded(0),
    })),
  );
  await insert(
    wellbeing,
    (diary.notes ?? []).map(({ input, client }) => newNote(profile, input, client)),
  );
};
