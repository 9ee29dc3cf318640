import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { boundToThisProcess } from 'engines/bound-to-this-process.ts';
import pg from 'pg';
import { eventually } from '../../test/support/eventually.ts';
import type { OutgoingRequest } from '../measuring/load.ts';
import { allOf, type Processes } from '../measuring/measure.ts';
import { config } from './config.ts';

/** What SparkyFitness's server (CodeWithCJ/SparkyFitness, Express on PostgreSQL) is asked. */
const PATHS = {
  health: '/api/health',
  signUp: '/api/auth/sign-up/email',
  food: '/api/foods',
  meal: '/api/food-entry-meals',
  day: (day: string) => `/api/food-entries/by-date/${day}`,
  month: (from: string, to: string) => `/api/reports?startDate=${from}&endDate=${to}`,
};
/** By account, which it lacks: as it comes, a call costs more with every row of everybody. */
const INDEXES = ['foods (user_id)', 'food_variants (food_id)', 'food_entries (user_id)', 'profiles (id)'];
const ITEMS = 5;

/** Somebody with an account, and the calls that they make. */
export type PeerVisitor = {
  postMeal: (day: string) => OutgoingRequest;
  getDay: (day: string) => OutgoingRequest;
  getMonth: (from: string, to: string) => OutgoingRequest;
};

/** Starts the peer, gives its database the missing indexes, and waits until it answers. */
export const startPeer = async (folder: string) => {
  if (!config.PEER_DATABASE_PID) throw new Error('PEER_DATABASE_PID is not set: its PostgreSQL counts too');
  const [program = '', ...args] = boundToThisProcess(['sh', '-c', `exec ${config.PEER_START}`]);
  const server = spawn(program, args, { cwd: folder, stdio: 'ignore' });
  const exited = once(server, 'exit');
  const answers = () =>
    fetch(config.PEER_URL + PATHS.health).then(
      ({ ok }) => ok,
      () => false,
    );
  await eventually(answers, 'the peer to start');
  const client = new pg.Client(config.PEER_DATABASE_URL);
  await client.connect();
  for (const index of INDEXES) {
    const name = `bench_${index.split(' ')[0]}`;
    await client.query(`CREATE INDEX IF NOT EXISTS ${name} ON ${index}`);
  }
  await client.end();
  const peer = [server.pid ?? 0];
  const processes: Processes = { peer, 'its PostgreSQL': [config.PEER_DATABASE_PID] };
  const stop = async () => {
    for (const pid of await allOf({ peer })) process.kill(pid);
    await exited;
  };
  return { processes, stop };
};

/** Makes an account, with foods of its own that its meals consist of. */
export const signUp = async (): Promise<PeerVisitor> => {
  const post = async (path: string, body: object, headers: Record<string, string>) => {
    // It refuses what fetch sends without the origin of its own site (SPARKY_FITNESS_FRONTEND_URL).
    const json = { 'content-type': 'application/json', origin: config.PEER_URL, ...headers };
    const answer = await fetch(config.PEER_URL + path, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`the peer answered POST ${path} with ${answer.status}`);
    return answer;
  };
  const email = `${randomUUID()}@example.org`;
  // It allows each address 100 sign-ups a minute, and believes who forwards what it is.
  const network = { 'x-forwarded-for': [10, ...randomBytes(3)].join('.') };
  const account = await post(PATHS.signUp, { email, password: randomUUID(), name: 'Bench' }, network);
  const headers = {
    cookie: account.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  };
  const foods: object[] = [];
  for (let item = 0; item < ITEMS; item += 1) {
    const nutrients = { serving_size: 100, serving_unit: 'g', calories: 72, protein: 2, carbs: 12, fat: 2 };
    const answer = await post(PATHS.food, { name: `Oat porridge ${item}`, ...nutrients }, headers);
    const food = (await answer.json()) as { id: string; default_variant: { id: string } };
    foods.push({ food_id: food.id, variant_id: food.default_variant.id, quantity: 250, unit: 'g' });
  }
  return {
    postMeal: (day) => ({
      method: 'POST',
      path: PATHS.meal,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Lunch', meal_type: 'lunch', entry_date: day, foods }),
      status: 201,
    }),
    getDay: (day) => ({ path: PATHS.day(day), headers }),
    getMonth: (from, to) => ({ path: PATHS.month(from, to), headers }),
  };
};
