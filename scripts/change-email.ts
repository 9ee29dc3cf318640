import { parseArgs } from 'node:util';
import type { Db } from 'mongodb';
import { email } from 'shared/contract/fields.ts';
import { isDuplicateKey } from 'shared/service/mongo.ts';
import { type Account, emailKey } from '../services/auth/src/accounts/account-store.ts';
import { onDatabase } from './operator/on-database.ts';

const USAGE = 'npm run change-email -- --account ACCOUNT_ID --to ADDRESS';

/**
 * Gives an account another e-mail address: for a person who lost the mailbox and has shown that the account is theirs
 * (docs/operating.md). Browsers are signed out, and what was mailed to the old address opens nothing any more.
 */
await onDatabase(async (db) => {
  const { values } = parseArgs({ options: { account: { type: 'string' }, to: { type: 'string' } } });
  const to = email.safeParse(values.to);
  if (!values.account || !to.success) throw new Error(`Usage: ${USAGE}`);
  await changeEmail(db, values.account, to.data);
  console.log('Changed. The person signs in with the new address.');
});

async function changeEmail(db: Db, id: string, to: string): Promise<void> {
  const accounts = db.collection<Account>('accounts');
  const change = { $set: { email: to, email_key: emailKey(to) } };
  const before = await accounts
    .findOneAndUpdate({ _id: id, erasing: { $exists: false } }, change)
    .catch((error: unknown) => {
      throw isDuplicateKey(error) ? new Error('Another account has this address.') : error;
    });
  if (!before) throw new Error('There is no such account.');
  const { email_key } = before;
  await db.collection('sign_in_links').deleteMany({ email_key });
  await db.collection('connection_requests').deleteMany({ email_key });
  await db.collection('sessions').deleteMany({ account_id: id });
}
