import type { Db, Document } from 'mongodb';
import { KINDS, RECORD_KINDS, type RecordCollection, type RecordKind } from 'shared/contract/kinds.ts';
import { MEASURES, type Measure } from 'shared/contract/measures.ts';
import { round } from 'shared/records/totals.ts';
import { OF_ONE_MOMENT } from 'shared/store/mongo.ts';
import { andOf, sumOf } from '../report/pipelines.ts';
import type { Range } from '../report/range.ts';
import { type ClientDiary, figuresOf } from './client.ts';

/** What a week of a diary has of one kind: its days, when the last of it came in, each figure's sum and how many records state it. */
export type KindOfWeek = { days: readonly string[]; came_in: Date } & Readonly<
  Partial<Record<Measure | `${Measure}_known`, number>>
>;

/** What a diary has of one kind in the last 7 days, and in the 7 before; absent where that is nothing. */
export type RecentRecords = { last?: KindOfWeek; before?: KindOfWeek };

/** The last day with a record, and when a record of it came in. */
export type LastRecord = { day: string; cameIn: Date };

/** Whose rows these are: the profile, and the days that were asked for. */
type Whose = { profile_id: string; from: string; to: string };
type WeekRow = { _id: Whose & { is_last: boolean } } & KindOfWeek;
type LastRow = Whose & { day: string; created_at: Date };

type Part = { coll: string; $match: object; pipeline: Document[] };

export type ClientRecordsStore = ReturnType<typeof createClientRecordsStore>;

/**
 * What the table of clients asks of the records: one command a kind, and one for the diaries without recent records, however many
 * diaries there are. Each asks for the days and kinds alone that a link shows (`C13.shows`).
 */
export const createClientRecordsStore = (db: Db) => {
  const readAll = async <Row extends Document>(parts: readonly Part[]): Promise<Row[]> => {
    const [first, ...others] = parts;
    if (!first) return [];
    const further = others.map(({ coll, $match, pipeline }) => andOf(coll, $match, ...pipeline));
    const pipeline = [{ $match: first.$match }, ...first.pipeline, ...further];
    return db.collection(first.coll).aggregate<Row>(pipeline, OF_ONE_MOMENT).toArray();
  };

  return {
    /** The recent records of these diaries, by kind. */
    recent: async (diaries: readonly ClientDiary[]) => {
      const found = new Map<string, RecentRecords>();
      const readKind = async (kind: RecordKind): Promise<void> => {
        const coll = KINDS[kind].collection;
        const parts = ofSameDays(diaries, coll, ({ recent }) => recent).map(({ days, diaries }) => ({
          coll,
          $match: { ...ofProfiles(diaries, 'profile_id'), day: { $gte: days.from, $lte: days.to } },
          pipeline: perWeek(coll, days),
        }));
        for (const row of await readAll<WeekRow>(parts)) {
          const key = keyOf(coll, row._id);
          const weeks = found.get(key) ?? {};
          weeks[row._id.is_last ? 'last' : 'before'] = row;
          found.set(key, weeks);
        }
      };
      await Promise.all(RECORD_KINDS.map(readKind));
      return ({ profile, recent }: ClientDiary, coll: RecordCollection): RecentRecords =>
        (recent && found.get(keyOf(coll, { profile_id: profile._id, ...recent }))) ?? {};
    },

    /** The last record of these diaries in all the days that may be asked for: a seek for each, however long it is. */
    last: async (diaries: readonly ClientDiary[]) => {
      const parts = RECORD_KINDS.flatMap((kind) =>
        ofSameDays(diaries, KINDS[kind].collection, ({ days }) => days).map(({ days, diaries }) => ({
          coll: 'profiles',
          $match: ofProfiles(diaries, '_id'),
          pipeline: lastOf(kind, days),
        })),
      );
      const rows = Map.groupBy(await readAll<LastRow>(parts), (row) => keyOf('any', row));
      return ({ profile, days }: ClientDiary): LastRecord | undefined =>
        ((days && rows.get(keyOf('any', { profile_id: profile._id, ...days }))) ?? [])
          .map(({ day, created_at }) => ({ day, cameIn: created_at }))
          .toSorted((one, other) => (one.day < other.day ? 1 : -1))[0];
    },
  };
};

