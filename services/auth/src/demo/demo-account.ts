import type { MongoClient } from 'mongodb';
import { DEFAULT_LANGUAGE } from 'shared/contract/languages.ts';
import { DEMO_EMAIL, type StoredAccount } from 'shared/records/account.ts';
import { ignoreDuplicateKey, inTransaction } from 'shared/store/mongo.ts';
import { type AccountStore, newAccount } from '../accounts/account-store.ts';

type DemoParts = {
  client: MongoClient;
  accounts: AccountStore;
  beginErasure: (account: StoredAccount) => Promise<void>;
};

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/**
 * The demo account (`C9.demo`): `renew` sees that there is one of today (UTC), and erases that of an earlier day with all that
 * anybody did in it; `end` erases it where there is to be none any more. Both may run anywhere at any time. Diary fills it.
 */
export const createDemoAccount = ({ client, accounts, beginErasure }: DemoParts) => ({
  renew: async (): Promise<void> => {
    const now = new Date();
    const found = await accounts.findByEmail(DEMO_EMAIL);
    if (found && dayOf(found.created_at) === dayOf(now)) return;
    if (found) await beginErasure(found);
    const account = newAccount({ email: DEMO_EMAIL, language: DEFAULT_LANGUAGE, time_zone: 'UTC' }, now);
    await inTransaction(client, (transaction) => accounts.create(account, transaction)).catch(
      ignoreDuplicateKey,
    );
  },

  end: async (): Promise<void> => {
    const found = await accounts.findByEmail(DEMO_EMAIL);
    if (found) await beginErasure(found);
  },
});
