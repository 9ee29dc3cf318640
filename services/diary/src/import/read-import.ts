import { setImmediate } from 'node:timers/promises';
import type { Db } from 'mongodb';
import { KINDS, RECORD_KINDS, type RecordKind } from 'shared/contract/kinds.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import { addDays, today } from 'shared/records/calendar.ts';
import { ofProfile, type ProfileKey, recordCollections } from 'shared/records/documents.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import { uuidv7 } from 'uuidv7';
import { matchProfiles } from './bring-profiles.ts';
import type { ImportFiles } from './import-files.ts';
import type { ComingRow, ImportRows } from './import-rows.ts';
import type { ImportStore } from './import-store.ts';
import { recognise } from './recognise.ts';
import { sampleOf } from './sample.ts';
import type { OwnProfile } from './sources/found/own-record.ts';
import { type Place, placeOf, type Reason, type Refused, UnreadableFile } from './sources/found/source.ts';
import { OWN } from './sources.ts';
import { type FoundInFile, MOST_REFUSED, NO_COUNTS, type StoredImport } from './stored-import.ts';

/** Another process goes on with the import, or nobody does any more. */
export class Superseded extends Error {}

const ROWS_AT_A_TIME = 100;
const BYTES_AT_A_TIME = 4 * 1024 * 1024;
const BEAT_MS = 5000;
/** After so long others have a turn, whatever a file holds. */
const TURN_MS = 20;
/** More than anybody records, and enough that the database is not filled by one file. */
const MOST_ROWS = 1_000_000;
const SAMPLE_ROWS = 10;
/** In the place of the diaries of a file beyond those that an account can have. */
const UNCOUNTED = '';
const LISTED_FILES = 50;
const LISTED_CHARACTERS = 120;
/** A plan of the days to come is history too. */
const DAYS_AHEAD = 366;

type ReadParts = { db: Db; store: ImportStore; files: ImportFiles; rows: ImportRows; profiles: Profiles };

export type ReadImport = ReturnType<typeof createReadImport>;

/**
 * Makes the function that reads a file: what comes of it is kept as rows, the rest is told by the preview. Whoever reads it again begins
 * anew (`C14.once`). Throws `UnreadableFile` and `Superseded`.
 */
