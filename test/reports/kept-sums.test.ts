import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { LogMealInput, MealItemInput } from 'shared/contract/operations/meals.ts';
import { addDays, daysBetween, today } from 'shared/records/calendar.ts';
import { recordCollections } from 'shared/records/documents.ts';
import { createKeptSums, lastKeptDay, mayBeKept } from 'shared/records/kept-sums/kept-sums.ts';
import { type PackedMonth, packMonth, unpackMonth } from 'shared/records/kept-sums/packed-month.ts';
import type { StoredMeal } from 'shared/records/meal.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { roundTotals } from 'shared/records/totals.ts';
import { inTransaction, type Transaction } from 'shared/store/mongo.ts';
import { inRetriedTransaction, retryRaces } from 'shared/store/retry-races.ts';
import { createDaysStore } from '../../services/diary/src/days/days-store.ts';
import { createFoodStore } from '../../services/diary/src/foods/food-store.ts';
import type { ComingRow } from '../../services/diary/src/import/import-rows.ts';
import { newMeal } from '../../services/diary/src/meals/meal.ts';
import { createMealStore } from '../../services/diary/src/meals/meal-store.ts';
import { newNote } from '../../services/diary/src/notes/wellbeing-note.ts';
import { createWellbeingStore } from '../../services/diary/src/notes/wellbeing-store.ts';
import { createProfileRemovalStore } from '../../services/diary/src/profiles/profile-removal-store.ts';
import { createDayStore, newDayRecord } from '../../services/diary/src/records/one-a-day-store.ts';
import { BY_PERSON, createRecordChanges } from '../../services/diary/src/records/record-changes.ts';
import { sleepValues } from '../../services/diary/src/sleep/sleep.ts';
import { presentReport } from '../../services/reports/src/report/report.ts';
import { createReportStore } from '../../services/reports/src/report/report-store.ts';
import { environment } from '../support/config.ts';
import { onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';
import { db } from './database.ts';
import { newProfile, storeDiary } from './diary.ts';
import { diaryOf } from './made-up-diary.ts';
import { makeImports } from './make-imports.ts';

const reports = createReportStore(db);
const days = createDaysStore(db);
const foods = createFoodStore(db);
const meals = createMealStore(db);
const notes = createWellbeingStore(db);
const nights = createDayStore(db, 'sleep');
const changes = createRecordChanges(db);
const imports = makeImports(db);
const monthSums = db.collection('month_sums');
const collections = recordCollections(db);

const now = new Date();
const lastKept = lastKeptDay(now);
const to = today('UTC', now);
const from = addDays(to, -80);

const by = { action: 'updated', by: BY_PERSON } as const;
const change = <T>(work: Parameters<typeof inRetriedTransaction<T>>[1]) =>
  inRetriedTransaction(db.client, work);
const lunchOn = (day: string, item: Partial<MealItemInput> = {}): LogMealInput => ({
  meal_type: 'lunch',
  eaten_at: `${day}T12:00:00Z`,
  items: [{ name: 'Soup', kcal: 0.1, protein_g: 0.245, carbs_g: 3, fat_g: 1 / 3, ...item }],
});
const mealOn = (profile: StoredProfile, day: string, item?: Partial<MealItemInput>): StoredMeal =>
  newMeal(profile, lunchOn(day, item), 'Kitchen assistant');
/** A profile without records. */
const newDiary = async (fields: Partial<StoredProfile> = {}): Promise<StoredProfile> => {
  const profile = newProfile(fields);
  await storeDiary(db, profile);
  return profile;
};
/** What an import brings for a day. */
const broughtOn = (day: string, item?: Partial<MealItemInput>): ComingRow[] => {
  const place = { file: 'diary.csv', line: 2, text: day };
  return [
    { kind: 'meal', day, input: lunchOn(day, item), ...place },
    { kind: 'sleep', day, input: { asleep_minutes: 400 }, ...place },
    { kind: 'activity', day, input: { steps: 7000 }, ...place },
  ];
};

const shownDays = (found: Awaited<ReturnType<typeof days.between>>) =>
  daysBetween(from, to).map((day) => {
    const eaten = found.meals.get(day);
    return [
      day,
      eaten && { count: eaten.count, totals: roundTotals(eaten.sums) },
      found.activity.get(day),
      found.sleep.get(day),
    ];
  });

/** Each answer twice, and what the records alone say: whatever is kept, they are the same. */
const expectSame = async (profile: StoredProfile, range = { from, to }) => {
  const answers = async () => {
    const { generated_at: _, ...report } = presentReport(
      profile,
      'range',
      range,
      await reports.read(profile, range),
    );
    return {
      report,
      days: shownDays(await days.between(profile, from, to)),
      foods: (await foods.eaten(profile, range)).foods,
    };
  };
  const { generated_at: _, ...report } = presentReport(
    profile,
    'range',
    range,
    await reports.fromRecords(profile, range),
  );
  const byRecords = {
    report,
    days: shownDays(await days.fromRecords(profile, from, to)),
    foods: await foods.eatenByRecords(profile, range),
  };
  expect(await answers()).toEqual(byRecords);
  expect(await answers()).toEqual(byRecords);
};

/** Leaves what is kept as it was some days ago. */
const shorten = async ({ account_id }: StoredProfile): Promise<void> => {
  for (const { _id, month, ...kept } of await monthSums
    .find({ account_id, days: { $exists: true } })
    .toArray()) {
    const [first, through] = [`${month}-01`, addDays(kept.through, -4)];
    if (through >= first)
      await monthSums.updateOne(
        { _id },
        { $set: { ...packMonth(unpackMonth(kept).filter(({ day }) => day <= through)), through } },
      );
  }
};

/** A day, one of the meals that there are, and what a new meal says. */
type Told = { day: string; which: number; name: string; kcal: number };

/** What can be written to a diary, each by what it is called. */
const writesTo = (profile: StoredProfile) => {
  const deleted: StoredMeal[] = [];
  const brought: string[] = [];
  const made = ({ day, name, kcal }: Told) => mealOn(profile, day, { name, kcal });
  const stored = async ({ which }: Told): Promise<StoredMeal | undefined> => {
    const moments = daysBetween(from, to).map((day) => new Date(day));
    const found = await meals.near(profile, 'lunch', moments);
    return found.sort((a, b) => (a._id < b._id ? -1 : 1))[which % found.length];
  };
  const changeMeal = async (
    told: Told,
    work: (meal: StoredMeal, transaction: Transaction) => Promise<unknown>,
  ): Promise<void> => {
    const meal = await stored(told);
    if (meal) await change((transaction) => work(meal, transaction));
  };
  const replaceMeal = (told: Told, fields: (told: Told) => Partial<StoredMeal>) =>
    changeMeal(told, (meal, transaction) =>
      changes.replace('meal', meal, { ...meal, ...fields(told) }, by, transaction),
    );

  return {
    add: (told) => retryRaces(() => meals.add(made(told), {})),
    'add with key': (told) => change((transaction) => meals.add(made(told), transaction)),
    move: (told) => replaceMeal(told, ({ day }) => ({ day, instant: made(told).instant })),
    correct: (told) =>
      replaceMeal(told, () => {
        const { items, sums } = made(told);
        return { items, sums };
      }),
    delete: (told) =>
      changeMeal(told, async (meal, transaction) => {
        await changes.remove('meal', meal, BY_PERSON, transaction);
        deleted.push(meal);
      }),
    'for good': (told) =>
      changeMeal(told, (meal, transaction) => changes.removeForGood('meal', meal, transaction)),
    restore: async ({ which }) => {
      const [gone] = deleted.splice(which % deleted.length, 1);
      if (!gone) return;
      const left = { ...gone, version: gone.version + 1 };
      await change((transaction) => changes.bringBack('meal', left, gone, by, transaction));
    },
    note: ({ day, name }) => {
      const input = { text: 'Fine', recorded_at: `${day}T09:00:00Z`, model: name };
      return retryRaces(() => notes.add(newNote(profile, input, 'x'), {}));
    },
    sleep: ({ day, which }) =>
      change(async (transaction) => {
        const values = sleepValues({ asleep_minutes: which % 1440 }, 'x');
        const { record: found } = await nights.onDay(profile, day, transaction);
        if (found) await changes.replace('sleep', found, { ...found, ...values }, by, transaction);
        else await nights.add(newDayRecord('sleep', profile, day, values), transaction);
      }),
    import: async ({ day, name, kcal }) => {
      const rows = [...broughtOn(day, { name, kcal }), ...broughtOn(to, { name })];
      brought.push(await imports.bring(profile, rows));
    },
    'take back': async () => {
      const taken = brought.pop();
      if (taken) await imports.takeBack(profile, taken);
    },
    // As after the restore of a backup, which has none.
    forget: () => monthSums.deleteMany({ account_id: profile.account_id }),
    shorten: () => shorten(profile),
  } satisfies Record<string, (told: Told) => Promise<unknown>>;
};

const WRITES = Object.keys(writesTo(newProfile())) as (keyof ReturnType<typeof writesTo>)[];

const write = fc.record({
  what: fc.constantFrom(...WRITES),
  day: fc.nat({ max: 80 }).map((back) => addDays(to, -back)),
  which: fc.nat(),
  name: fc.constantFrom('soup', 'SOUP ', 'Rice', 'борщ'),
  kcal: fc.integer({ min: 0, max: 1_000_000 }).map((parts) => parts / 1000),
});

proves(
  ['C7.kept_sums'],
  'whatever is written between two reads, the answers are those that the records alone give',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        diaryOf(daysBetween(from, to), 20),
        fc.array(write, { minLength: 4, maxLength: 10 }),
        fc.tuple(fc.nat({ max: 80 }), fc.nat({ max: 80 })),
        async (diary, writes, [one, other]) => {
          const profile = newProfile();
          await storeDiary(db, profile, diary);
          const range = { from: addDays(to, -Math.max(one, other)), to: addDays(to, -Math.min(one, other)) };
          await expectSame(profile, range);
          const does = writesTo(profile);
          for (const { what, ...told } of writes) {
            await does[what](told);
            await expectSame(profile, range);
          }
        },
      ),
      { numRuns: Number(environment.KEPT_SUMS_RUNS ?? 6), endOnFailure: true },
    );
  },
);

