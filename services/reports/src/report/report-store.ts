import { type Db, Decimal128, type Document } from 'mongodb';
import { mapFields } from 'shared/contract/map-fields.ts';
import {
  OPTIONAL_NUTRIENTS,
  type OptionalNutrient,
  REQUIRED_NUTRIENTS,
  type RequiredNutrient,
} from 'shared/contract/measures.ts';
import type { MealType } from 'shared/contract/operations/meals.ts';
import type { Report } from 'shared/contract/operations/reports.ts';
import { readActivity } from 'shared/records/activity.ts';
import { recordCollections } from 'shared/records/documents.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { readSleep } from 'shared/records/sleep.ts';
import type { Sums } from 'shared/records/totals.ts';
import type { Range } from './period.ts';
import * as pipelines from './pipelines.ts';

/** Sums of fields, and how many records state each. */
type StatedSums<Field extends string> = Record<Field | `${Field}_known`, number>;

type MealsOfDay = { _id: string; meals: number; items: number } & Record<RequiredNutrient, number> &
  StatedSums<OptionalNutrient>;
type MealsOfType = { _id: MealType; count: number } & Record<RequiredNutrient, number>;
type Spelling = { _id: string; count: number; kcal: number } & StatedSums<'weight_g'>;
type Origin = { _id: { model: string | null; client_name: string }; records: number };

export type ReportStore = ReturnType<typeof createReportStore>;
/** All that a report of a period is made of, unrounded: meals added up by the database; of activity and sleep, the records. */
export type Findings = Awaited<ReturnType<ReportStore['read']>>;

/** What a report asks of the four collections of records. */
export const createReportStore = (db: Db) => {
  const { meals, activity, sleep } = recordCollections(db);
  const aggregate = <Row extends Document>(pipeline: Document[]): Promise<Row[]> =>
    meals.aggregate<Row>(pipeline).map(withNumbers).toArray();

  return {
    /** What is recorded in a profile from `from` to `to`; the maps go by day and by type of meal. */
    read: async (profile: StoredProfile, range: Range) => {
      const records = pipelines.recordsOf(profile, range);
      const [days, types, spellings, origins, activities, nights] = await Promise.all([
        aggregate<MealsOfDay>(pipelines.mealsPerDay(records)),
        aggregate<MealsOfType>(pipelines.mealsPerType(records)),
        aggregate<Spelling>(pipelines.foods(records)),
        aggregate<Origin>(pipelines.origins(records)),
        activity.find(records).map(readActivity).toArray(),
        sleep.find(records).map(readSleep).toArray(),
      ]);
      return {
        meals: new Map(days.map((day) => [day._id, { count: day.meals, sums: sumsOf(day) }])),
        mealTypes: new Map(types.map((type) => [type._id, type])),
        spellings: spellings.map(foodOf),
        activity: byDay(activities),
        sleep: byDay(nights),
        provenance: origins.map(({ _id: { model, client_name }, records }) => ({
          model,
          client_name,
          records,
        })),
      };
    },
  };
};

const byDay = <Stored extends { day: string }>(records: readonly Stored[]): Map<string, Stored> =>
  new Map(records.map((record) => [record.day, record]));

/** Decimals are for adding up; what was added up is a number again. */
const withNumbers = <Row extends Document>(row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Decimal128 ? Number(value.toString()) : value,
    ]),
  ) as Row;

/** A sum of nothing is not 0 but unknown. */
const statedSum = <Field extends string>(row: StatedSums<Field>, field: Field): number | null =>
  row[`${field}_known`] > 0 ? row[field] : null;

const sumsOf = (day: MealsOfDay): Sums => ({
  ...mapFields(REQUIRED_NUTRIENTS, (field) => day[field]),
  ...mapFields(OPTIONAL_NUTRIENTS, (field) => statedSum(day, field)),
  coverage: mapFields(OPTIONAL_NUTRIENTS, (field) => ({ known: day[`${field}_known`], of: day.items })),
});

const foodOf = (spelling: Spelling): Report['top_foods'][number] => ({
  name: spelling._id,
  count: spelling.count,
  kcal: spelling.kcal,
  weight_g: statedSum(spelling, 'weight_g'),
});