export const createReadImport = ({ db, store, files, rows, profiles }: ReadParts) => {
  const records = recordCollections(db);

  /** The days within a range that a profile has records of, by kind. */
  const daysOf = async (
    profile: ProfileKey,
    from: string,
    to: string,
  ): Promise<Record<RecordKind, Set<string>>> => {
    const onDays = { ...ofProfile(profile), day: { $gte: from, $lte: to } };
    const ofKinds = RECORD_KINDS.map(async (kind) => {
      const days = await records[KINDS[kind].collection].distinct('day', onDays as never);
      return [kind, new Set(days as string[])] as const;
    });
    return Object.fromEntries(await Promise.all(ofKinds)) as Record<RecordKind, Set<string>>;
  };

  return async (one: StoredImport): Promise<void> => {
    const run = uuidv7();
    const isMine = async () => {
      if (!(await store.change(one, ['reading'], {}, { and: { run } }))) throw new Superseded();
    };
    if (!(await store.change(one, ['reading'], { $set: { run } }))) throw new Superseded();
    await rows.removeWaiting(one, run);

    const { source, parts, left } = await recognise({ name: one.file_name, ...files.open(one, one.size) });
    const found = { ...NO_COUNTS };
    const sample: FoundInFile['sample'] = [];
    const brought: OwnProfile[] = [];
    const refused: Omit<Refused, 'kind'>[] = [];
    let refused_count = 0;
    /** Where the days of activity and the nights that come stand in the file. */
    const places = new Map<string, Place>();
    const refuse = ({ file, line, text }: Place, why: Reason): void => {
      refused_count += 1;
      if (refused.length < MOST_REFUSED) refused.push({ file, line, text, why });
    };
    /** The days that records come to, by their diary in a download or the one that was chosen. */
    const days = new Map<string, Set<string>>();
    let n = 0;
    let waiting: ComingRow[] = [];
    let waitingBytes = 0;
    let beatAt = Date.now();
    let turnAt = beatAt;

    const put = async (): Promise<void> => {
      await isMine();
      if (waiting.length > 0) await rows.add(one, run, n, waiting);
      n += waiting.length;
      waiting = [];
      waitingBytes = 0;
      beatAt = Date.now();
    };

    const lastDay = addDays(today(one.time_zone), DAYS_AHEAD);
    for await (const row of source.read(parts, { timeZone: one.time_zone, lastDay })) {
      if (row.kind === 'refused') refuse(row, row.why);
      else if (row.kind === 'profile') {
        if (brought.length < LIMITS.profilesPerAccount) brought.push(row.profile);
        else refuse(row, { code: 'no_diary' });
      } else {
        found[countedAs(row)] += 1;
        if (row.kind === 'activity' || row.kind === 'sleep')
          places.set(`${row.kind} ${row.day}`, placeOf(row));
        const diary = row.kind === 'own' ? row.record.profile_id : one.profile_id;
        // A file can name any number of diaries; an account has few.
        const isCounted = days.has(diary) || days.size < LIMITS.profilesPerAccount;
        const key = isCounted ? diary : UNCOUNTED;
        days.set(key, (days.get(key) ?? new Set()).add(row.day));
        const shown = sample.length < SAMPLE_ROWS && sampleOf(row);
        if (shown) sample.push(shown);
        waiting.push(row);
        waitingBytes += JSON.stringify(row).length;
      }
      if (n + refused_count > MOST_ROWS) throw new UnreadableFile('too_many');
      if (waiting.length >= ROWS_AT_A_TIME || waitingBytes > BYTES_AT_A_TIME) await put();
      else if (Date.now() > beatAt + BEAT_MS) await put();
      if (Date.now() > turnAt + TURN_MS) {
        await setImmediate();
        turnAt = Date.now();
      }
    }
    await put();

    const ofAccount = await profiles.find(one.account_id);
    const targeted: [diary: string, profileId: string][] =
      source.name === OWN
        ? [...matchProfiles(brought, ofAccount)].map(([diary, { _id }]) => [diary, _id])
        : [[one.profile_id, one.profile_id]];
    const existing_days: Record<string, string[]> = {};
    const standing: FoundInFile['standing'] = { activity: [], sleep: [] };
    const sorted = [...days.values()].flatMap((ofDiary) => [...ofDiary]).sort();
    const [first_day = null] = sorted;
    const last_day = sorted.at(-1) ?? null;
    if (first_day && last_day)
      for (const [diary, _id] of targeted) {
        const there = await daysOf({ _id, account_id: one.account_id }, first_day, last_day);
        existing_days[_id] = [...(days.get(diary) ?? [])]
          .filter((day) => RECORD_KINDS.some((kind) => there[kind].has(day)))
          .sort();
        for (const kind of ['activity', 'sleep'] as const)
          for (const day of there[kind]) {
            const place = places.get(`${kind} ${day}`);
            if (!place) continue;
            standing[kind].push(day);
            found[kind] -= 1;
            refuse(place, { code: 'day_exists' });
          }
      }
    const isRead = await store.change(
      one,
      ['reading'],
      {
        $set: {
          ...{
            source: source.name,
            profiles: brought,
            found,
            sample,
            first_day,
            last_day,
          },
          left: left.slice(0, LISTED_FILES).map((name) => name.slice(0, LISTED_CHARACTERS)),
          left_count: left.length,
          ...{ existing_days, standing, rows: n, refused, refused_count, tries: 0, next: 0 },
          ...(n > 0 || brought.length > 0 ? { state: 'preview' } : {}),
        },
      },
      { and: { run } },
    );
    if (!isRead) throw new Superseded();
    if (n === 0 && brought.length === 0) throw new UnreadableFile('empty');
    await files.remove(one);
  };
};

const countedAs = (row: ComingRow) => {
  if (row.kind !== 'own') return row.kind;
  return row.change ? 'version' : row.recordKind;
};
