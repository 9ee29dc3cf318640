import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { addDays, daysBetween, today } from 'shared/records/calendar.ts';
import { addUp, itemSums, roundTotals } from 'shared/records/totals.ts';
import { type DiaryDay, makeDiary } from '../../services/diary/src/made-up/diary.ts';
import { makePerson } from '../../services/diary/src/made-up/person.ts';
import { open, signIn } from '../person/steps.ts';
import { meal } from '../rest/samples.ts';
import { call } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { runScript } from '../support/run-script.ts';
import { site } from '../support/set.ts';

const DAYS = 12;

/** A seed of which no people exist yet. */
const newSeed = (): number => Math.floor(Math.random() * 1_000_000);

const runSeed = (args: string[], env?: Record<string, string>) => runScript('seed', args, site, env);

type Line = { email: string; token: string; profile_id: string };
const linesOf = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** How a day with these records must be returned, without the fields that the service adds. */
const expectedDay = ({ meals, activity, sleep, notes }: DiaryDay) => ({
  meals: meals.map(({ input }) =>
    expect.objectContaining({ ...input, items: input.items.map((item) => expect.objectContaining(item)) }),
  ),
  activity: activity ? expect.objectContaining(activity.input) : null,
  sleep: sleep ? expect.objectContaining(sleep.input) : null,
  wellbeing: notes.map(({ input }) => expect.objectContaining(input)),
});

proves(['C9.seed'], 'the seeded records are returned over REST, with their totals', async () => {
  const seed = newSeed();
  const { exitCode, stdout, stderr } = await runSeed([
    '--accounts',
    '3',
    '--days',
    String(DAYS),
    '--seed',
    String(seed),
  ]);
  expect([exitCode, stderr]).toEqual([0, `3 accounts with ${DAYS} days each.\n`]);
  const lines = linesOf(stdout);
  expect(lines).toHaveLength(3);

  for (const [index, { email, token, profile_id }] of lines.entries()) {
    const { person, random } = makePerson(seed, index + 1);
    const me = await call('GET', '/me', { token });
    expect(me.body).toMatchObject({
      account: { email: person.email, language: person.culture.language },
      scopes: ['records:read', 'records:write', 'reports:read', 'share:manage'],
      profiles: [{ id: profile_id, is_default: true, time_zone: person.timeZone }],
    });
    expect(email).toBe(person.email);

    const to = today(person.timeZone);
    const from = addDays(to, 1 - DAYS);
    const expected = makeDiary(person, daysBetween(from, to), random).slice(0, -1);
    const listed = await call('GET', '/days', { token, query: { from, to } });
    for (const [at, diaryDay] of expected.entries()) {
      const { day, meals } = diaryDay;
      const read = await call('GET', `/days/${day}`, { token });
      expect(read.body).toMatchObject({ day, profile_id, targets: person.targets });
      expect(read.body).toMatchObject(expectedDay(diaryDay));
      const items = read.body.meals.flatMap(
        (meal: { items: Parameters<typeof itemSums>[0][] }) => meal.items,
      );
      const sums = addUp(items.map(itemSums));
      expect(read.body.totals).toEqual(sums && roundTotals(sums));
      expect(listed.body.days[at]).toMatchObject({ day, meal_count: meals.length, totals: read.body.totals });
    }
  }
});

proves(['C9.seed'], 'the tokens can go to a file that only its owner can read', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'diary-seed-')), 'tokens.jsonl');
  const { exitCode, stdout } = await runSeed([
    '--accounts',
    '2',
    '--days',
    '1',
    '--seed',
    String(newSeed()),
    '--tokens',
    file,
  ]);
  expect([exitCode, stdout]).toEqual([0, '']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (const { token } of linesOf(readFileSync(file, 'utf8')))
    expect((await call('POST', '/meals', { token, body: meal })).status).toBe(201);
});

proves(['C9.seed', 'C13.clients'], 'somebody keeps the reports of all that a seed makes', async () => {
  const seed = newSeed();
  const options = ['--accounts', '3', '--days', '2', '--seed', String(seed), '--clients'];
  const { exitCode, stdout, stderr } = await runSeed(options);
  const email = `reader.${seed}@example.org`;
  expect([exitCode, stderr]).toEqual([
    0,
    `3 accounts with 2 days each.\n${email} keeps the reports of all of them.\n`,
  ]);
  const { html } = await open('/clients', await signIn(email));
  expect(html.match(/<th scope="row"/g)).toHaveLength(3);
  const [address = ''] = html.match(/\/r\/[\w-]+/) ?? [];
  expect((await open(address)).status).toBe(200);
  const [{ token } = { token: '' }] = linesOf(stdout);
  expect((await call('GET', '/share-links', { token })).body.share_links).toMatchObject([{ kept_by: 1 }]);
  expect((await runSeed(['--accounts', '201', '--days', '1', '--clients'])).stderr).toContain(
    'from 1 to 200',
  );
});

test('the same people are not created twice, and keep their tokens', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'diary-seed-')), 'tokens.jsonl');
  const again = ['--accounts', '1', '--days', '1', '--seed', String(newSeed()), '--tokens', file];
  expect((await runSeed(again)).exitCode).toBe(0);
  const kept = readFileSync(file, 'utf8');
  const { exitCode, stdout, stderr } = await runSeed(again);
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(linesOf(kept)).toHaveLength(1);
  expect(readFileSync(file, 'utf8')).toBe(kept);
  expect(stderr).toMatch(/^The people of --seed \d+ already exist: choose another number\.\n$/);
});

proves(['C9.seed_production'], 'a production database is not seeded', async () => {
  const { exitCode, stdout, stderr } = await runSeed(['--accounts', '1', '--days', '1'], {
    NODE_ENV: 'production',
  });
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^NODE_ENV is production.*\n$/);
});

test.each([
  [[], /^--accounts must be a whole number from 1 to 1000000\. Usage: .*\n$/],
  [['--accounts', '5'], /^--days must be .*\n$/],
  [['--accounts', '-5', '--days', '1'], /--accounts.*\n$/],
  [['--accounts', '1.5', '--days', '1'], /^--accounts must be .*\n$/],
  [['--accounts', '1', '--days', '1', '--sed', '4'], /--sed.*\n$/],
])('%j is answered with one line', async (args, line) => {
  const { exitCode, stdout, stderr } = await runSeed(args);
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(line);
  expect(stderr.match(/\n/g)).toHaveLength(1);
});

test('says so if no set is running', async () => {
  const { exitCode, stderr } = await runSeed(['--accounts', '1', '--days', '1'], { DATA_DIR: tmpdir() });
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^No set runs on .*\n$/);
});
