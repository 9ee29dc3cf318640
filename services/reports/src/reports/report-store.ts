import { type Db, Decimal128, type Document } from 'mongodb';
import { type MealType, OPTIONAL_NUTRIENTS, REQUIRED_NUTRIENTS } from 'shared/contract/meals.ts';
import type { ACTIVITY_FIGURES, Report, SLEEP_FIGURES } from 'shared/contract/reports.ts';
import type { ProfileDocument, RecordCollections } from 'shared/records/documents.ts';
import type { Sums } from 'shared/records/totals.ts';
import type { Range } from './period.ts';
import * as pipelines from './pipelines.ts';

type Required = (typeof REQUIRED_NUTRIENTS)[number];
type Optional = (typeof OPTIONAL_NUTRIENTS)[number];

/** Sums of figures, and how many records state each. */
export type StatedSums<Figure extends string> = Record<Figure | `${Figure}_known`, number>;

type EatenOnDay = { _id: string; meals: number; items: number } & Record<Required, number> &
  StatedSums<Optional>;
type EatenOfType = { _id: MealType; count: number } & Record<Required, number>;
type Spelling = { _id: string; count: number; kcal: number } & StatedSums<'weight_g'>;
type Movement = { days: number } & StatedSums<(typeof ACTIVITY_FIGURES)[number]>;
type Nights = { nights: number; bedtimes: (string | null)[]; wake_times: (string | null)[] } & StatedSums<
  (typeof SLEEP_FIGURES)[number]
>;
type ValueOfDay = { _id: string; value: number | null };
type Origin = { _id: { model: string | null; client_name: string }; records: number };

export type ReportStore = ReturnType<typeof createReportStore>;
/** Everything that a report says of a period, before anything is rounded. */
export type Figures = Awaited<ReturnType<ReportStore['read']>>;

export const createReportStore = (db: Db) => {
  const ask = async <Row extends Document>(
    collection: keyof RecordCollections,
    pipeline: Document[],
  ): Promise<Row[]> => (await db.collection(collection).aggregate<Row>(pipeline).toArray()).map(withNumbers);

  return {
    read: async (profile: ProfileDocument, range: Range) => {
      const records = pipelines.recordsOf(profile, range);
      const [days, types, spellings, [movement], steps, [nights], asleep, origins] = await Promise.all([
        ask<EatenOnDay>('meals', pipelines.eatenPerDay(records)),
        ask<EatenOfType>('meals', pipelines.eatenPerMealType(records)),
        ask<Spelling>('meals', pipelines.foods(records)),
        ask<Movement>('activity', pipelines.movement(records)),
        ask<ValueOfDay>('activity', pipelines.valuePerDay(records, 'steps')),
        ask<Nights>('sleep', pipelines.nights(records)),
        ask<ValueOfDay>('sleep', pipelines.valuePerDay(records, 'asleep_minutes')),
        ask<Origin>('meals', pipelines.origins(records)),
      ]);
      return {
        eaten: new Map(days.map((day) => [day._id, { meals: day.meals, sums: sumsOf(day) }])),
        mealTypes: new Map(types.map((type) => [type._id, type])),
        spellings: spellings.map(foodOf),
        movement: movement ?? null,
        steps: new Map(steps.map(({ _id, value }) => [_id, value])),
        nights: nights ?? null,
        asleep: new Map(asleep.map(({ _id, value }) => [_id, value])),
        provenance: origins.map(({ _id, records }) => ({ ..._id, records })),
      };
    },
  };
};

/** Decimals are for adding up; what was added up is a number again. */
const withNumbers = <Row extends Document>(row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Decimal128 ? Number(value.toString()) : value,
    ]),
  ) as Row;

/** A sum of nothing is not 0 but unknown. */
const statedSum = <Figure extends string>(row: StatedSums<Figure>, figure: Figure): number | null =>
  row[`${figure}_known`] > 0 ? row[figure] : null;

const sumsOf = (day: EatenOnDay): Sums => {
  const required = REQUIRED_NUTRIENTS.map((field) => [field, day[field]]);
  const optional = OPTIONAL_NUTRIENTS.map((field) => [field, statedSum(day, field)]);
  const coverage = OPTIONAL_NUTRIENTS.map((field) => [
    field,
    { known: day[`${field}_known`], of: day.items },
  ]);
  return { ...Object.fromEntries([...required, ...optional]), coverage: Object.fromEntries(coverage) };
};

const foodOf = (spelling: Spelling): Report['top_foods'][number] => ({
  name: spelling._id,
  count: spelling.count,
  kcal: spelling.kcal,
  weight_g: statedSum(spelling, 'weight_g'),
});