proves(
  ['C7.kept_sums'],
  'what an import brings, and what is taken back with it, is in the next answer',
  async () => {
    const profile = await newDiary();
    await expectSame(profile);
    // The months of the first and the last of them are marked by one transaction.
    const old = [addDays(lastKept, -1), addDays(lastKept, -2), addDays(lastKept, -40)];
    const id = await imports.bring(
      profile,
      old.flatMap((day) => broughtOn(day)),
    );
    expect((await days.between(profile, from, to)).meals.size).toBe(3);
    await expectSame(profile);
    await imports.takeBack(profile, id);
    expect((await days.between(profile, from, to)).meals.size).toBe(0);
    await expectSame(profile);
  },
);

proves(['C7.kept_sums'], 'what is written while sums are being made is in the next answer', async () => {
  const profile = await newDiary();
  const old = addDays(lastKept, -2);
  let recorded = 0;
  for (let round = 0; round < 12; round += 1) {
    const reads = [0, 1, 2].map(() => days.between(profile, from, to));
    const writes = [0, 1, 2].map(() => retryRaces(() => meals.add(mealOn(profile, old), {})));
    await Promise.all([...reads, ...writes, reports.read(profile, { from, to })]);
    recorded += writes.length;
    expect((await days.between(profile, from, to)).meals.get(old)?.count).toBe(recorded);
    // Only a second answer comes from what the first has kept.
    expect((await days.between(profile, from, to)).meals.get(old)?.count).toBe(recorded);
  }
  await expectSame(profile);
});

