import { randomUUID } from 'node:crypto';
import type { ClientSession, Db, Document } from 'mongodb';
import { KINDS, kindOfId } from '../../contract/kinds.ts';
import { addSeconds, DAY_SECONDS } from '../../process/time.ts';
import type { Indexes } from '../../store/make-indexes.ts';
import { inTransaction, OF_ONE_MOMENT, type Transaction } from '../../store/mongo.ts';
import { isWriteConflict } from '../../store/retry-races.ts';
import { addDays, countDays, FIRST_DAY } from '../calendar.ts';
import { andProfile, ofProfile, type ProfileKey } from '../documents.ts';
import { type FoundProfile, readProfile, type StoredProfile } from '../profile.ts';
import { addUpDays, type DayRows, type DaySums, PARTS, type Part, readFor } from './day-sums.ts';
import { FORM, type PackedMonth, packMonth, unpackMonth } from './packed-month.ts';

type MonthKey = { _id: string; account_id: string; profile_id: string; month: string };

/**
 * What the records of a month (`YYYY-MM`) of a profile amount to, day by day up to `through`. A change of one of them leaves only
 * `changed`, another text each time.
 */
type MonthSums = MonthKey &
  Partial<PackedMonth> & {
    form?: string;
    through?: string;
    too_large?: boolean;
    changed?: string;
  };

const MONTH_SUMS = 'month_sums';

export const MONTH_SUMS_INDEXES: Indexes = {
  [MONTH_SUMS]: [{ key: { account_id: 1, profile_id: 1, month: 1 }, unique: true }],
};

/** Of a day that ended less long ago nothing is kept: it is what most late records and corrections are of. */
const DAYS_NOT_KEPT = 3;
/** So many days come to be kept together, because a month is packed as a whole. */
const DAYS_AT_A_TIME = 4;

/** The last day that is kept, in the calendar of UTC. */
export const lastKeptDay = (now: Date): string => {
  const ended = countDays(FIRST_DAY, now.toISOString().slice(0, 10)) - DAYS_NOT_KEPT;
  return addDays(FIRST_DAY, ended - (ended % DAYS_AT_A_TIME) - 1);
};

/** Nothing is kept of earlier years: nobody can fill the database by asking for times without a record. */
const YEARS_KEPT = 20;
const isTooEarly = (day: string, lastKept: string): boolean =>
  Number(day.slice(0, 4)) < Number(lastKept.slice(0, 4)) - YEARS_KEPT;

/** More records are left to the database to add up, so that no process needs much memory for them. */
const MOST_RECORDS = 1000;

const FORGOTTEN_AT_ONCE = 1000;

/** Whether a change on this day may be one of a kept day, by any clock that is less than a day ahead. */
export const mayBeKept = (day: string): boolean => day <= lastKeptDay(addSeconds(new Date(), DAY_SECONDS));

const monthOf = (day: string): string => day.slice(0, 7);

const lastDayOf = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

const earlierOf = (one: string, other: string): string => (one < other ? one : other);
const laterOf = (one: string, other: string): string => (one > other ? one : other);

/** Each month from that of one day to that of another. */
const monthsBetween = (from: string, to: string): string[] => {
  const months: string[] = [];
  for (let day = from; day <= to; day = addDays(lastDayOf(monthOf(day)), 1)) months.push(monthOf(day));
  return months;
};

const keyOf = (account_id: string, profile_id: string, month: string): MonthKey => ({
  _id: `${profile_id} ${month}`,
  account_id,
  profile_id,
  month,
});

/** The stages that add to a pipeline what is read of the records of these days for these parts. */
const recordsOf = (key: ProfileKey, from: string, to: string, parts: readonly Part[]): Document[] =>
  Object.entries(readFor(parts)).map(([coll, stages]) => ({
    $unionWith: {
      coll,
      pipeline: [{ $match: { ...ofProfile(key), day: { $gte: from, $lte: to } } }, ...stages],
    },
  }));

/** What was found of records, by their collections. */
const sortOut = (found: readonly Document[]): DayRows => {
  const rows = { meals: [], activity: [], sleep: [], wellbeing: [] } as Record<string, Document[]>;
  for (const row of found) {
    const kind = kindOfId(String(row._id));
    if (kind) rows[KINDS[kind].collection]?.push(row);
  }
  return rows as DayRows;
};

/** What is recorded from one day to another, and the profile itself, where it exists. */
type Summed = { days: DaySums[]; profile: StoredProfile | undefined };

/** What each transaction has marked: once is enough, and an import writes many records of a month in one. A session has one transaction. */
const marked = new WeakMap<ClientSession, Set<string>>();

/** Whether a transaction marks this for the first time. */
const isFirstMark = ({ session }: Transaction, what: string): boolean => {
  if (!session) return true;
  const before = marked.get(session) ?? new Set();
  if (before.has(what)) return false;
  marked.set(session, before.add(what));
  return true;
};

