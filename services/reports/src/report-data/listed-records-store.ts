import type { Collection, Db, Document, Filter } from 'mongodb';
import { RECORD_COLLECTIONS, SHOWN_KINDS } from 'shared/contract/kinds.ts';
import { recordCollections } from 'shared/records/documents.ts';
import { readMeal } from 'shared/records/meal.ts';
import { readNote } from 'shared/records/note.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { andOf, recordsOf } from '../report/pipelines.ts';
import type { Range } from '../report/range.ts';

/** What a page shows of its meals and of its notes at most (docs/decisions/reports.md): whoever has a link may ask for it. */
const PAGE_BYTES = 2.25 * 1024 * 1024;

export type ListedRecordsStore = ReturnType<typeof createListedRecordsStore>;

/** The meals and notes of a period one by one, as a page lists them; activity and sleep are among the report's figures. */
export const createListedRecordsStore = (db: Db) => {
  const collections = recordCollections(db);

  return {
    read: async (profile: StoredProfile, range: Range, shows = SHOWN_KINDS) => {
      const records = recordsOf(profile, range);
      const [meals, notes] = await Promise.all([
        shows.includes('meals') ? readWhatFits(collections.meals, readMeal, records) : NOTHING,
        shows.includes('wellbeing') ? readWhatFits(collections.wellbeing, readNote, records) : NOTHING,
      ]);
      return { meals, notes };
    },

    /** The first of these days with a record of the kinds that are shown, or the last. */
    recordedDay: async (
      profile: StoredProfile,
      range: Range,
      which: 'first' | 'last',
      shows = SHOWN_KINDS,
    ): Promise<string | undefined> => {
      const records = recordsOf(profile, range);
      const nearest = [
        { $sort: { day: which === 'first' ? 1 : -1 } },
        { $limit: 1 },
        { $project: { _id: 0, day: 1 } },
      ];
      const [first, ...others] = RECORD_COLLECTIONS.filter((name) => shows.includes(name));
      if (!first) return undefined;
      const found = await db
        .collection(first)
        .aggregate<{ day: string }>([
          { $match: records },
          ...nearest,
          ...others.map((name) => andOf(name, records, ...nearest)),
        ])
        .toArray();
      const days = found.map(({ day }) => day).sort();
      return which === 'first' ? days[0] : days.at(-1);
    },
  };
};

/** `read` are the records in the order of their times, until they are larger than a page may be; `counts` are those of each day, all told. */
export type Listed<Stored> = { read: Stored[]; counts: ReadonlyMap<string, number> };

const NOTHING = { read: [], counts: new Map<string, number>() };

const readWhatFits = async <Found extends Document, Stored extends { day: string; size: number }>(
  collection: Collection<Found>,
  read: (found: Found) => Stored,
  filter: Filter<Found>,
): Promise<Listed<Stored>> => {
  const fitting: Stored[] = [];
  const counts = new Map<string, number>();
  let bytes = 0;
  const found = collection.find<Found>(filter).sort({ day: 1, instant: 1, _id: 1 });
  for await (const record of found.map(read)) {
    bytes += record.size;
    if (bytes > PAGE_BYTES) return { read: fitting, counts: await countByDay(collection, filter) };
    fitting.push(record);
    counts.set(record.day, (counts.get(record.day) ?? 0) + 1);
  }
  return { read: fitting, counts };
};

const countByDay = async <Found extends Document>(
  collection: Collection<Found>,
  filter: Filter<Found>,
): Promise<ReadonlyMap<string, number>> => {
  const found = await collection
    .aggregate<{ _id: string; count: number }>([
      { $match: filter },
      { $group: { _id: '$day', count: { $sum: 1 } } },
    ])
    .toArray();
  return new Map(found.map(({ _id, count }) => [_id, count]));
};
