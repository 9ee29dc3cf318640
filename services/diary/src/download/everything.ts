import type { Collection, Db, Filter, Sort } from 'mongodb';
import { fetchExportPart } from 'shared/calls/fetch-export-part.ts';
import type { CallersAccount } from 'shared/calls/principal.ts';
import type { Replicas } from 'shared/calls/replicas.ts';
import type { Activity } from 'shared/contract/operations/activity.ts';
import type { Targets } from 'shared/contract/operations/days.ts';
import type { Meal } from 'shared/contract/operations/meals.ts';
import type { Profile } from 'shared/contract/operations/profiles.ts';
import type { Sleep } from 'shared/contract/operations/sleep.ts';
import type { WellbeingNote } from 'shared/contract/operations/wellbeing.ts';
import { unavailable } from 'shared/contract/problem.ts';
import {
  exportedAccount,
  exportedConnection,
  exportedKeptLink,
  exportedShareLink,
} from 'shared/http/export-parts.ts';
import type { Keys } from 'shared/process/keys.ts';
import { exportedCall } from 'shared/queues/call-log.ts';
import { presentActivity, readActivity } from 'shared/records/activity.ts';
import { ofProfile, recordCollections } from 'shared/records/documents.ts';
import { presentMeal, readMeal } from 'shared/records/meal.ts';
import { presentNote, readNote } from 'shared/records/note.ts';
import { presentProfile, presentTargets, type StoredProfile } from 'shared/records/profile.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import { presentSleep, readSleep } from 'shared/records/sleep.ts';
import { keptSince, type PresentedVersion, presentVersion, versionsOf } from 'shared/records/versions.ts';
import type { z } from 'zod';
import { readInTurns } from './read-in-turns.ts';

/** The import that brought a record, null where none did; the download alone tells it. */
type Brought = { import_id: string | null };

/** All that is kept of an account. Lists that stay short are here; what grows with the years is read piece by piece. */
export type Everything = {
  generated_at: string;
  account: z.output<typeof exportedAccount>;
  assistants: z.output<typeof exportedConnection>[];
  share_links: z.output<typeof exportedShareLink>[];
  kept_links: z.output<typeof exportedKeptLink>[];
  profiles: (Profile & { targets: Targets | null })[];
  meals: () => AsyncIterable<Meal & Brought>;
  activity: () => AsyncIterable<Activity & Brought>;
  sleep: () => AsyncIterable<Sleep & Brought>;
  wellbeing: () => AsyncIterable<WellbeingNote & Brought>;
  versions: () => AsyncIterable<PresentedVersion>;
  call_log: () => AsyncIterable<z.output<typeof exportedCall>>;
};

type EverythingParts = { db: Db; keys: Keys; profiles: Profiles; auth: Replicas; reports: Replicas };

/** How many records are in memory at a time; the largest is half a megabyte. */
export const BATCH = 50;

export type OpenEverything = ReturnType<typeof createOpenEverything>;

/**
 * Makes the function that opens everything that is kept of an account: what diary owns from the database, the rest from its
 * owners. Throws `unavailable` where auth or reports cannot be asked; what is read piece by piece is asked for only then, and can
 * still fail.
 */
export const createOpenEverything = ({ db, keys, profiles, auth, reports }: EverythingParts) => {
  const records = recordCollections(db);

  return async (account: CallersAccount): Promise<Everything> => {
    const part = <S extends z.ZodType>(service: Replicas, name: string, schema: S) =>
      fetchExportPart(keys, { service, caller: 'diary', part: name, accountId: account.id }, schema);
    const [[kept], assistants, share_links, kept_links, all] = await Promise.all([
      Array.fromAsync(part(auth, 'account', exportedAccount)),
      Array.fromAsync(part(auth, 'connections', exportedConnection)),
      Array.fromAsync(part(reports, 'share_links', exportedShareLink)),
      Array.fromAsync(part(reports, 'kept_links', exportedKeptLink)),
      profiles.all(account),
    ]);
    if (!kept) throw unavailable();
    return {
      generated_at: new Date().toISOString(),
      account: kept,
      assistants,
      share_links,
      kept_links,
      profiles: all.map((profile) => ({ ...presentProfile(profile), targets: presentTargets(profile) })),
      meals: () =>
        eachOf(all, records.meals, BY_TIME, (found) => withImport(presentMeal(readMeal(found)), found)),
      activity: () =>
        eachOf(all, records.activity, BY_DAY, (found) =>
          withImport(presentActivity(readActivity(found)), found),
        ),
      sleep: () =>
        eachOf(all, records.sleep, BY_DAY, (found) => withImport(presentSleep(readSleep(found)), found)),
      wellbeing: () =>
        eachOf(all, records.wellbeing, BY_TIME, (found) => withImport(presentNote(readNote(found)), found)),
      versions: () => changesOf(db, account.id),
      call_log: () => part(auth, 'call_log', exportedCall),
    };
  };
};

const withImport = <Presented>(presented: Presented, found: { import_id?: string }): Presented & Brought => ({
  ...presented,
  import_id: found.import_id ?? null,
});

/** What changes ended, as long as it is kept, the oldest first. */
async function* changesOf(db: Db, account_id: string): AsyncGenerator<PresentedVersion> {
  const kept = versionsOf(db).find({ account_id, at: { $gt: keptSince() } });
  for await (const found of readInTurns(kept.sort({ at: 1 }).batchSize(BATCH))) yield presentVersion(found);
}

const BY_DAY = { day: 1 } as const;
const BY_TIME = { day: 1, instant: 1, _id: 1 } as const;

/** The records of each profile in the order of an index, so that the database sorts nothing, and in small batches. */
async function* eachOf<Found extends ReturnType<typeof ofProfile>, Presented>(
  profiles: readonly StoredProfile[],
  collection: Collection<Found>,
  order: Sort,
  present: (found: Found) => Presented,
): AsyncGenerator<Presented> {
  for (const profile of profiles) {
    const found = collection.find<Found>(ofProfile(profile) as Filter<Found>).sort(order);
    for await (const record of readInTurns(found.batchSize(BATCH))) yield present(record);
  }
}
