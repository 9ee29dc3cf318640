import type { Db, MongoClient } from 'mongodb';
import { accountsOf, DEMO_EMAIL, presentAccount, readAccount } from 'shared/records/account.ts';
import { addDays, daysBetween, today } from 'shared/records/calendar.ts';
import { recordCollections } from 'shared/records/documents.ts';
import { newDefaultProfile } from 'shared/records/profiles.ts';
import { ignoreDuplicateKey, inTransaction } from 'shared/store/mongo.ts';
import { CULTURES } from './cultures.ts';
import { entriesUntil, makeDiary } from './diary.ts';
import { madeUpRecords } from './made-up-records.ts';
import { makePerson } from './person.ts';

const DAYS = 60;

/** Somebody who records most of what there is to see. */
const demoPerson = (timeZone: string) => {
  const { person, random } = makePerson(1, 1);
  const careful = {
    appetite: 1,
    diligence: 0.97,
    thoroughness: 0.9,
    talkativeness: 0.6,
    device: 'watch' as const,
  };
  return { random, person: { ...person, ...careful, timeZone, culture: CULTURES.en } };
};

/**
 * Makes the function that fills the diary of the demo account (`C9.demo`), if there is one and it is empty: its profile and its
 * records come together, so that several replicas fill it once and nobody sees half of it.
 */
export const createDemoDiary = (client: MongoClient, db: Db) => {
  const collections = recordCollections(db);
  return async (): Promise<void> => {
    const found = await accountsOf(db).findOne({ email_key: DEMO_EMAIL });
    if (!found) return;
    const account = presentAccount(readAccount(found));
    if (await collections.profiles.findOne({ account_id: account.id })) return;

    const { person, random } = demoPerson(account.time_zone);
    const profile = { ...newDefaultProfile(account), targets: person.targets };
    const lastDay = today(account.time_zone);
    const days = makeDiary(person, daysBetween(addDays(lastDay, 1 - DAYS), lastDay), random);
    const records = madeUpRecords(profile, person.clientName, entriesUntil(new Date(), days));
    await inTransaction(client, async ({ session }) => {
      const options = session ? { session } : {};
      await collections.profiles.insertOne(profile, options);
      await collections.meals.insertMany(records.meals, options);
      await collections.activity.insertMany(records.activity, options);
      await collections.sleep.insertMany(records.sleep, options);
      await collections.wellbeing.insertMany(records.wellbeing, options);
    }).catch(ignoreDuplicateKey);
  };
};
