import type { Db, MongoClient } from 'mongodb';
import { KINDS, RECORD_KINDS, type RecordKind } from 'shared/contract/kinds.ts';
import { Problem } from 'shared/contract/problem.ts';
import { type RecordOf, recordCollections } from 'shared/records/documents.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import { keptSince, versionsOf } from 'shared/records/versions.ts';
import type { Transaction } from 'shared/store/mongo.ts';
import { inRetriedTransaction } from 'shared/store/retry-races.ts';
import { activityValues } from '../activity/activity.ts';
import { newMeal } from '../meals/meal.ts';
import type { MealStore } from '../meals/meal-store.ts';
import type { WellbeingStore } from '../notes/wellbeing-store.ts';
import type { ProfileStore } from '../profiles/profile-store.ts';
import { type DayStore, newDayRecord } from '../records/one-a-day-store.ts';
import type { RecordChanges } from '../records/record-changes.ts';
import { recordTitle } from '../records/record-title.ts';
import { sleepValues } from '../sleep/sleep.ts';
import { bringProfiles } from './bring-profiles.ts';
import type { ComingRow, ImportRows, Written } from './import-rows.ts';
import { type Counts, type ImportStore, MOST_REFUSED, type StoredImport } from './import-store.ts';
import { Superseded } from './read-import.ts';
import type { Reason } from './sources/found/source.ts';
import { importedId, storedRecord } from './sources/own/stored-record.ts';
import { OWN } from './sources.ts';

type RecordStores = {
  meals: MealStore;
  activity: DayStore<'activity'>;
  sleep: DayStore<'sleep'>;
  wellbeing: WellbeingStore;
  changes: RecordChanges;
};

type WriteParts = RecordStores & {
  client: MongoClient;
  db: Db;
  store: ImportStore;
  rows: ImportRows;
  profiles: Profiles;
  profileStore: ProfileStore;
};

/** What became of a row. */
type Outcome = Written | 'already' | 'skipped' | { why: Reason };

const because = (code: Reason['code'], fields?: string[]): Outcome => ({
  why: { code, ...(fields && { fields }) },
});

/** What is here of the records of a download: those that stand, and the versions that are kept. */
type Standing = {
  here: Map<string, { version: number; import_id?: string }>;
  kept: Map<string, { version: number; import_id?: string }[]>;
};

type OwnRow = Extract<ComingRow, { kind: 'own' }>;
type NewRow = Exclude<ComingRow, OwnRow>;

export type WriteImport = ReturnType<typeof createWriteImport>;

/**
 * Makes the function that writes the rows of an import, a batch in one transaction with the number of the row that comes next: so each is
 * written once, whatever breaks off in between (`C14.once`). Throws `Superseded`.
 */
export const createWriteImport = (parts: WriteParts) => {
  const { client, db, store, rows, profiles, profileStore, changes } = parts;
  const records = recordCollections(db);
  const versions = versionsOf(db);

  /** Stores a record as any other is; false where its day has no room. */
  const add = async <Kind extends RecordKind>(
    kind: Kind,
    record: RecordOf[Kind],
    transaction: Transaction,
  ): Promise<Reason | undefined> => {
    if (kind === 'activity' || kind === 'sleep') {
      const days = (kind === 'activity' ? parts.activity : parts.sleep) as DayStore<'activity'>;
      const ofDay = { _id: record.profile_id, account_id: record.account_id };
      if (await days.onDay(ofDay, record.day, transaction)) return { code: 'day_exists' };
      await days.add(record as never, transaction);
      return undefined;
    }
    try {
      if (kind === 'meal') await parts.meals.add(record as RecordOf['meal'], transaction);
      else await parts.wellbeing.add(record as RecordOf['wellbeing'], transaction);
      return undefined;
    } catch (error) {
      // Told before anything is written.
      if (error instanceof Problem && error.code === 'validation_failed') return { code: 'day_full' };
      throw error;
    }
  };

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

  const standingOf = async (
    account_id: string,
    own: readonly OwnRow[],
    transaction: Transaction,
  ): Promise<Standing> => {
    const originals = own.flatMap(({ record }) => [
      record.id,
      ...('copied_from' in record && record.copied_from ? [record.copied_from] : []),
    ]);
    const ids = [...new Set(originals.flatMap((id) => [id, importedId(account_id, id)]))];
    const here: Standing['here'] = new Map();
    const kept: Standing['kept'] = new Map();
    for (const kind of RECORD_KINDS) {
      const ofKind = ids.filter((id) => id.startsWith(`${KINDS[kind].idPrefix}_`));
      if (ofKind.length === 0) continue;
      const found = records[KINDS[kind].collection] as typeof records.meals;
      for await (const { _id, version = 1, import_id } of found.find(
        { account_id, _id: { $in: ofKind } },
        { ...transaction, projection: { version: 1, import_id: 1 } },
      ))
        here.set(_id, { version, ...(import_id && { import_id }) });
    }
    for await (const { record_id, version, import_id } of versions.find(
      { account_id, record_id: { $in: ids } },
      { ...transaction, projection: { record_id: 1, version: 1, import_id: 1 } },
    ))
      kept.set(record_id, [...(kept.get(record_id) ?? []), { version, ...(import_id && { import_id }) }]);
    return { here, kept };
  };

  const writeOwn = async (
    row: OwnRow,
    profile: StoredProfile,
    { _id: importId, account_id }: StoredImport,
    { here, kept }: Standing,
    transaction: Transaction,
  ): Promise<Outcome> => {
    const idOf = (id: string): string => (here.has(id) || kept.has(id) ? id : importedId(account_id, id));
    const { recordKind: kind, record, change } = row;
    const id = idOf(record.id);
    const stands = here.get(id);
    const known = kept.get(id) ?? [];
    if (!change) {
      if (stands) return 'already';
      // It was deleted here: its versions count on.
      const version = Math.max(record.version, ...known.map((one) => one.version + 1));
      const stored = storedRecord(row, profile, { importId, version, idOf });
      const why = await add(kind, stored as never, transaction);
      if (why) return { why };
      here.set(id, { version, import_id: importId });
      return { kind, id, version };
    }
    const isMine = (one: { import_id?: string }) => one.import_id === importId;
    const { version, action, by, day } = change;
    if ((stands && !isMine(stands)) || !known.every(isMine) || known.some((one) => one.version === version))
      return 'already';
    const at = new Date(change.at);
    if (at <= keptSince()) return because('no_longer_kept');
    if (stands && version > stands.version) return because('out_of_bounds', ['version']);
    const ended = storedRecord(row, profile, { importId, version: version - 1, idOf });
    const title = change.title ?? recordTitle(kind, ended as never);
    await changes.keep(
      { kind, version, action, by, at, day, title, ended, import_id: importId },
      transaction,
    );
    kept.set(id, [...known, { version, import_id: importId }]);
    return { kind: 'version', id, version };
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
        const own = batch.filter((row) => row.kind === 'own');
        const standing = await standingOf(one.account_id, own, transaction);
        const outcomes: Outcome[] = [];
        for (const row of batch) {
          const profile = profileOf(row);
          const isLeft = one.existing === 'skip' && profile && left.get(profile._id)?.has(row.day);
          if (!profile) outcomes.push(because('no_diary'));
          else if (isLeft) outcomes.push('skipped');
          else if (row.kind === 'own')
            outcomes.push(await writeOwn(row, profile, one, standing, transaction));
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
          refused: [...one.refused, ...refused].slice(0, MOST_REFUSED),
          refused_count: one.refused_count + refused.length,
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
