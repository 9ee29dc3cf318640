import type { Db, MongoClient } from 'mongodb';
import type { StoredProfile } from 'shared/records/profile.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import type { Transaction } from 'shared/store/mongo.ts';
import { inRetriedTransaction } from 'shared/store/retry-races.ts';
import { activityValues } from '../activity/activity.ts';
import { newMeal } from '../meals/meal.ts';
import type { ProfileStore } from '../profiles/profile-store.ts';
import { newDayRecord } from '../records/one-a-day-store.ts';
import type { RecordChanges } from '../records/record-changes.ts';
import { sleepValues } from '../sleep/sleep.ts';
import { createAddRecord, type RecordStores } from './add-record.ts';
import { bringProfiles } from './bring-profiles.ts';
import type { ComingRow, ImportRows, Outcome, Written } from './import-rows.ts';
import type { ImportStore } from './import-store.ts';
import { Superseded } from './read-import.ts';
import { OWN } from './sources.ts';
import { type Counts, MOST_REFUSED, type StoredImport } from './stored-import.ts';
import { createWriteOwn } from './write-own.ts';

type WriteParts = RecordStores & {
  changes: RecordChanges;
  client: MongoClient;
  db: Db;
  store: ImportStore;
  rows: ImportRows;
  profiles: Profiles;
  profileStore: ProfileStore;
};

type NewRow = Exclude<ComingRow, { kind: 'own' }>;

export type WriteImport = ReturnType<typeof createWriteImport>;

/**
 * Makes the function that writes the rows of an import, a batch in one transaction with the number of the row that comes next: so each is
 * written once, whatever breaks off in between (`C14.once`). Throws `Superseded`.
 */
export const createWriteImport = (parts: WriteParts) => {
  const { client, db, store, rows, profiles, profileStore, changes } = parts;
  const add = createAddRecord(parts);
  const own = createWriteOwn(db, changes, add);

  const writeNew = async (
    row: NewRow,
    profile: StoredProfile,
    { _id: import_id, source }: StoredImport,
    transaction: Transaction,
  ): Promise<Outcome> => {
    const clientName = `Import: ${source}`;
    const { kind, day } = row;
    const record =
      kind === 'meal'
        ? newMeal(profile, row.input, clientName)
        : kind === 'activity'
          ? newDayRecord(kind, profile, day, activityValues(row.input, clientName))
          : newDayRecord(kind, profile, day, sleepValues(row.input, clientName));
    const why = await add(kind, { ...record, import_id } as never, transaction);
    return why ? { why } : { kind, id: record._id, version: record.version };
  };

  /** Makes the diaries of a download, before its first record is written. */
  const begin = async (one: StoredImport): Promise<void> => {
    const existing = await profiles.find(one.account_id);
    await inRetriedTransaction(client, async (transaction) => {
      const brought = one.profiles ?? [];
      const { profile_ids, changed } = await bringProfiles(
        one.account_id,
        brought,
        existing,
        profileStore,
        transaction,
      );
      const update = { $set: { profile_ids, brought: changed } };
      const isMine = await store.change(one, ['importing'], update, {
        and: { profile_ids: [] },
        ...transaction,
      });
      if (!isMine) throw new Superseded();
    });
  };

  return async (id: StoredImport): Promise<void> => {
    const reload = async (): Promise<StoredImport> => {
      const found = await store.find(id.account_id, id._id);
      if (found?.state !== 'importing') throw new Superseded();
      return found;
    };
    let one = await reload();
    if (one.source === OWN && one.profile_ids.length === 0 && (one.profiles ?? []).length > 0) {
      await begin(one);
      one = await reload();
    }
    const standing = new Set(
      Object.entries(one.standing ?? {}).flatMap(([kind, days]) => days.map((day) => `${kind} ${day}`)),
    );
    const ours = new Map(one.profile_ids.map(({ theirs, ours }) => [theirs, ours]));
    const left = new Map(Object.entries(one.existing_days ?? {}).map(([key, days]) => [key, new Set(days)]));
    for (;;) {
      const { rows: batch, next } = await rows.next(one, one.run, one.next);
      if (batch.length === 0) break;
      const all = await profiles.find(one.account_id);
      const profileOf = (row: ComingRow): StoredProfile | undefined => {
        const wanted = row.kind === 'own' ? ours.get(row.record.profile_id) : one.profile_id;
        return all.find(({ _id }) => _id === wanted);
      };
      one = await inRetriedTransaction(client, async (transaction) => {
        const ofDownload = batch.filter((row) => row.kind === 'own');
        const here = await own.standingOf(one.account_id, ofDownload, transaction);
        const outcomes: Outcome[] = [];
        for (const row of batch) {
          const profile = profileOf(row);
          const isLeft = one.existing === 'skip' && profile && left.get(profile._id)?.has(row.day);
          if (!profile) outcomes.push({ why: { code: 'no_diary' } });
          else if (standing.has(`${row.kind} ${row.day}`)) outcomes.push('told');
          else if (isLeft) outcomes.push('skipped');
          else if (row.kind === 'own') outcomes.push(await own.write(row, profile, one, here, transaction));
          else outcomes.push(await writeNew(row, profile, one, transaction));
        }
        const written = outcomes.filter((outcome): outcome is Written => isWritten(outcome));
        await rows.settle(one, one.run, { from: one.next, to: next, written }, transaction);
        const refused = batch.flatMap(({ file, line, text }, index) => {
          const outcome = outcomes[index];
          return typeof outcome === 'object' && 'why' in outcome
            ? [{ file, line, text, why: outcome.why }]
            : [];
        });
        const set = {
          next,
          tries: 0,
          written: added(one.written, written),
          already: one.already + outcomes.filter((outcome) => outcome === 'already').length,
          skipped: one.skipped + outcomes.filter((outcome) => outcome === 'skipped').length,
          refused_count: one.refused_count + refused.length,
          ...(refused.length > 0 && { refused: [...one.refused, ...refused].slice(0, MOST_REFUSED) }),
        };
        const isMine = await store.change(
          one,
          ['importing'],
          { $set: set },
          { and: { next: one.next, run: one.run }, ...transaction },
        );
        if (!isMine) throw new Superseded();
        return { ...one, ...set };
      });
    }
    await store.end(one, ['importing'], 'done');
  };
};

const isWritten = (outcome: Outcome): outcome is Written => typeof outcome === 'object' && 'id' in outcome;

const added = (counts: Counts, written: readonly Written[]): Counts => {
  const sums = { ...counts };
  for (const { kind } of written) sums[kind] += 1;
  return sums;
};
