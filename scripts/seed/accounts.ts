import type { Db } from 'mongodb';
import { RECORD_COLLECTIONS } from 'shared/contract/kinds.ts';
import { inBatches } from 'shared/process/in-batches.ts';
import { addDays, daysBetween, today } from 'shared/records/calendar.ts';
import { entriesUntil, makeDiary } from '../../services/diary/src/made-up/diary.ts';
import { makePerson } from '../../services/diary/src/made-up/person.ts';
import { type AccountDocuments, accountDocuments } from './documents.ts';

const INSERTED_AT_ONCE = 1_000;

/** A made-up person with a diary of so many days to today, and what is told of them. */
export const makeAccount = ({ seed, days }: { seed: number; days: number }, number: number, now: Date) => {
  const { person, random } = makePerson(seed, number);
  const lastDay = today(person.timeZone);
  const diary = makeDiary(person, daysBetween(addDays(lastDay, 1 - days), lastDay), random);
  const { token, documents } = accountDocuments(person, entriesUntil(now, diary), now);
  return { documents, line: { email: person.email, token, profile_id: documents.profiles[0]?._id } };
};

/** Accounts go first: their addresses are unique, so nothing of theirs is written twice. */
export const storeAccounts = async (db: Db, accounts: AccountDocuments[]): Promise<void> => {
  const all = (name: keyof AccountDocuments) =>
    accounts.flatMap((documents): { _id: string }[] => documents[name]);
  const insert = async (name: keyof AccountDocuments) => {
    for await (const batch of inBatches(all(name), INSERTED_AT_ONCE))
      await db.collection<{ _id: string }>(name).insertMany(batch);
  };
  await insert('accounts');
  await Promise.all((['connections', 'profiles', ...RECORD_COLLECTIONS] as const).map(insert));
};
