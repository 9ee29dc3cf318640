import type { Db, UpdateFilter } from 'mongodb';
import { RECORD_KINDS, type RecordKind } from 'shared/contract/kinds.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import { addSeconds, DAY_SECONDS, HOUR_SECONDS } from 'shared/process/time.ts';
import type { Indexes } from 'shared/store/make-indexes.ts';
import { isDuplicateKey, type Transaction } from 'shared/store/mongo.ts';
import { uuidv7 } from 'uuidv7';
import type { BroughtProfile, ProfileId } from './bring-profiles.ts';
import type { ImportKey } from './import-files.ts';
import type { OwnProfile } from './sources/found/own-record.ts';
import type { Reason, Refused } from './sources/found/source.ts';

export type ImportState =
  | 'uploading'
  | 'reading'
  | 'preview'
  | 'importing'
  | 'done'
  | 'taking_back'
  | 'taken_back'
  | 'cancelled'
  | 'refused'
  | 'failed';

/** The states in which a job goes on with it. */
export const WORKING: readonly ImportState[] = ['reading', 'importing', 'taking_back'];

/** How many of each kind of record, and of kept versions. */
export type Counts = Record<RecordKind | 'version', number>;
export const NO_COUNTS = Object.fromEntries([...RECORD_KINDS, 'version'].map((kind) => [kind, 0])) as Counts;

/** A record as the preview shows it. */
export type SampleRow = {
  kind: RecordKind;
  day: string;
  time: string;
  title: string;
  figures: [string, number][];
};

/** What a reading found. */
export type FoundInFile = {
  source: string;
  /** The files of an archive that do not come. */
  left: string[];
  left_count: number;
  /** The diaries that a download brings. */
  profiles: OwnProfile[];
  first_day: string | null;
  last_day: string | null;
  found: Counts;
  sample: SampleRow[];
  /** The days that had records when the file was read, by profile. */
  existing_days: Record<string, string[]>;
  /** The days of activity and the nights that stay as they are; their rows are told already. */
  standing: Record<'activity' | 'sleep', string[]>;
  rows: number;
};

export type StoredImport = ImportKey &
  Partial<FoundInFile> & {
    profile_id: string;
    time_zone: string;
    /** `open` for the one that the account can have at a time, else its id (`C14.one`). */
    slot: string;
    state: ImportState;
    file_name: string;
    size: number;
    /** The reading that its rows are from. */
    run: string;
    /** How often a job began without getting on. */
    tries: number;
    created_at: Date;
    changed_at: Date;
    ended_at: Date | null;
    expires_at: Date;
    why: Reason | null;
    /** What becomes of days that have records. */
    existing: 'keep' | 'skip';
    /** The profiles here by the ids in a download. */
    profile_ids: ProfileId[];
    /** The profiles that it made, or whose targets it set. */
    brought?: BroughtProfile[];
    /** The row that is written next. */
    next: number;
    written: Counts;
    already: number;
    skipped: number;
    changed_since: number;
    refused: Omit<Refused, 'kind'>[];
    refused_count: number;
  };

/** A list of what does not come has so many rows. */
export const MOST_REFUSED = 1000;
const SILENT_UPLOAD_MS = 60_000;

export const IMPORT_INDEXES: Indexes = {
  imports: [
    { key: { account_id: 1, slot: 1 }, unique: true },
    { key: { account_id: 1, created_at: -1 } },
    { key: { state: 1 } },
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
  ],
};

type Change = UpdateFilter<StoredImport>;

export type ImportStore = ReturnType<typeof createImportStore>;

/** The collection `imports`: where each import is. */
export const createImportStore = (db: Db) => {
  const imports = db.collection<StoredImport>('imports');

  /** Changes an import that is in one of these states; false where it is in another by now. */
  const change = async (
    { _id, account_id }: ImportKey,
    from: readonly ImportState[],
    update: Change,
    { and = {}, ...transaction }: Transaction & { and?: Partial<StoredImport> } = {},
  ): Promise<boolean> => {
    const $set = { changed_at: new Date(), ...update.$set };
    const filter = { _id, account_id, state: { $in: [...from] }, ...and };
    return (await imports.updateOne(filter, { ...update, $set } as Change, transaction)).matchedCount === 1;
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
        await imports.insertOne(begun);
        return begun;
      } catch (error) {
        if (isDuplicateKey(error)) return undefined;
        throw error;
      }
    },

    /** Ends an import, so that the account can begin another. */
    end: (
      key: ImportKey,
      from: readonly ImportState[],
      state: ImportState,
      update: Partial<StoredImport> = {},
      transaction: Transaction = {},
    ): Promise<boolean> => change(key, from, { $set: { ...update, ...ended(state, key._id) } }, transaction),

    find: async (account_id: string, _id: string): Promise<StoredImport | undefined> =>
      (await imports.findOne({ _id, account_id, expires_at: { $gt: new Date() } })) ?? undefined,

    /** The imports of the last 30 days, the newest first, without what fills their pages. */
    list: (account_id: string): Promise<StoredImport[]> =>
      imports
        .find(
          { account_id, expires_at: { $gt: new Date() } },
          { projection: { refused: 0, sample: 0, existing_days: 0, left: 0 } },
        )
        .sort({ created_at: -1 })
        .limit(100)
        .toArray(),

    remove: async ({ _id, account_id }: ImportKey): Promise<void> => {
      await imports.deleteOne({ _id, account_id });
    },

    /** Those that a job has to go on with. */
    working: (): Promise<Pick<StoredImport, '_id' | 'account_id' | 'state'>[]> =>
      imports
        .find({ state: { $in: [...WORKING] } })
        .project<Pick<StoredImport, '_id' | 'account_id' | 'state'>>({ account_id: 1, state: 1 })
        .toArray(),

    /** Those whose upload fell silent, and those that nobody decided on for a day. */
    abandoned: (now = Date.now()): Promise<ImportKey[]> =>
      imports
        .find({
          $or: [
            { state: 'uploading', changed_at: { $lt: new Date(now - SILENT_UPLOAD_MS) } },
            {
              state: { $in: ['reading', 'preview'] },
              created_at: { $lt: new Date(now - LIMITS.importFileHours * HOUR_SECONDS * 1000) },
            },
          ],
        })
        .project<ImportKey>({ account_id: 1 })
        .toArray(),
  };
};
