import { afterAll, beforeAll, expect } from '@jest/globals';
import { addDays } from 'shared/records/calendar.ts';
import { newPerson } from '../person/diary-person.ts';
import { postAs } from '../person/steps.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { databasePart, type ServiceSet, startSet } from '../support/set.ts';
import { importIn, sendFile } from './steps.ts';

let set: ServiceSet;
beforeAll(async () => {
  set = await startSet();
}, 600_000);
afterAll(() => set?.stop());

const MEALS = 800;
const HEADER = 'Day,Group,Food Name,Amount,Energy (kcal),Protein (g),Carbs (g),Fat (g)';
const FILE = [
  HEADER,
  ...Array.from(
    { length: MEALS },
    (_, index) => `${addDays('2015-01-01', index)},Lunch,F${index},1 g,1,1,1,1`,
  ),
].join('\n');

type Import = { _id: string; state: string; next: number; rows?: number };

proves(
  ['C14.once', 'C14.taken_back', 'H30'],
  'an import that is killed at any step goes on: nothing twice, nothing lost, and all is taken back',
  async () => {
    const database = await databasePart(set);
    const hasRedis = 'redis' in (await set.parts());
    const person = await newPerson({ set });
    const ofAccount = { account_id: person.account.id };
    const stored = (id: string) =>
      onDatabase((db) => db.collection<Import>('imports').findOne({ _id: id, ...ofAccount }), set);
    const meals = () =>
      onDatabase(
        async (db) =>
          (await db.collection('meals').find(ofAccount).project({ day: 1 }).toArray()).map(({ day }) => day),
        set,
      );
    /** Kills each of the victims once the import has got on since the one before. */
    const killWhile = async (
      id: string,
      state: string,
      victims: string[],
      progress: () => Promise<number>,
    ): Promise<void> => {
      for (const victim of victims) {
        const before = await progress().catch(() => 0);
        const isOver = await eventually(async () => {
          const one = await stored(id).catch(() => undefined);
          if (one && one.state !== state) return 'over';
          return (await progress().catch(() => before)) !== before && 'on';
        }, `the import to get on with ${state}`);
        if (isOver === 'over') throw new Error(`it was over before ${victim} was killed`);
        await set.kill(victim, 'SIGKILL');
      }
    };

    const { status, headers } = await sendFile(person, 'servings.csv', FILE);
    expect(status).toBe(303);
    const path = headers.get('location') ?? '';
    const id = path.split('/').at(-1) ?? '';
    await set.kill('diary', 'SIGKILL');
    const preview = await importIn(person, path, 'preview');
    expect(preview.html).toContain(`id="count-meals">${MEALS}<`);

    await postAs(person, path, { action: 'import', existing: 'keep' });
    await killWhile(
      id,
      'importing',
      ['diary', ...(hasRedis ? ['redis'] : []), database],
      async () => (await stored(id))?.next ?? 0,
    );
    await importIn(person, path, 'done');
    const days = await meals();
    expect([days.length, new Set(days).size]).toEqual([MEALS, MEALS]);

    await postAs(person, path, { action: 'take_back' });
    await killWhile(id, 'taking_back', ['diary', database], async () => (await meals()).length);
    await importIn(person, path, 'taken_back');
    expect(await meals()).toEqual([]);
    // Each was taken back once.
    const versions = await onDatabase((db) => db.collection('versions').countDocuments(ofAccount), set);
    expect(versions).toBe(MEALS);
  },
);

proves(
  ['C14.file_kept', 'C14.once'],
  'a file whose upload broke off leaves nothing, and can be sent again',
  async () => {
    const person = await newPerson({ set });
    const sending = sendFile(person, 'servings.csv', Buffer.alloc(400 * 1024 * 1024, 'x')).catch(
      () => undefined,
    );
    const ofAccount = { account_id: person.account.id };
    const parts = () => onDatabase((db) => db.collection('import_files').countDocuments(ofAccount), set);
    await eventually(async () => (await parts()) > 3, 'parts of the file');
    await set.kill('diary', 'SIGKILL');
    expect((await sending)?.status ?? 503).toBeGreaterThanOrEqual(500);
    // A minute of silence says that nobody sends any more.
    await onDatabase(
      (db) =>
        db
          .collection('imports')
          .updateMany(ofAccount, { $set: { changed_at: new Date(Date.now() - 61_000) } }),
      set,
    );
    await eventually(async () => (await parts()) === 0, 'the parts to be deleted');
    expect((await sendFile(person, 'servings.csv', FILE)).status).toBe(303);
  },
);
