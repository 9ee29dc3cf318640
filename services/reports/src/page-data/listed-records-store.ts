import { BSON, type Collection, type Db, type Document, type Filter } from 'mongodb';
import { type ProfileDocument, recordCollections } from 'shared/records/documents.ts';
import type { Range } from '../reports/period.ts';
import { recordsOf } from '../reports/pipelines.ts';

/** What a page shows of its meals and of its notes at most (docs/decisions/reports.md): whoever has a link may ask for it. */
const PAGE_BYTES = 2 * 1024 * 1024;

export type ListedRecordsStore = ReturnType<typeof createListedRecordsStore>;

/** The meals and notes of a period one by one, as a page lists them; activity and sleep are among the report's figures. */
export const createListedRecordsStore = (db: Db) => {
  const collections = recordCollections(db);

  return {
    read: async (profile: ProfileDocument, range: Range) => {
      const records = recordsOf(profile, range);
      const [meals, notes] = await Promise.all([
        readWhatFits(collections.meals, records),
        readWhatFits(collections.wellbeing, records),
      ]);
      return { meals, notes };
    },
  };
};

/** The records in the order of their times, until they are larger than a page may be; `leftOut` counts those that were not read. */
const readWhatFits = async <Stored extends Document>(
  collection: Collection<Stored>,
  filter: Filter<Stored>,
): Promise<{ read: Stored[]; leftOut: number }> => {
  const read: Stored[] = [];
  let bytes = 0;
  for await (const record of collection.find<Stored>(filter).sort({ day: 1, instant: 1, _id: 1 })) {
    bytes += BSON.calculateObjectSize(record);
    if (bytes > PAGE_BYTES) return { read, leftOut: (await collection.countDocuments(filter)) - read.length };
    read.push(record);
  }
  return { read, leftOut: 0 };
};
