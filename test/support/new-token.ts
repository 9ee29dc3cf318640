import { ALL_SCOPES } from 'shared/contract/scopes.ts';
import { type AccountDocuments, accountDocuments } from '../../scripts/seed/documents.ts';
import { newConnection } from '../../services/auth/src/access/connection.ts';
import { makePerson } from '../../services/diary/src/made-up/person.ts';
import { newEmail } from './client.ts';
import { onDatabase } from './database.ts';
import { type SetAddresses, site } from './set.ts';

const AT_A_TIME = 20;
const unused: string[] = [];

/** The token of a new person without records: cheaper than `newConnection`, for tests that need many. */
export const newToken = async (): Promise<string> => {
  if (unused.length === 0) unused.push(...(await makeTokens(AT_A_TIME)));
  return unused.pop() as string;
};

const makeTokens = async (count: number): Promise<string[]> => {
  const made = Array.from({ length: count }, () => makeAccount(newEmail()));
  await insert(made.map(({ documents }) => documents));
  return made.map(({ token }) => token);
};

/** A new person without records, and the tokens of the assistants with these names. */
export const newAccount = async (
  clientNames: readonly string[],
  set: SetAddresses = site,
): Promise<{ email: string; tokens: string[] }> => {
  const email = newEmail();
  const { documents } = makeAccount(email);
  const account_id = documents.accounts[0]?._id ?? '';
  const made = clientNames.map((client_name) =>
    newConnection({ account_id, client_name, scopes: [...ALL_SCOPES] }, new Date()),
  );
  await insert([{ ...documents, connections: made.map(({ connection }) => connection) }], set);
  return { email, tokens: made.map(({ token }) => token) };
};

const makeAccount = (email: string) => {
  const { person } = makePerson(1, 1);
  return accountDocuments({ ...person, email, timeZone: 'UTC', targets: null }, [], new Date());
};

/** Inserts people into the database of a set, as `npm run seed` does. */
const insert = (people: AccountDocuments[], set = site): Promise<void> =>
  onDatabase(async (db) => {
    for (const name of ['accounts', 'connections', 'profiles'] as const)
      await db
        .collection<{ _id: string }>(name)
        .insertMany(people.flatMap((documents): { _id: string }[] => documents[name]));
  }, set);
