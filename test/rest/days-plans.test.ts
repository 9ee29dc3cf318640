import { expect } from '@jest/globals';
import type { Db, Document } from 'mongodb';
import { LIMITS } from 'shared/contract/limits.ts';
import type { LogMealInput } from 'shared/contract/operations/meals.ts';
import { createProfiles, defaultProfileId } from 'shared/records/profiles.ts';
import { activityValues } from '../../services/diary/src/activity/activity.ts';
import { createDaysStore } from '../../services/diary/src/days/days-store.ts';
import { createFoodStore } from '../../services/diary/src/foods/food-store.ts';
import { createHistoryStore } from '../../services/diary/src/history/history-store.ts';
import { newMeal } from '../../services/diary/src/meals/meal.ts';
import { createMealStore } from '../../services/diary/src/meals/meal-store.ts';
import { newNote } from '../../services/diary/src/notes/wellbeing-note.ts';
import { createWellbeingStore } from '../../services/diary/src/notes/wellbeing-store.ts';
import { createDayStore, newDayRecord } from '../../services/diary/src/records/one-a-day-store.ts';
import { BY_PERSON, createRecordChanges } from '../../services/diary/src/records/record-changes.ts';
import { createRecordStore } from '../../services/diary/src/records/record-store.ts';
import { call, newConnection } from '../support/client.ts';
import { commandsOf, onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';
import { meal } from './samples.ts';

const [from, to] = ['2026-10-01', '2026-10-31'];

/** Runs every query of the diary's stores, on records of this account. */
const runEveryQuery = async (db: Db, accountId: string): Promise<void> => {
  const account = { id: accountId, email: '', language: 'en', time_zone: 'UTC' } as const;
  const profile = await createProfiles(db).resolve(account, undefined);
  const meals = createMealStore(db);
  const wellbeing = createWellbeingStore(db);
  const records = createRecordStore(db);
  const lunch = { ...(meal as LogMealInput), eaten_at: `${from}T12:00:00Z` };
  const stored = newMeal(profile, lunch, 'test');
  await meals.add(stored, {});
  await meals.besideProfile(profile, stored.meal_type, stored.instant);
  await meals.near(profile, stored.meal_type, [stored.instant]);
  await wellbeing.add(newNote(profile, { text: 'Slept well' }, 'test'), {});
  await meals.onDay(profile, from);
  const days = createDaysStore(db);
  await days.between(profile, from, to);
  await days.fromRecords(profile, from, to);
  const foods = createFoodStore(db);
  await foods.find(profile, { from, to, q: '', limit: 10 });
  await foods.eatenByRecords(profile, { from, to });
  await records.ofDay(profile, from);
  await records.find(accountId, 'wellbeing', 'note_unknown');
  const activities = createDayStore(db, 'activity');
  await activities.onDay(profile, from, {});
  const walked = newDayRecord('activity', profile, from, activityValues({ steps: 1 }, 'test'));
  await activities.add(walked, {});
  const history = createHistoryStore(db);
  await history.standing(accountId, 'meal_unknown');
  await history.atVersion(accountId, 'meal_unknown', 1);
  await history.changesOf(accountId, 'meal_unknown');
  await history.changesBetween(profile, { limit: 20 });
  const cursor = { at: new Date(), id: '0'.repeat(24) };
  await history.changesBetween(profile, { from: new Date(0), before: new Date(), cursor, limit: 20 });
  const changes = createRecordChanges(db);
  const made = { action: 'replaced', by: BY_PERSON } as const;
  // The hundred-and-first version leaves one before it out.
  const old = { ...walked, version: LIMITS.versionsOfRecord + 1 };
  const replaced = await changes.replace('activity', old, { ...old, steps: 2 }, made, {});
  await changes.remove('activity', replaced, BY_PERSON, {});
};

/** The filter of a command. */
const filterOf = (command: Document): Document =>
  command.filter ?? command.query ?? command.deletes?.[0].q ?? command.updates?.[0].q;

/** A command unchanged; for an aggregation, the filter for each of its collections. */
const queriesOf = ({ aggregate, pipeline, ...command }: Document): Document[] =>
  aggregate
    ? [
        { find: aggregate, filter: pipeline[0].$match },
        ...pipeline.flatMap(({ $unionWith }: Document) =>
          $unionWith ? [{ find: $unionWith.coll, filter: $unionWith.pipeline[0].$match }] : [],
        ),
      ]
    : [command];

const stages = (plan: Document): string[] => [
  plan.stage,
  ...[plan.inputStage ?? [], plan.inputStages ?? []].flat().flatMap(stages),
];

proves(['C7.indexed'], 'every query of the diary names account and profile, on an index', async () => {
  const { token, account } = await newConnection();
  await call('POST', '/meals', { token, body: meal, headers: { 'Idempotency-Key': 'k' } });

  await onDatabase(async (db) => {
    const commands = await commandsOf(db, async () => {
      await runEveryQuery(db, account.id);
      await db
        .collection('idempotency')
        .findOne({ account_id: account.id, connection_id: 'tok_unknown', key: 'k' });
    });
    // What is read of several kinds of records, or of a record and its versions, is of one moment.
    const ofSeveral = commands.filter(
      ({ pipeline = [], autocommit }) =>
        autocommit === undefined &&
        pipeline.some(({ $unionWith }: Document) => $unionWith && $unionWith.coll !== 'profiles'),
    );
    expect(ofSeveral.length).toBeGreaterThanOrEqual(3);
    for (const { readConcern } of ofSeveral) expect(readConcern).toEqual({ level: 'snapshot' });
    const asking = commands.filter((command) => !command.insert && !command.commitTransaction);
    const queries = asking.flatMap(queriesOf);
    expect(queries.length).toBeGreaterThanOrEqual(19);
    expect(queries.map(({ find }) => find)).toContain('month_sums');
    for (const command of queries) {
      const filter = filterOf(command);
      expect(filter).toMatchObject({
        account_id: account.id,
        ...(('day' in filter || 'month' in filter) && { profile_id: defaultProfileId(account.id) }),
      });
      const { queryPlanner } = await db.command({ explain: command, verbosity: 'queryPlanner' });
      expect({ command, stages: stages(queryPlanner.winningPlan) }).toMatchObject({
        stages: expect.arrayContaining(['IXSCAN']),
      });
      expect(stages(queryPlanner.winningPlan)).not.toContain('COLLSCAN');
    }
  });
});
