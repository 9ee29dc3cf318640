import type { Document } from 'mongodb';
import type { RecordCollection, ShownKind } from 'shared/contract/kinds.ts';
import { mapFields } from 'shared/contract/map-fields.ts';
import { NUTRIENTS, OPTIONAL_NUTRIENTS, REQUIRED_NUTRIENTS } from 'shared/contract/measures.ts';
import { ofProfile, type ProfileKey } from 'shared/records/documents.ts';
import type { Range } from './range.ts';

/** What every query begins with: the profile's records of the period, found by the index that each collection has on them. */
export const recordsOf = (profile: ProfileKey, { from, to }: Range) => ({
  ...ofProfile(profile),
  day: { $gte: from, $lte: to },
});
type PeriodRecords = ReturnType<typeof recordsOf>;

/** Continues a pipeline with what another makes of the same records of a collection. */
export const andOf = (coll: string, $match: object, ...pipeline: Document[]): Document => ({
  $unionWith: { coll, pipeline: [{ $match }, ...pipeline] },
});

/** A sum of decimals: exact, so that every engine gives the same (docs/decisions/reports.md). What is null adds nothing. */
export const sumOf = (path: string) => ({ $sum: { $toDecimal: `$${path}` } });

/** What do the meals of each day amount to? */
const PER_DAY = {
  $group: {
    _id: '$day',
    meals: { $sum: 1 },
    items: { $sum: '$items' },
    ...mapFields(NUTRIENTS, (field) => sumOf(`sums.${field}`)),
    ...Object.fromEntries(
      OPTIONAL_NUTRIENTS.map((field) => [`${field}_known`, { $sum: `$sums.coverage.${field}.known` }]),
    ),
  },
};

/** What do the meals of each type amount to? */
const PER_TYPE = {
  $group: {
    _id: '$meal_type',
    count: { $sum: 1 },
    ...mapFields(REQUIRED_NUTRIENTS, (field) => sumOf(`sums.${field}`)),
  },
};

/** A blank name names no model: a report would show a row without a name. */
const NAMED_MODEL = { $cond: [{ $eq: [{ $trim: { input: '$model' } }, ''] }, null, '$model'] };

/** More models and applications than any diary has in a month. */
export const MOST_ORIGINS = 1000;

/** Which models and applications do the records come from? Of too many, the most frequent. */
const ORIGINS = [
  {
    $group: {
      _id: { model: { $ifNull: [NAMED_MODEL, null] }, client_name: '$client_name' },
      records: { $sum: 1 },
      corrected: { $sum: { $cond: [{ $eq: ['$updated_by.by', 'person'] }, 1, 0] } },
    },
  },
  { $sort: { records: -1 } },
  { $limit: MOST_ORIGINS },
];

/** More names than any diary has in a month, and no more than a process has the memory for (docs/decisions/reports.md). */
export const MOST_SPELLINGS = 20_000;

/** Which foods were eaten, each as it was spelled? Of too many, the most frequent. */
const SPELLINGS = [
  { $project: { created_at: 1, 'items.name': 1, 'items.kcal': 1, 'items.weight_g': 1 } },
  { $unwind: { path: '$items', includeArrayIndex: 'place' } },
  {
    $group: {
      _id: { food: '$items.name' },
      count: { $sum: 1 },
      kcal: sumOf('items.kcal'),
      weight_g: sumOf('items.weight_g'),
      weight_g_known: { $sum: { $cond: [{ $isNumber: '$items.weight_g' }, 1, 0] } },
      last_recorded: { $max: { at: '$created_at', meal: '$_id', place: '$place' } },
    },
  },
  { $sort: { count: -1 } },
  { $limit: MOST_SPELLINGS },
];

/** What the meals amount to. */
const MEALS = [
  {
    $project: {
      day: 1,
      meal_type: 1,
      model: 1,
      client_name: 1,
      'updated_by.by': 1,
      sums: 1,
      items: { $size: '$items' },
    },
  },
  { $facet: { days: [PER_DAY], types: [PER_TYPE], origins: ORIGINS } },
];

/** What a report makes of each collection. The foods are no facet of the meals: there can be more than one document holds. */
const PARTS: readonly { coll: RecordCollection; pipeline: Document[] }[] = [
  { coll: 'meals', pipeline: MEALS },
  { coll: 'meals', pipeline: SPELLINGS },
  { coll: 'activity', pipeline: [] },
  { coll: 'sleep', pipeline: [] },
  { coll: 'wellbeing', pipeline: ORIGINS },
];

/**
 * All that a report asks of the records of the kinds that it shows, in one command: what the meals amount to, then the foods, the days
 * of activity and the nights as they are, and the origins of the notes. Undefined where it shows none of them.
 */
export const reportOf = (
  records: PeriodRecords,
  shows: readonly ShownKind[],
): { coll: RecordCollection; pipeline: Document[] } | undefined => {
  const [first, ...others] = PARTS.filter(({ coll }) => shows.includes(coll));
  return (
    first && {
      coll: first.coll,
      pipeline: [
        { $match: records },
        ...first.pipeline,
        ...others.map(({ coll, pipeline }) => andOf(coll, records, ...pipeline)),
      ],
    }
  );
};
