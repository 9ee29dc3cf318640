import type { Db } from 'mongodb';
import { ofProfile, type ProfileKey } from 'shared/records/documents.ts';
import { keptSince, type StoredVersion, versionsOf } from 'shared/records/versions.ts';

/** The last change of a record. */
export type RecentChange = Pick<
  StoredVersion,
  'kind' | 'record_id' | 'version' | 'action' | 'by' | 'at' | 'day' | 'title'
>;

/** So many changes are looked at: of a record that was changed often only the last is listed. */
const CHANGES_READ = 300;

const LISTED = { kind: 1, record_id: 1, version: 1, action: 1, by: 1, at: 1, day: 1, title: 1 };

export type RecentChangesStore = ReturnType<typeof createRecentChangesStore>;

/** What was changed and deleted in a profile, as diary keeps it. */
export const createRecentChangesStore = (db: Db) => {
  const versions = versionsOf(db);

  return {
    /** The last change of each record that was changed lately, the newest first. */
    lastChanges: async (profile: ProfileKey): Promise<RecentChange[]> => {
      const changes = await versions
        .find({ ...ofProfile(profile), at: { $gt: keptSince() } })
        .sort({ at: -1, _id: -1 })
        .limit(CHANGES_READ)
        .project<RecentChange>({ _id: 0, ...LISTED })
        .toArray();
      return [...Map.groupBy(changes, ({ record_id }) => record_id).values()].flatMap((all) =>
        all.slice(0, 1),
      );
    },
  };
};
