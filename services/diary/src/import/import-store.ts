import type { Db, UpdateFilter } from 'mongodb';
import { LIMITS } from 'shared/contract/limits.ts';
import type { Keys } from 'shared/process/keys.ts';
import { addSeconds, DAY_SECONDS } from 'shared/process/time.ts';
import type { Indexes } from 'shared/store/make-indexes.ts';
import { isDuplicateKey, type Transaction } from 'shared/store/mongo.ts';
import { uuidv7 } from 'uuidv7';
import type { ImportKey } from './import-files.ts';
import {
  createSealing,
  type ImportState,
  NO_COUNTS,
  type SealedImport,
  type StoredImport,
  WORKING,
} from './stored-import.ts';

export const IMPORT_INDEXES: Indexes = {
  imports: [
    { key: { account_id: 1, slot: 1 }, unique: true },
    { key: { account_id: 1, created_at: -1 } },
    { key: { state: 1 } },
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
  ],
};

/** One that is not over: what it is decided by whether somebody has to go on with it, or nobody may any more. */
export type UnfinishedImport = Pick<
  StoredImport,
  '_id' | 'account_id' | 'state' | 'created_at' | 'changed_at'
>;

const UNFINISHED: readonly ImportState[] = ['uploading', 'preview', ...WORKING];

type Change = Omit<UpdateFilter<SealedImport>, '$set'> & { $set?: Partial<StoredImport> };

export type ImportStore = ReturnType<typeof createImportStore>;

/** The collection `imports`: where each import is. */
export const createImportStore = (db: Db, keys: Keys) => {
  const imports = db.collection<SealedImport>('imports');
  const { seal, open } = createSealing(keys);

  /** Changes an import that is in one of these states; false where it is in another by now. */
  const change = async (
    { _id, account_id }: ImportKey,
    from: readonly ImportState[],
    update: Change,
    { and = {}, ...transaction }: Transaction & { and?: Partial<StoredImport> } = {},
  ): Promise<boolean> => {
    const $set = { changed_at: new Date(), ...seal(update.$set ?? {}) };
    const filter = { _id, account_id, state: { $in: [...from] }, ...and };
    const { matchedCount } = await imports.updateOne(filter, { ...update, $set }, transaction);
    return matchedCount === 1;
  };

  const ended = (state: ImportState, _id: string) => {
    const ended_at = new Date();
    return { state, slot: _id, ended_at, expires_at: addSeconds(ended_at, LIMITS.importDays * DAY_SECONDS) };
  };

  return {
    change,

    /** Begins an import; undefined where the account has another open. */
    begin: async (
      about: Pick<StoredImport, 'account_id' | 'profile_id' | 'time_zone' | 'file_name'>,
    ): Promise<StoredImport | undefined> => {
      const created_at = new Date();
      const begun: StoredImport = {
        _id: `imp_${uuidv7()}`,
        ...about,
        slot: 'open',
        state: 'uploading',
        size: 0,
        run: '',
        tries: 0,
        created_at,
        changed_at: created_at,
        ended_at: null,
        expires_at: addSeconds(created_at, LIMITS.importDays * DAY_SECONDS),
        why: null,
        existing: 'keep',
        profile_ids: [],
        next: 0,
        written: NO_COUNTS,
        already: 0,
        skipped: 0,
        changed_since: 0,
        refused: [],
        refused_count: 0,
      };
      try {
        await imports.insertOne(seal(begun) as SealedImport);
        return begun;
      } catch (error) {
        if (isDuplicateKey(error)) return undefined;
        throw error;
      }
    },

    /** Ends an import, so that the account can begin another. What its preview showed goes (`H27`): the person may delete that. */
    end: (
      key: ImportKey,
      from: readonly ImportState[],
      state: ImportState,
      update: Partial<StoredImport> = {},
      transaction: Transaction = {},
    ): Promise<boolean> =>
      change(
        key,
        from,
        { $set: { ...update, ...ended(state, key._id) }, $unset: { sample: '' } },
        transaction,
      ),

    find: async (account_id: string, _id: string): Promise<StoredImport | undefined> => {
      const found = await imports.findOne({ _id, account_id, expires_at: { $gt: new Date() } });
      return found ? open(found) : undefined;
    },

    /** The imports of the last 30 days, the newest first, without what fills their pages. */
    list: (account_id: string): Promise<StoredImport[]> =>
      imports
        .find(
          { account_id, expires_at: { $gt: new Date() } },
          { projection: { refused: 0, sample: 0, existing_days: 0, left: 0 } },
        )
        .sort({ created_at: -1 })
        .limit(100)
        .map(open)
        .toArray(),

    remove: async ({ _id, account_id }: ImportKey): Promise<void> => {
      await imports.deleteOne({ _id, account_id });
    },

    unfinished: (): Promise<UnfinishedImport[]> =>
      imports
        .find({ state: { $in: [...UNFINISHED] } })
        .project<UnfinishedImport>({ account_id: 1, state: 1, created_at: 1, changed_at: 1 })
        .toArray(),
  };
};
