import { RECORD_COLLECTIONS } from 'shared/contract/kinds.ts';
import { mapFields } from 'shared/contract/map-fields.ts';
import { NUTRIENTS, OPTIONAL_NUTRIENTS, REQUIRED_NUTRIENTS } from 'shared/contract/measures.ts';
import { ofProfile } from 'shared/records/documents.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import type { Range } from './period.ts';

/** What every query begins with: the profile's records of the period, found by the index that each collection has on them. */
export const recordsOf = (profile: StoredProfile, { from, to }: Range) => ({
  ...ofProfile(profile),
  day: { $gte: from, $lte: to },
});
type PeriodRecords = ReturnType<typeof recordsOf>;

/** A sum of decimals: exact, so that every engine gives the same (docs/decisions/reports.md). What is null adds nothing. */
const sumOf = (path: string) => ({ $sum: { $toDecimal: `$${path}` } });

/** What do the meals of each day amount to? */
export const mealsPerDay = (records: PeriodRecords) => [
  { $match: records },
  {
    $group: {
      _id: '$day',
      meals: { $sum: 1 },
      items: { $sum: { $size: '$items' } },
      ...mapFields(NUTRIENTS, (field) => sumOf(`sums.${field}`)),
      ...Object.fromEntries(
        OPTIONAL_NUTRIENTS.map((field) => [`${field}_known`, { $sum: `$sums.coverage.${field}.known` }]),
      ),
    },
  },
];

/** What do the meals of each type amount to? */
export const mealsPerType = (records: PeriodRecords) => [
  { $match: records },
  {
    $group: {
      _id: '$meal_type',
      count: { $sum: 1 },
      ...mapFields(REQUIRED_NUTRIENTS, (field) => sumOf(`sums.${field}`)),
    },
  },
];

/** More names than any diary has in a month, and no more than a process has the memory for (docs/decisions/reports.md). */
const MOST_SPELLINGS = 20_000;

/** Which foods were eaten, each as it was spelled, the one recorded last at the end? Of too many, the most frequent. */
export const foods = (records: PeriodRecords) => [
  { $match: records },
  { $unwind: { path: '$items', includeArrayIndex: 'place' } },
  {
    $group: {
      _id: '$items.name',
      count: { $sum: 1 },
      kcal: sumOf('items.kcal'),
      weight_g: sumOf('items.weight_g'),
      weight_g_known: { $sum: { $cond: [{ $isNumber: '$items.weight_g' }, 1, 0] } },
      last_recorded: { $max: { at: '$created_at', meal: '$_id', place: '$place' } },
    },
  },
  { $sort: { count: -1 } },
  { $limit: MOST_SPELLINGS },
  { $sort: { last_recorded: 1 } },
];

/** More models and applications than any diary has in a month. */
const MOST_ORIGINS = 1000;

/** Which models and applications do the records of all kinds come from? Of too many, the most frequent. Runs on the meals. */
export const origins = (records: PeriodRecords) => [
  { $match: records },
  { $project: ORIGIN },
  ...RECORD_COLLECTIONS.filter((coll) => coll !== 'meals').map((coll) => ({
    $unionWith: { coll, pipeline: [{ $match: records }, { $project: ORIGIN }] },
  })),
  {
    $group: {
      _id: { model: { $ifNull: [NAMED_MODEL, null] }, client_name: '$client_name' },
      records: { $sum: 1 },
    },
  },
  { $sort: { records: -1, '_id.model': 1, '_id.client_name': 1 } },
  { $limit: MOST_ORIGINS },
];

const ORIGIN = { model: 1, client_name: 1 };

/** A blank name names no model: a report would show a row without a name. */
const NAMED_MODEL = { $cond: [{ $eq: [{ $trim: { input: '$model' } }, ''] }, null, '$model'] };
