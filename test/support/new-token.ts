import { accountDocuments } from '../../scripts/seed/documents.ts';
import { makePerson } from '../../services/diary/src/made-up/person.ts';
import { newEmail } from './client.ts';
import { onDatabase } from './database.ts';

const AT_A_TIME = 20;
const unused: string[] = [];

/** The token of a new person without records: cheaper than `newConnection`, for tests that need many. */
export const newToken = async (): Promise<string> => {
  if (unused.length === 0) unused.push(...(await makeTokens(AT_A_TIME)));
  return unused.pop() as string;
};

/** Inserts the people into the database of the shared set, as `npm run seed` does. */
const makeTokens = (count: number): Promise<string[]> =>
  onDatabase(async (db) => {
    const { person } = makePerson(1, 1);
    const made = Array.from({ length: count }, () =>
      accountDocuments({ ...person, email: newEmail(), timeZone: 'UTC', targets: null }, [], new Date()),
    );
    for (const name of ['accounts', 'connections', 'profiles'] as const)
      await db
        .collection<{ _id: string }>(name)
        .insertMany(made.flatMap(({ documents }): { _id: string }[] => documents[name]));
    return made.map(({ token }) => token);
  });