const keyOf = (what: string, { profile_id, from, to }: Whose): string =>
  [what, profile_id, from, to].join(' ');

/** The diaries that show a kind, together those of which the same days are asked for. */
const ofSameDays = <Days extends Range>(
  diaries: readonly ClientDiary[],
  kind: RecordCollection,
  daysOf: (diary: ClientDiary) => Days | undefined,
): { days: Days; diaries: ClientDiary[] }[] => {
  const groups = new Map<string, { days: Days; diaries: ClientDiary[] }>();
  for (const diary of diaries) {
    const days = diary.kinds.includes(kind) && daysOf(diary);
    if (!days) continue;
    const key = Object.values(days).join(' ');
    const group = groups.get(key) ?? { days, diaries: [] };
    groups.set(key, group);
    group.diaries.push(diary);
  }
  return [...groups.values()];
};

/** These profiles, each with its account: no profile is of another account, so no other pair of them is met. */
const ofProfiles = (diaries: readonly ClientDiary[], id: 'profile_id' | '_id') => ({
  account_id: { $in: diaries.map(({ profile }) => profile.account_id) },
  [id]: { $in: diaries.map(({ profile }) => profile._id) },
});

/** Every meal states its figures: their averages are over the days with meals. */
const statedAlways = (coll: RecordCollection): boolean => coll === 'meals';

/** What is whole adds up exactly as it is. */
const isDecimal = (figure: Measure): boolean => !MEASURES[figure].whole;

/** The sum of a figure, and how many records state it. */
const addedUp = (coll: RecordCollection, figure: Measure): Document =>
  statedAlways(coll)
    ? { [figure]: sumOf(`sums.${figure}`) }
    : {
        [figure]: isDecimal(figure) ? sumOf(figure) : { $sum: `$${figure}` },
        [`${figure}_known`]: { $sum: { $cond: [{ $isNumber: `$${figure}` }, 1, 0] } },
      };

const perWeek = (coll: RecordCollection, { from, to, lastWeekFrom }: Range & { lastWeekFrom: string }) => {
  const figures = figuresOf(coll);
  const decimals = figures.filter(isDecimal);
  return [
    {
      $group: {
        _id: { profile_id: '$profile_id', from, to, is_last: { $gte: ['$day', lastWeekFrom] } },
        days: { $addToSet: '$day' },
        came_in: { $max: '$created_at' },
        ...Object.assign({}, ...figures.map((figure) => addedUp(coll, figure))),
      },
    },
    // Hundreds of decimals would take a driver as long as all else of the answer.
    ...(decimals.length > 0
      ? [{ $set: Object.fromEntries(decimals.map((figure) => [figure, { $toDouble: `$${figure}` }])) }]
      : []),
  ];
};

/** The average of a figure over the days that state it; null where none does. */
export const averageOf = (
  coll: RecordCollection,
  week: KindOfWeek | undefined,
  figure: Measure,
): number | null => {
  const days = (statedAlways(coll) ? week?.days.length : week?.[`${figure}_known`]) ?? 0;
  return days > 0 ? round((week?.[figure] ?? 0) / days) : null;
};

const lastOf = (kind: RecordKind, { from, to }: Range): Document[] => [
  { $project: { account_id: 1 } },
  {
    $lookup: {
      from: KINDS[kind].collection,
      let: { account: '$account_id', profile: '$_id' },
      pipeline: [
        {
          $match: {
            $expr: {
              $and: [{ $eq: ['$account_id', '$$account'] }, { $eq: ['$profile_id', '$$profile'] }],
            },
            day: { $gte: from, $lte: to },
          },
        },
        { $sort: KINDS[kind].perDay === 'one' ? { day: -1 } : { day: -1, instant: -1, _id: -1 } },
        { $limit: 1 },
        { $project: { _id: 0, day: 1, created_at: 1 } },
      ],
      as: 'last',
    },
  },
  { $unwind: '$last' },
  {
    $project: {
      _id: 0,
      profile_id: '$_id',
      from: { $literal: from },
      to: { $literal: to },
      day: '$last.day',
      created_at: '$last.created_at',
    },
  },
];