proves(['C7.kept_sums'], 'sums that were read before a change are not kept after it', async () => {
  const profile = await newDiary();
  const old = addDays(lastKept, -2);
  const add = (transaction: Transaction) => meals.add(mealOn(profile, old), transaction);
  // At first nothing is kept of the month; the second time a change has marked it.
  for (const recorded of [1, 3]) {
    let reading: Promise<unknown> = Promise.resolve();
    await onDatabase(async (own) => {
      await inTransaction(db.client, async (transaction) => {
        await add(transaction);
        const storing = new Promise<void>((resolve) => {
          own.client.on('commandStarted', ({ command }) => command.update === 'month_sums' && resolve());
        });
        reading = createDaysStore(own).between(profile, from, to);
        await storing;
      });
      await reading;
    });
    expect((await days.between(profile, from, to)).meals.get(old)?.count).toBe(recorded);
    await change(add);
  }
});

proves(
  ['C7.kept_sums'],
  'what is kept names nothing that was deleted for good, and goes with its profile',
  async () => {
    const profile = await newDiary({ is_default: false });
    const meal = mealOn(profile, addDays(lastKept, -1), { name: 'Secret soup' });
    await retryRaces(() => meals.add(meal, {}));
    await days.between(profile, from, to);
    const ofProfile = { account_id: profile.account_id, profile_id: profile._id };
    const kept = async () => {
      const found = await monthSums.find<Partial<PackedMonth>>(ofProfile).toArray();
      return JSON.stringify(found.map(unpackMonth));
    };
    expect(await kept()).toContain('Secret soup');
    await change((transaction) => changes.removeForGood('meal', meal, transaction));
    expect(await kept()).not.toContain('Secret soup');
    await days.between(profile, from, to);
    await createProfileRemovalStore(db.client, db).remove(profile.account_id, profile._id);
    expect(await kept()).toBe('[]');
    // Whoever asks about it now makes nothing anew.
    await days.between(profile, from, to);
    expect(await kept()).toBe('[]');
  },
);

