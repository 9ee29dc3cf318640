import { Binary } from 'mongodb';
import { RECORD_KINDS, type RecordKind } from 'shared/contract/kinds.ts';
import type { Keys } from 'shared/process/keys.ts';
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

/** What an import tells of its file's content, which is sealed as the file was, and what stands for it where its key is gone. */
const CONTENT = { file_name: '', left: [], sample: [], refused: [] } satisfies Partial<StoredImport>;
type Content = keyof typeof CONTENT;
const CONTENT_FIELDS = Object.keys(CONTENT) as Content[];

/** An import as the database has it; there can be some whose content was not sealed. */
export type SealedImport = Omit<StoredImport, Content> & {
  [Field in Content]?: Binary | StoredImport[Field];
};

/** Makes the functions that seal what is stored of an import, and open what was found. */
export const createSealing = (keys: Keys) => {
  const open = (value: Binary): unknown => {
    try {
      return JSON.parse(keys.openBytes('import', value.buffer).toString());
    } catch {
      // Its key is no longer in SECRET_KEY: the figures are of use all the same.
      return undefined;
    }
  };
  return {
    seal: (fields: Partial<StoredImport>): Partial<SealedImport> => {
      const sealed: Record<string, unknown> = { ...fields };
      for (const field of CONTENT_FIELDS)
        if (fields[field] !== undefined)
          sealed[field] = new Binary(keys.sealBytes('import', Buffer.from(JSON.stringify(fields[field]))));
      return sealed;
    },
    open: (found: SealedImport): StoredImport => {
      const opened = CONTENT_FIELDS.map((field) => {
        const value = found[field];
        return [field, (value instanceof Binary ? open(value) : value) ?? CONTENT[field]];
      });
      return { ...found, ...Object.fromEntries(opened) };
    },
  };
};