/** The sums of the months of profiles, made and kept by whoever is the first to need them (docs/decisions/kept-sums.md). */
export const createKeptSums = (db: Db) => {
  const months = db.collection<MonthSums>(MONTH_SUMS);

  /** All that a pipeline finds; undefined where that is too much. */
  const readAll = async (stages: Document[], transaction?: Transaction): Promise<Document[] | undefined> => {
    const limit = { $limit: MOST_RECORDS + 1 };
    const options = { ...OF_ONE_MOMENT, batchSize: MOST_RECORDS + 1, ...transaction };
    const found = await months.aggregate<Document>([...stages, limit], options).toArray();
    return found.length > MOST_RECORDS ? undefined : found;
  };

  /** Adds up a month up to a day, and keeps that, unless something of it changes meanwhile. */
  const make = async (key: ProfileKey, month: string, through: string): Promise<void> => {
    const own = keyOf(key.account_id, key._id, month);
    // One transaction: a change writes to the same document in its own, so that one of the two fails.
    await inTransaction(db.client, async (transaction) => {
      const stages = [{ $match: own }, ...recordsOf(key, `${month}-01`, through, PARTS)];
      const found = await readAll(stages, transaction);
      const texts = found && packMonth(addUpDays(sortOut(found), PARTS));
      const sums = { ...own, form: FORM, through, ...(texts ?? { too_large: true }) };
      await months.replaceOne(own, sums, { ...transaction, upsert: true });
    }).catch((error) => {
      if (!isWriteConflict(error)) throw error;
    });
  };

  return {
    /**
     * What is recorded from one day to another, as far as it belongs to these parts: of months that are kept from there, of later days
     * from their records, in one command, so that all of it is of one moment. Months that are not kept yet are made first. Undefined
     * where too much is recorded for that, or changes while it is made, or the days are too long ago.
     */
    read: async (
      key: ProfileKey,
      { from, to }: { from: string; to: string },
      parts: readonly Part[],
    ): Promise<Summed | undefined> => {
      const lastKept = lastKeptDay(new Date());
      if (isTooEarly(from, lastKept)) return undefined;
      const keptTo = earlierOf(to, lastKept);
      const notKeptFrom = laterOf(from, addDays(lastKept, 1));
      const wanted = monthsBetween(from, keptTo);
      const throughOf = (month: string): string => earlierOf(lastDayOf(month), lastKept);
      const fields = ['month', 'form', 'through', 'too_large', ...parts];
      const stages = [
        { $match: { ...ofProfile(key), month: { $in: wanted } } },
        { $project: Object.fromEntries(fields.map((name) => [name, 1])) },
        andProfile(key),
        ...(notKeptFrom <= to ? recordsOf(key, notKeptFrom, to, parts) : []),
      ];
      for (const isLastTry of [false, true]) {
        const found = await readAll(stages);
        if (!found) return undefined;
        const profile = found.find(({ _id }) => _id === key._id);
        if (!profile) return { days: [], profile: undefined };
        const kept = (found.filter(({ month }) => month) as MonthSums[]).filter(
          ({ month, form, through = '' }) => form === FORM && through >= throughOf(month),
        );
        if (kept.some(({ too_large }) => too_large)) return undefined;
        const known = new Map(kept.map((sums) => [sums.month, sums]));
        const missing = wanted.filter((month) => !known.has(month));
        if (missing.length === 0) {
          const ended = wanted.flatMap((month) => unpackMonth(known.get(month) ?? {}));
          const days = [
            ...ended.filter(({ day }) => day >= from && day <= keptTo),
            ...addUpDays(sortOut(found), parts),
          ];
          return { days, profile: readProfile(profile as FoundProfile) };
        }
        if (!isLastTry) for (const month of missing) await make(key, month, throughOf(month));
      }
      return undefined;
    },

    /** Says in its transaction that a record of this day changes: what is kept of its month goes. */
    markChanged: async (
      { account_id, profile_id, day }: { account_id: string; profile_id: string; day: string },
      transaction: Transaction,
    ): Promise<void> => {
      if (!mayBeKept(day)) return;
      const own = keyOf(account_id, profile_id, monthOf(day));
      if (!isFirstMark(transaction, own._id)) return;
      // Another text each time: a write that changes nothing would be in nobody's way.
      const changed = { ...own, changed: randomUUID() };
      await months.replaceOne(own, changed, { ...transaction, upsert: true });
    },

    /** Deletes all that is kept, a part at a time: whatever is still needed is made again. */
    forgetAll: async (): Promise<void> => {
      for (let last = ''; ; ) {
        const some = await months
          .find({ _id: { $gt: last } })
          .sort({ _id: 1 })
          .limit(FORGOTTEN_AT_ONCE)
          .project<{ _id: string }>({ _id: 1 })
          .toArray();
        if (some.length === 0) return;
        last = some.at(-1)?._id ?? '';
        await months.deleteMany({ _id: { $in: some.map(({ _id }) => _id) } });
      }
    },
  };
};
