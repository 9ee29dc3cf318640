import { expect } from '@jest/globals';
import type { Db, Document } from 'mongodb';
import { createKeys } from 'shared/process/keys.ts';
import { addDays, daysBetween, today } from 'shared/records/calendar.ts';
import { createReportStore } from '../../services/reports/src/report/report-store.ts';
import { createListedRecordsStore } from '../../services/reports/src/report-data/listed-records-store.ts';
import { newShareLink, type StoredShareLink } from '../../services/reports/src/share-links/share-link.ts';
import { createShareLinkStore } from '../../services/reports/src/share-links/share-link-store.ts';
import { commandsOf, onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';
import { type Diary, newProfile, storeDiary } from './diary.ts';

const month = { from: '2026-11-01', to: '2026-11-30' };
const client = 'Kitchen assistant';
const item = { kcal: 100, protein_g: 3, carbs_g: 10, fat_g: 2 };

/** Three meals, activity and sleep each day, a note every third, up to a day. */
const diaryOfDays = (count: number, lastDay = month.to): Diary => {
  const days = daysBetween(addDays(lastDay, 1 - count), lastDay);
  return {
    meals: days.flatMap((day) =>
      (['breakfast', 'lunch', 'dinner'] as const).map((meal_type, index) => ({
        day,
        client,
        input: {
          meal_type,
          eaten_at: `${day}T1${index}:00:00+01:00`,
          items: ['Bread', 'Soup', 'Apple'].map((name) => ({ ...item, name })),
        },
      })),
    ),
    activity: days.map((day) => ({ day, client, input: { steps: 5000 } })),
    sleep: days.map((day) => ({ day, client, input: { asleep_minutes: 420 } })),
    notes: days
      .filter((_, index) => (days.length - index) % 3 === 0)
      .map((day) => ({ day, client, input: { text: 'Fine', recorded_at: `${day}T20:00:00+01:00` } })),
  };
};

/** So many that the collection is large enough for its index to be used. */
const monthsOfOthers = () =>
  Array.from({ length: 3000 }, () => ({
    account_id: newProfile().account_id,
    profile_id: '',
    month: '2026-11',
  }));

/** What a command asks for in each collection that it reads. */
const filtersOf = ({ filter, pipeline }: Document): Document[] =>
  pipeline
    ? [
        pipeline[0].$match,
        ...pipeline.flatMap(({ $unionWith }: Document) => $unionWith?.pipeline[0].$match ?? []),
      ]
    : [filter];

/** Every value of this name in a query plan, however deep: engines nest the plans of pipelines differently. */
const valuesOf = (plan: unknown, name: string): unknown[] =>
  typeof plan === 'object' && plan !== null
    ? Object.entries(plan).flatMap(([key, value]) => (key === name ? [value] : valuesOf(value, name)))
    : [];

/** Clears the plan cache, so that plans fit what is stored now. */
const refreshPlans = (db: Db, collection: string) => db.command({ planCacheClear: collection });

const explain = async (db: Db, command: Document) => {
  const plan = await db.command({ explain: command, verbosity: 'executionStats' });
  const stages = String(valuesOf(plan, 'stage'));
  const examined = valuesOf(plan, 'totalDocsExamined') as number[];
  return {
    collection: command.aggregate ?? command.find ?? command.update,
    onIndex: stages.includes('IXSCAN') && !stages.includes('COLLSCAN'),
    examined: examined.reduce((sum, count) => sum + count, 0),
  };
};

proves(
  ['C7.report_plans'],
  'a month is read by index, examining as much after 30 days as after 10 years',
  async () => {
    await onDatabase(async (db) => {
      const plansAfter = async (days: number) => {
        const profile = newProfile();
        await storeDiary(db, profile, diaryOfDays(days));
        for (const kind of ['meals', 'activity', 'sleep', 'wellbeing']) await refreshPlans(db, kind);
        const commands = await commandsOf(db, async () => {
          await createReportStore(db).fromRecords(profile, month);
          await createListedRecordsStore(db).read(profile, month);
        });
        const plans = [];
        for (const command of commands) {
          const { account_id, _id: profile_id } = profile;
          const records = { account_id, profile_id, day: { $gte: month.from, $lte: month.to } };
          const filters = filtersOf(command);
          expect(filters).toEqual(filters.map(() => records));
          plans.push(await explain(db, command));
        }
        return plans.sort(
          (a, b) => a.examined - b.examined || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1),
        );
      };
      // First, so that every collection is large enough for its index to be used.
      const after10Years = await plansAfter(3650);
      expect(after10Years).toEqual(after10Years.map((plan) => ({ ...plan, onIndex: true })));
      expect(after10Years.map(({ examined }) => examined)).toEqual([10, 90, 250]);
      expect(await plansAfter(30)).toEqual(after10Years);
    });
  },
);

proves(
  ['C7.report_plans', 'C7.kept_sums'],
  'a month whose sums are kept is one command, whatever was recorded before',
  async () => {
    await onDatabase(async (db) => {
      const reports = createReportStore(db);
      const commandsAfter = async (days: number) => {
        const profile = newProfile();
        const to = today('UTC');
        await storeDiary(db, profile, diaryOfDays(days, to));
        const range = { from: addDays(to, -30), to };
        await reports.read(profile, range);
        await db.collection('month_sums').insertMany(monthsOfOthers());
        await refreshPlans(db, 'month_sums');
        const commands = await commandsOf(db, async () => reports.read(profile, range));
        expect(commands).toHaveLength(1);
        return Promise.all(commands.map((command) => explain(db, command)));
      };
      const after5Years = await commandsAfter(1825);
      expect(after5Years).toMatchObject([{ collection: 'month_sums', onIndex: true }]);
      expect(await commandsAfter(31)).toEqual(after5Years);
    });
  },
);

proves(['C7.report_plans'], 'links are found, listed, counted and revoked by index', async () => {
  await onDatabase(async (db) => {
    const keys = createKeys(['a key of at least 32 characters, for a test']);
    const made = Array.from({ length: 2000 }, () =>
      newShareLink(keys, { accountId: newProfile().account_id, profileId: null, expiresInDays: null }),
    );
    const [link] = made as [StoredShareLink];
    await db.collection<StoredShareLink>('share_links').insertMany(made);
    await refreshPlans(db, 'share_links');
    const links = createShareLinkStore(db);
    const commands = await commandsOf(db, async () => {
      await links.findBySecretHash(link.secret_hash);
      await links.active(link.account_id, new Date());
      await links.addViews(link, { count: 1, last: new Date() });
      await links.revoke(link.account_id, link._id, new Date());
    });
    expect(commands).toHaveLength(6);
    for (const command of commands)
      expect({ command, ...(await explain(db, command)) }).toMatchObject({ onIndex: true });
  });
});
