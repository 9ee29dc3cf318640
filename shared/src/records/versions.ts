import type { Collection, Db } from 'mongodb';
import type { Author } from '../contract/fields.ts';
import type { ChangeAction, RecordKind } from '../contract/kinds.ts';
import { LIMITS } from '../contract/limits.ts';
import { addSeconds, DAY_SECONDS } from '../process/time.ts';
import type { Indexes } from '../store/make-indexes.ts';
import { type PresentedOf, presentRecord, readRecord } from './any-record.ts';
import type { FoundOf, RecordOf } from './documents.ts';
import { presentAuthor } from './stored.ts';

/**
 * A change of a record, with the record as it was before (`C10.kept`). `version` is the one that the change made, `day` and `title`
 * are of it; a deletion makes a version of its own, which holds what it ended. `bytes` is what `ended` takes of the room of its
 * account.
 */
export type StoredVersion = {
  account_id: string;
  profile_id: string;
  kind: RecordKind;
  record_id: string;
  version: number;
  action: ChangeAction;
  by: Author;
  at: Date;
  day: string;
  title: string;
  ended: RecordOf[RecordKind];
  bytes: number;
  /** The import that brought it along. */
  import_id?: string;
};

/** A change as it was stored by any release: its record can have any shape. */
export type FoundVersion = Omit<StoredVersion, 'ended'> & { ended: FoundOf[RecordKind] };

const VERSIONS = 'versions';

/** Diary's collection of changes. Every query on it states `account_id`. */
export const versionsOf = (db: Db): Collection<FoundVersion> => db.collection(VERSIONS);

/** Today's shape of the record that a change ended (`A.stored`). */
export const readEnded = ({ kind, ended }: Pick<FoundVersion, 'kind' | 'ended'>): RecordOf[RecordKind] =>
  readRecord(kind, ended as never);

/** A change as the download shows it; `ended` is the record as it was before. */
export type PresentedVersion = {
  at: string;
  kind: RecordKind;
  record_id: string;
  profile_id: string;
  day: string;
  action: ChangeAction;
  version: number;
  by: Author;
  title: string;
  ended: PresentedOf[RecordKind];
};

/** A change as the download shows it (`A.listed`). */
export const presentVersion = (found: FoundVersion): PresentedVersion => ({
  at: found.at.toISOString(),
  kind: found.kind,
  record_id: found.record_id,
  profile_id: found.profile_id,
  day: found.day,
  action: found.action,
  version: found.version,
  by: presentAuthor(found.by),
  title: found.title,
  ended: presentRecord(found.kind, readEnded(found)),
});

const KEPT_SECONDS = LIMITS.keptDays * DAY_SECONDS;

/** A change at this moment or before is not kept any more; the TTL index only cleans (`C10.kept_days`). */
export const keptSince = (): Date => addSeconds(new Date(), -KEPT_SECONDS);

export const VERSION_INDEXES: Indexes = {
  [VERSIONS]: [
    // No change ends a version that another has ended.
    { key: { account_id: 1, record_id: 1, version: 1 }, unique: true },
    { key: { account_id: 1, profile_id: 1, at: -1, _id: -1 } },
    // The room of an account is counted, and its oldest found, without reading what is kept.
    { key: { account_id: 1, at: 1, bytes: 1 } },
    { key: { at: 1 }, expireAfterSeconds: KEPT_SECONDS },
  ],
};
