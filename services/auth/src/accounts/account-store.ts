import type { Db, Filter } from 'mongodb';
import { emailKey } from 'shared/contract/email-address.ts';
import type { Language } from 'shared/contract/fields.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import { addSeconds, DAY_SECONDS } from 'shared/process/time.ts';
import {
  accountsOf,
  type ErasingService,
  erasingService,
  type FoundAccount,
  readAccount,
  type StoredAccount,
} from 'shared/records/account.ts';
import type { Indexes } from 'shared/store/make-indexes.ts';
import { isDuplicateKey, type Transaction } from 'shared/store/mongo.ts';
import { uuidv7 } from 'uuidv7';

type ErasingAccount = StoredAccount & Required<Pick<StoredAccount, 'erasing'>>;

/** An account as it comes into being, with no consent noted yet. */
export const newAccount = (
  person: Pick<StoredAccount, 'email' | 'language' | 'time_zone'>,
  now: Date,
): StoredAccount => ({
  _id: `acc_${uuidv7()}`,
  ...person,
  email_key: emailKey(person.email),
  created_at: now,
  consents: [],
});

export const ACCOUNT_INDEXES: Indexes = {
  accounts: [
    { key: { email_key: 1 }, unique: true },
    { key: { 'erasing.since': 1 }, sparse: true },
    { key: { 'moves.email_key': 1 }, sparse: true },
  ],
};

/** An account that is not being erased: only such a one gives access. */
const OPEN = { erasing: { $exists: false } };

/** An account of which every service has reported that it holds nothing any more. */
const ERASED = { 'erasing.done': { $all: erasingService.options } };

/** Since when a change of address counts, and the old address is told of it. */
const movesSince = (now: Date): Date => addSeconds(now, -LIMITS.addressChangeDays * DAY_SECONDS);

const recentMoves = ({ moves = [] }: StoredAccount, now: Date) =>
  moves.filter(({ at }) => at > movesSince(now));

/** Whether an account may get another address: it had few in the last 30 days (`C13.address`). */
export const mayMove = (account: StoredAccount, now: Date): boolean =>
  recentMoves(account, now).length < LIMITS.addressChanges;

/** More are queued as these are done. */
const ERASED_TOGETHER = 100;

export type AccountStore = ReturnType<typeof createAccountStore>;

/** The collection `accounts`. */
export const createAccountStore = (db: Db) => {
  const accounts = accountsOf(db);
  const find = async (
    which: Filter<FoundAccount>,
    transaction: Transaction = {},
  ): Promise<StoredAccount | null> => {
    const found = await accounts.findOne(which, transaction);
    return found && readAccount(found);
  };
  const listErasing = (which: Filter<FoundAccount>): Promise<ErasingAccount[]> =>
    accounts
      .find<ErasingAccount>({ 'erasing.since': { $exists: true }, ...which })
      .limit(ERASED_TOGETHER)
      .map(readAccount)
      .toArray();

  return {
    findById: (id: string): Promise<StoredAccount | null> => find({ _id: id }),

    /** The account, unless it is being erased: then it gives no access any more. */
    findOpen: (id: string, transaction?: Transaction): Promise<StoredAccount | null> =>
      find({ _id: id, ...OPEN }, transaction),

    findByEmail: (email: string, transaction?: Transaction): Promise<StoredAccount | null> =>
      find({ email_key: emailKey(email) }, transaction),

    create: async (account: StoredAccount, transaction: Transaction): Promise<void> => {
      await accounts.insertOne(account, transaction);
    },

    /** Notes the first consent to a version of the terms. */
    recordConsent: async (
      id: string,
      termsVersion: string,
      now: Date,
      transaction: Transaction,
    ): Promise<void> => {
      await accounts.updateOne(
        { _id: id, 'consents.terms_version': { $ne: termsVersion } },
        { $push: { consents: { terms_version: termsVersion, at: now } } },
        transaction,
      );
    },

    setLanguage: async (id: string, language: Language): Promise<void> => {
      await accounts.updateOne({ _id: id }, { $set: { language } });
    },

    /** Gives an account another address. False where somebody else has it, or the account is being deleted. */
    setEmail: async (id: string, email: string): Promise<boolean> => {
      const change = { $set: { email, email_key: emailKey(email) } };
      return accounts.updateOne({ _id: id, ...OPEN }, change).then(
        ({ matchedCount }) => matchedCount === 1,
        (error: unknown) => {
          if (!isDuplicateKey(error)) throw error;
          return false;
        },
      );
    },

    /** Gives an account the address that its person confirmed, and remembers the one before (`C13.address`). */
    move: async (
      account: StoredAccount,
      email: string,
      now: Date,
      transaction: Transaction,
    ): Promise<void> => {
      const moves = [...recentMoves(account, now), { email_key: account.email_key, at: now }];
      await accounts.updateOne(
        { _id: account._id, ...OPEN },
        { $set: { email, email_key: emailKey(email), moves } },
        transaction,
      );
    },

    /** Whether an account that is open left this address in the last 30 days. */
    hasMovedFrom: async (email: string, now: Date): Promise<boolean> => {
      const moves = { $elemMatch: { email_key: emailKey(email), at: { $gt: movesSince(now) } } };
      return (await accounts.findOne({ moves, ...OPEN }, { projection: { _id: 1 } })) !== null;
    },

    /**
     * From this write on the account gives no access, and its address is free. A second call changes nothing. `moves` stays: by it
     * what was mailed to its earlier addresses is found.
     */
    beginErasing: async (
      { _id, email_key }: StoredAccount,
      now: Date,
      transaction: Transaction,
    ): Promise<void> => {
      await accounts.updateOne(
        { _id, ...OPEN },
        {
          $set: { email: '', email_key: _id, consents: [], erasing: { since: now, email_key, done: [] } },
        },
        transaction,
      );
    },

    /** Which of these accounts are there and not being erased. */
    findOpenIds: async (ids: ReadonlySet<string>): Promise<Set<string>> => {
      const found = await accounts
        .find({ _id: { $in: [...ids] }, ...OPEN }, { projection: { _id: 1 } })
        .toArray();
      return new Set(found.map(({ _id }) => _id));
    },

    /** Some of the accounts that are being erased and of which this service still holds something. */
    listErasing: (service: ErasingService): Promise<ErasingAccount[]> =>
      listErasing({ 'erasing.done': { $ne: service } }),

    /** Some of the accounts of which no service holds anything any more. */
    listErased: (): Promise<ErasingAccount[]> => listErasing(ERASED),

    /** Since when the first of the accounts that are being erased is. */
    findOldestErasure: async (): Promise<Date | undefined> => {
      const oldest = await accounts.findOne<ErasingAccount>(
        { 'erasing.since': { $exists: true } },
        { sort: { 'erasing.since': 1 }, projection: { 'erasing.since': 1 } },
      );
      return oldest?.erasing.since;
    },

    /** Notes that a service holds nothing of the account any more. */
    noteErased: async (id: string, service: ErasingService): Promise<void> => {
      await accounts.updateOne(
        { _id: id, erasing: { $exists: true } },
        { $addToSet: { 'erasing.done': service } },
      );
    },

    /** Removes an account of which no service holds anything any more. Whether it was this call that did. */
    removeErased: async (id: string): Promise<boolean> => {
      const { deletedCount } = await accounts.deleteOne({ _id: id, ...ERASED });
      return deletedCount === 1;
    },
  };
};
