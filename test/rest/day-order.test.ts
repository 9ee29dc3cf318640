import { expect } from '@jest/globals';
import { MongoClient } from 'mongodb';
import type { LogMealInput } from 'shared/contract/operations/meals.ts';
import { newDefaultProfile } from 'shared/records/profiles.ts';
import { uuidv7 } from 'uuidv7';
import { databaseOfRunningSet } from '../../scripts/operator/running-set.ts';
import { createRecordStore } from '../../services/diary/src/records/record-store.ts';
import { storeDiary } from '../reports/diary.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { meal } from './samples.ts';

const DAY = '2026-10-04';
const CLOCKS = ['21:00', '08:00', '13:00', '08:00', '06:30'];

// With its index the database happens to return a day's records in order; here it has none.
proves(['C3.order'], 'the records of a day are sorted, however the database returns them', async () => {
  const client = await MongoClient.connect(await databaseOfRunningSet(site.dataDir));
  const db = client.db(`diary_without_indexes_${uuidv7()}`);
  try {
    const profile = newDefaultProfile({ id: `acc_${uuidv7()}`, language: 'en', time_zone: 'UTC' });
    const records = CLOCKS.map((clock, index) => ({
      day: DAY,
      client: 'Kitchen assistant',
      at: `${DAY}T${clock}:00Z`,
      text: `${clock}, told as number ${index}`,
    }));
    await storeDiary(db, profile, {
      meals: records.map(({ at, text, ...rest }) => ({
        ...rest,
        input: { ...(meal as LogMealInput), eaten_at: at, description: text },
      })),
      notes: records.map(({ at, text, ...rest }) => ({ ...rest, input: { recorded_at: at, text } })),
    });
    const { meals, notes } = await createRecordStore(db).ofDay(profile, DAY);
    const expected = records.map(({ text }) => text).sort();
    expect(meals.map(({ description }) => description)).toEqual(expected);
    expect(notes.map(({ text }) => text)).toEqual(expected);
  } finally {
    await db.dropDatabase();
    await client.close();
  }
});