proves(
  ['C7.kept_sums'],
  'a month that is too large is read from its records, as are days long ago',
  async () => {
    const profile = await newDiary();
    const [day, longAgo] = [addDays(lastKept, -1), '1990-06-15'];
    const many = Array.from({ length: 1001 }, () => mealOn(profile, day));
    await collections.meals.insertMany([...many, mealOn(profile, longAgo)]);
    await expectSame(profile);
    expect(await monthSums.findOne({ profile_id: profile._id, too_large: true })).not.toBeNull();
    await expectSame(profile, { from: longAgo, to: longAgo });
    expect(await monthSums.findOne({ profile_id: profile._id, month: '1990-06' })).toBeNull();
  },
);

proves(
  ['C7.kept_sums'],
  'what another release wrote without a mark counts once all is forgotten',
  async () => {
    const profile = await newDiary();
    const old = addDays(lastKept, -2);
    const count = async () => (await days.between(profile, from, to)).meals.get(old)?.count;
    expect(await count()).toBeUndefined();
    await collections.meals.insertOne(mealOn(profile, old));
    expect(await count()).toBeUndefined();
    await createKeptSums(db).forgetAll();
    expect(await count()).toBe(1);
  },
);

proves(['C7.kept_sums'], 'a day is kept once it ended days ago, and marked a day before', () => {
  for (let day = 0; day < 40; day += 1) {
    const at = new Date(Date.UTC(2026, 1, 10 + day, 23, 59));
    const ended = Math.round((Date.parse(today('UTC', at)) - Date.parse(lastKeptDay(at))) / 86_400_000);
    expect(ended).toBeGreaterThanOrEqual(3);
    expect(ended).toBeLessThanOrEqual(6);
  }
  expect(mayBeKept(lastKeptDay(new Date(Date.now() + 86_000_000)))).toBe(true);
  expect(mayBeKept(to)).toBe(false);
});
