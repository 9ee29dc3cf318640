import { afterAll, beforeAll, expect } from '@jest/globals';
import { Redis } from 'ioredis';
import { addDays } from 'shared/records/calendar.ts';
import { newPerson, type Person } from '../person/diary-person.ts';
import { postAs } from '../person/steps.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { databasePart, type ServiceSet, startSet } from '../support/set.ts';
import { countsIn, importIn, press, sendFile } from './steps.ts';

let set: ServiceSet;
beforeAll(async () => {
  set = await startSet();
}, 600_000);
afterAll(() => set?.stop());

const MEALS = 1200;
const HEADER = 'Day,Group,Food Name,Amount,Energy (kcal),Protein (g),Carbs (g),Fat (g)';
const FILE = [
  HEADER,
  ...Array.from(
    { length: MEALS },
    (_, index) => `${addDays('2015-01-01', index)},Lunch,F${index},1 g,1,1,1,1`,
  ),
].join('\n');

type Import = { _id: string; state: string; next: number; run: string };

const ofOne = ({ account }: Person) => ({ account_id: account.id });
const storedAt = (person: Person, path: string) =>
  onDatabase(
    (db) => db.collection<Import>('imports').findOne({ _id: path.split('/').at(-1) ?? '', ...ofOne(person) }),
    set,
  );
const hasRedis = async () => 'redis' in (await set.parts());

/** Takes all jobs from Redis, where the set brings one. */
const emptyRedis = async (): Promise<void> => {
  const { redis: { port } = {} } = await set.parts();
  if (!port) return;
  const redis = new Redis(port, '127.0.0.1');
  await redis.flushall();
  redis.disconnect();
};

/** What comes of a download stands first and last in it; in between there is what takes a while to be read. */
const COMING = 200;
const REFUSED = 300_000;
const slowDownload = (): string => {
  const meal = (n: number) => ({
    ...{ id: `meal_${n}`, profile_id: 'prof_1', client_name: 'A', created_at: '2015-01-01T00:00:00Z' },
    ...{
      day: addDays('2015-01-01', n),
      meal_type: 'lunch',
      eaten_at: `${addDays('2015-01-01', n)}T12:00:00Z`,
    },
    items: [{ name: `F${n}`, kcal: 1, protein_g: 1, carbs_g: 1, fat_g: 1 }],
  });
  const meals = Array.from({ length: 2 * COMING }, (_, n) => JSON.stringify(meal(n)));
  const between = '0,'.repeat(REFUSED);
  const profiles = [{ id: 'prof_1', name: 'Other', time_zone: 'UTC' }];
  return `{"schema_version":1,"profiles":${JSON.stringify(profiles)},"meals":[${meals.slice(0, COMING)},${between}${meals.slice(COMING)}]}`;
};

proves(
  ['C14.once', 'C14.taken_back', 'H30'],
  'an import that is killed while its file is read is read anew: nothing twice, nothing lost',
  async () => {
    const person = await newPerson({ set });
    const { status, headers } = await sendFile(person, 'diary.json', slowDownload());
    expect(status).toBe(303);
    const path = headers.get('location') ?? '';
    const rowsOf = (run: string) =>
      onDatabase((db) => db.collection('import_rows').countDocuments({ ...ofOne(person), run }), set);
    /** The reading that has come half-way, another than one that was killed. */
    const halfWay = (killed?: string): Promise<string> =>
      eventually(async () => {
        const one = await storedAt(person, path).catch(() => undefined);
        if (one && one.state !== 'reading') throw new Error(`it was ${one.state} before it was killed`);
        const run = one && one.run !== killed && one.run;
        return run && (await rowsOf(run).catch(() => 0)) >= COMING && run;
      }, 'the file to be half read');

    const first = await halfWay();
    await emptyRedis();
    await set.kill('diary', 'SIGKILL');
    await halfWay(first);
    if (await hasRedis()) await set.kill('redis', 'SIGKILL');
    await set.kill(await databasePart(set), 'SIGKILL');

    const preview = await importIn(person, path, 'preview');
    expect(countsIn(preview)).toMatchObject({ meals: 2 * COMING, refused: REFUSED });
    const { run = '' } = (await storedAt(person, path)) ?? {};
    const all = await onDatabase((db) => db.collection('import_rows').countDocuments(ofOne(person)), set);
    expect([await rowsOf(run), all]).toEqual([2 * COMING, 2 * COMING]);
    const done = await press(person, preview, 'import', 'done');
    expect(countsIn(done)).toMatchObject({ meals: 2 * COMING, refused: REFUSED });
    const stored = () =>
      onDatabase((db) => db.collection('meals').find(ofOne(person)).project({ day: 1 }).toArray(), set);
    expect(new Set((await stored()).map(({ day }) => day)).size).toBe(2 * COMING);
    expect(await stored()).toHaveLength(2 * COMING);
    await press(person, preview, 'take_back', 'taken_back');
    expect(await stored()).toEqual([]);
  },
);

proves(
  ['C14.once', 'C14.taken_back', 'H30'],
  'an import that is killed at any step goes on: nothing twice, nothing lost, and all is taken back',
  async () => {
    const database = await databasePart(set);
    const redis = (await hasRedis()) ? ['redis'] : [];
    const person = await newPerson({ set });
    const ofAccount = ofOne(person);
    const meals = () =>
      onDatabase(
        async (db) =>
          (await db.collection('meals').find(ofAccount).project({ day: 1 }).toArray()).map(({ day }) => day),
        set,
      );
    /** Kills each of the victims once the import has got on since the one before. */
    const killWhile = async (
      state: string,
      victims: string[],
      progress: () => Promise<number>,
    ): Promise<void> => {
      for (const victim of victims) {
        const before = await progress().catch(() => 0);
        const isOver = await eventually(async () => {
          const one = await storedAt(person, path).catch(() => undefined);
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
    await set.kill('diary', 'SIGKILL');
    const preview = await importIn(person, path, 'preview');
    expect(preview.html).toContain(`id="count-meals">${MEALS}<`);

    await postAs(person, path, { action: 'import', existing: 'keep' });
    await killWhile(
      'importing',
      ['diary', ...redis, database],
      async () => (await storedAt(person, path))?.next ?? 0,
    );
    await importIn(person, path, 'done');
    const days = await meals();
    expect([days.length, new Set(days).size]).toEqual([MEALS, MEALS]);

    await postAs(person, path, { action: 'take_back' });
    await killWhile('taking_back', ['diary', ...redis, database], async () => (await meals()).length);
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
