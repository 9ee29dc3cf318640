import { type Db, Decimal128, type Document } from 'mongodb';
import { isIdOf, SHOWN_KINDS } from 'shared/contract/kinds.ts';
import { mapFields } from 'shared/contract/map-fields.ts';
import {
  OPTIONAL_NUTRIENTS,
  type OptionalNutrient,
  REQUIRED_NUTRIENTS,
  type RequiredNutrient,
} from 'shared/contract/measures.ts';
import type { MealType } from 'shared/contract/operations/meals.ts';
import { type FoundActivity, readActivity, type StoredActivity } from 'shared/records/activity.ts';
import type { ProfileKey } from 'shared/records/documents.ts';
import { type Origin, PARTS } from 'shared/records/kept-sums/day-sums.ts';
import { createKeptSums } from 'shared/records/kept-sums/kept-sums.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { type FoundSleep, readSleep, type StoredSleep } from 'shared/records/sleep.ts';
import type { Sums } from 'shared/records/totals.ts';
import { OF_ONE_MOMENT } from 'shared/store/mongo.ts';
import { type Findings, findingsOf } from './findings.ts';
import { addUpOrigins, measuredOrigin } from './origins.ts';
import { recordsOf, reportOf } from './pipelines.ts';
import type { Range } from './range.ts';
import type { Spelling } from './top-foods.ts';

/** Sums of fields, and how many records state each. */
type StatedSums<Field extends string> = Record<Field | `${Field}_known`, number>;

type MealsOfDay = { _id: string; meals: number; items: number } & Record<RequiredNutrient, number> &
  StatedSums<OptionalNutrient>;
type MealsOfType = { _id: MealType; count: number } & Record<RequiredNutrient, number>;
type FoundSpelling = {
  _id: { food: string };
  count: number;
  kcal: number;
  last_recorded: { at: Date; meal: string; place: number };
} & StatedSums<'weight_g'>;
type FoundOrigin = { _id: Pick<Origin, 'model' | 'client_name'>; records: number; corrected: number };

/** What `reportOf` gives, in its order. */
type Row =
  | { days: MealsOfDay[]; types: MealsOfType[]; origins: FoundOrigin[] }
  | FoundSpelling
  | FoundActivity
  | FoundSleep
  | FoundOrigin;

export type ReportStore = ReturnType<typeof createReportStore>;

/** What a report asks of the four collections of records. */
export const createReportStore = (db: Db) => {
  const kept = createKeptSums(db);

  const store = {
    /**
     * What is recorded in a profile, as far as possible from sums that are kept, and the profile where that was read, too. For those who
     * may see all: what is kept of a month is of every kind and of all its days.
     */
    read: async (
      key: ProfileKey,
      range: Range,
    ): Promise<Findings & { profile: StoredProfile | undefined }> => {
      const summed = await kept.read(key, range, PARTS);
      const findings = summed && findingsOf(summed.days);
      if (findings) return { ...findings, profile: summed.profile };
      return { ...(await store.fromRecords(key, range)), profile: undefined };
    },

    /** The same from the records alone, of the kinds that are shown; the maps go by day and by type of meal. */
    fromRecords: async (profile: ProfileKey, range: Range, shows = SHOWN_KINDS): Promise<Findings> => {
      const asked = reportOf(recordsOf(profile, range), shows);
      const found = asked && db.collection(asked.coll).aggregate<Row>(asked.pipeline, OF_ONE_MOMENT);
      const days: MealsOfDay[] = [];
      const types: MealsOfType[] = [];
      const spellings: Spelling[] = [];
      const activity = new Map<string, StoredActivity>();
      const sleep = new Map<string, StoredSleep>();
      const origins: Origin[] = [];
      for (const row of (await found?.toArray()) ?? []) {
        if ('days' in row) {
          days.push(...row.days.map(withNumbers));
          types.push(...row.types.map(withNumbers));
          origins.push(...row.origins.map(originOf));
        } else if ('last_recorded' in row) spellings.push(spellingOf(withNumbers(row)));
        else if ('records' in row) origins.push(originOf(row));
        else {
          origins.push(measuredOrigin(row));
          if (isIdOf('activity', row._id)) activity.set(row.day, readActivity(row as FoundActivity));
          else sleep.set(row.day, readSleep(row as FoundSleep));
        }
      }
      return {
        meals: new Map(days.map((day) => [day._id, { count: day.meals, sums: sumsOf(day) }])),
        mealTypes: new Map(types.map((type) => [type._id, type])),
        spellings,
        activity,
        sleep,
        origins: addUpOrigins(origins),
      };
    },
  };
  return store;
};

/** Decimals are for adding up; what was added up is a number again. */
const withNumbers = <Found extends Document>(found: Found): Found => {
  const row: Document = found;
  for (const name in row) if (row[name] instanceof Decimal128) row[name] = Number(row[name].toString());
  return found;
};

/** A sum of nothing is not 0 but unknown. */
const statedSum = <Field extends string>(row: StatedSums<Field>, field: Field): number | null =>
  row[`${field}_known`] > 0 ? row[field] : null;

const sumsOf = (day: MealsOfDay): Sums => ({
  ...mapFields(REQUIRED_NUTRIENTS, (field) => day[field]),
  ...mapFields(OPTIONAL_NUTRIENTS, (field) => statedSum(day, field)),
  coverage: mapFields(OPTIONAL_NUTRIENTS, (field) => ({ known: day[`${field}_known`], of: day.items })),
});

const spellingOf = (found: FoundSpelling): Spelling => ({
  name: found._id.food,
  count: found.count,
  kcal: found.kcal,
  weight_g: statedSum(found, 'weight_g'),
  lastRecorded: { ...found.last_recorded, at: found.last_recorded.at.getTime() },
});

const originOf = ({ _id: { model, client_name }, records, corrected }: FoundOrigin): Origin => ({
  model,
  client_name,
  records,
  corrected,
});
