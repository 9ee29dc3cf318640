import type { MongoClient } from 'mongodb';
import { inRetriedTransaction } from 'shared/store/retry-races.ts';
import type { SignInLink, SignInLinkStore } from '../access/sign-in-link-store.ts';
import { type AccountStore, mayMove } from '../accounts/account-store.ts';

/** What became of a link that moves an account: `over` was used before, `taken` is an address that has an account by now. */
export type Move = 'moved' | 'over' | 'taken' | 'tooOften';

export type MoveAccount = ReturnType<typeof createMoveAccount>;

/**
 * Makes the function that gives an account the address that its link was mailed to, in one transaction, once (`C13.address`, `H32`).
 * Of two accounts that move to one address the second finds it taken.
 */
export const createMoveAccount =
  (client: MongoClient, accounts: AccountStore, links: SignInLinkStore) =>
  ({ _id, email, moves = '' }: SignInLink, now: Date): Promise<Move> =>
    inRetriedTransaction(client, async (transaction) => {
      const account = await accounts.findOpen(moves, transaction);
      if (!account) return 'over';
      if (await accounts.findByEmail(email, transaction)) return 'taken';
      if (!mayMove(account, now)) return 'tooOften';
      if (!(await links.use(_id, now, transaction))) return 'over';
      await accounts.move(account, email, now, transaction);
      return 'moved';
    });
