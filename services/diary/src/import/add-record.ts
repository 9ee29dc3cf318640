import type { RecordKind } from 'shared/contract/kinds.ts';
import { Problem } from 'shared/contract/problem.ts';
import type { RecordOf } from 'shared/records/documents.ts';
import type { Transaction } from 'shared/store/mongo.ts';
import type { MealStore } from '../meals/meal-store.ts';
import type { WellbeingStore } from '../notes/wellbeing-store.ts';
import type { DayStore } from '../records/one-a-day-store.ts';
import type { Reason } from './sources/found/source.ts';

export type RecordStores = {
  meals: MealStore;
  activity: DayStore<'activity'>;
  sleep: DayStore<'sleep'>;
  wellbeing: WellbeingStore;
};

export type AddRecord = ReturnType<typeof createAddRecord>;

/** Makes the function that stores a record as any other is, and returns why it cannot be. */
export const createAddRecord =
  ({ meals, activity, sleep, wellbeing }: RecordStores) =>
  async <Kind extends RecordKind>(
    kind: Kind,
    record: RecordOf[Kind],
    transaction: Transaction,
  ): Promise<Reason | undefined> => {
    if (kind === 'activity' || kind === 'sleep') {
      const days = (kind === 'activity' ? activity : sleep) as DayStore<'activity'>;
      const ofDay = { _id: record.profile_id, account_id: record.account_id };
      const { record: standing } = await days.onDay(ofDay, record.day, transaction);
      if (standing) return { code: 'day_exists' };
      await days.add(record as never, transaction);
      return undefined;
    }
    try {
      if (kind === 'meal') await meals.add(record as RecordOf['meal'], transaction);
      else await wellbeing.add(record as RecordOf['wellbeing'], transaction);
      return undefined;
    } catch (error) {
      // Told before anything is written.
      if (error instanceof Problem && error.code === 'validation_failed') return { code: 'day_full' };
      throw error;
    }
  };
