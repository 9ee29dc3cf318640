import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { Part } from 'engines/engine.ts';
import { freePort } from 'engines/ports.ts';
import { prepareRedis } from 'engines/redis/prepare-redis.ts';
import { Cluster, Redis } from 'ioredis';
import { introspectedKey, revocationKey } from 'shared/calls/introspection.ts';
import { config } from '../../scripts/config.ts';
import { callAs, newPerson, type Person } from '../person/diary-person.ts';
import { postAs } from '../person/steps.ts';
import { call, meStatus, newConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { type ServiceSet, startSet } from '../support/set.ts';
import { endProcess, startPart } from '../support/start-part.ts';
import { scrape, sumOf } from './scrape.ts';

/** Each of the three holds a third of the slots, so keys without a common hash tag rarely share a node. */
const SLOTS = [
  [0, 5460],
  [5461, 10_922],
  [10_923, 16_383],
] as const;

let dataDir: string;
let processes: ChildProcess[];
let nodes: Redis[];
let urls: string[];
let set: ServiceSet;

const startNode = async (index: number, port: number): Promise<ChildProcess> => {
  const { parts } = await prepareRedis({
    dataDir: join(dataDir, `node-${index}`),
    cacheDir: config.DIARY_CACHE_DIR,
    port,
    progress: () => {},
  });
  const [part] = parts as [Part];
  // The nodes communicate on a separate port.
  const cluster = ['--cluster-enabled', 'yes', '--cluster-port', String(await freePort())];
  return startPart({ ...part, args: [...part.args, ...cluster] });
};

const joinNodes = async (): Promise<void> => {
  for (const [index, node] of nodes.entries()) {
    await node.cluster('ADDSLOTSRANGE', ...(SLOTS[index] ?? []));
    const [, port = '', busPort = ''] = /:(\d+)@(\d+)/.exec(String(await node.cluster('NODES'))) ?? [];
    await nodes[0]?.call('CLUSTER', 'MEET', '127.0.0.1', port, busPort);
  }
  const isWhole = async () => {
    const infos = await Promise.all(nodes.map((node) => node.cluster('INFO')));
    return infos.every((info) => /cluster_state:ok/.test(info) && /cluster_known_nodes:3/.test(info));
  };
  await eventually(isWhole, 'the cluster to be whole');
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'redis-cluster-'));
  const ports = await Promise.all(SLOTS.map(() => freePort()));
  processes = await Promise.all(ports.map((port, index) => startNode(index, port)));
  nodes = ports.map((port) => new Redis({ port }));
  await joinNodes();
  urls = ports.map((port) => `redis://127.0.0.1:${port}`);
  set = await startSet({ env: { REDIS_URL: urls.join(',') } });
});

afterAll(async () => {
  await set?.stop();
  for (const node of nodes ?? []) node.disconnect();
  await Promise.all((processes ?? []).map((each) => endProcess(each, 'SIGTERM')));
  await rm(dataDir, { recursive: true, force: true });
});

/** How often a node refused a command on keys of several slots. */
const crossSlotErrors = async (): Promise<number> => {
  const infos = await Promise.all(nodes.map((node) => node.info('errorstats')));
  return infos.reduce((sum, info) => sum + Number(/errorstat_CROSSSLOT:count=(\d+)/.exec(info)?.[1] ?? 0), 0);
};

describe('on a Redis Cluster of three nodes', () => {
  let person: Person;

  proves(['O.redis_cluster'], 'people and assistants can connect by mail', async () => {
    person = await newPerson({ set });
    expect((await callAs(person, 'GET', '/me')).account.email).toBe(person.email);
  });

  proves(['O.redis_cluster'], 'limits are counted in one place for all processes', async () => {
    const { token } = await newConnection({ set });
    const countedByRedis = async () =>
      sumOf(await scrape('gateway', set), 'limit_decisions_total', { counted_by: 'redis' });
    const before = await countedByRedis();
    const statuses: number[] = [];
    // One after the other: on a busy machine a burst can wait for Redis longer than the gateway does.
    for (let calls = 0; calls < 125; calls++) statuses.push(await meStatus(token, set));
    expect(statuses.filter((status) => status === 200)).toHaveLength(120);
    expect((await countedByRedis()) - before).toBeGreaterThan(100);
  });

  proves(['O.redis_cluster'], 'a revoked token is refused at once', async () => {
    const { token } = await newConnection({ set });
    expect(await meStatus(token, set)).toBe(200);
    await call('DELETE', '/tokens/current', { set, token });
    expect(await meStatus(token, set)).toBe(401);
  });

  proves(
    ['O.redis_cluster', 'C7.revoked_at_once'],
    'a revoked token stays refused where a node goes with its last writes',
    async () => {
      const { token, account } = await newConnection({ set });
      const { id } = (await call('GET', '/me', { set, token })).body.token;
      await call('DELETE', '/tokens/current', { set, token });
      // The node that holds the slot of the account; the others say that it has moved.
      const answers = await Promise.all(
        nodes.map((node) => node.del(revocationKey(account.id, id)).catch(() => undefined)),
      );
      expect(answers.filter((deleted) => deleted !== undefined)).toEqual([1]);
      const node = nodes[answers.indexOf(1)];
      expect(await node?.exists(introspectedKey(account.id, id))).toBe(1);
      await node?.call('CLIENT', 'KILL', 'TYPE', 'NORMAL');
      // By then the gateway has noticed; without that it would ask Redis again, and find no marker.
      await sleep(1000);
      expect(await meStatus(token, set)).toBe(401);
    },
  );

  proves(['O.redis_cluster'], 'the queues work: call log and erasure', async () => {
    const ofAccount = { account_id: person.account.id };
    const logged = () => onDatabase((db) => db.collection('call_log').countDocuments(ofAccount), set);
    await eventually(logged, 'the call to be logged');
    await callAs(person, 'POST', '/wellbeing', { text: 'A walk' });
    expect((await postAs(person, '/account/delete', { email: person.email })).status).toBe(303);
    const left = () => onDatabase((db) => db.collection('wellbeing').countDocuments(ofAccount), set);
    await eventually(async () => (await left()) === 0, 'the first sweep');
    const auth = await scrape('auth', set);
    const counted = auth.samples
      .filter(({ name }) => name === 'queue_jobs')
      .map(({ labels }) => labels.queue);
    expect(new Set(counted).size).toBe(6);
  });

  proves(
    ['O.redis_cluster'],
    'records are accepted while the nodes hang, and mail is sent again afterwards',
    async () => {
      const { token } = await newConnection({ set });
      for (const node of processes) node.kill('SIGSTOP');
      const note = await call('POST', '/wellbeing', { set, token, body: { text: 'A swim' } });
      for (const node of processes) node.kill('SIGCONT');
      expect(note.status).toBe(201);
      const connects = () =>
        newConnection({ set }).then(
          () => true,
          () => false,
        );
      await eventually(connects, 'mail to leave again');
    },
  );

  proves(['O.redis_cluster'], 'no command ever used keys of two slots', async () => {
    expect(await crossSlotErrors()).toBe(0);
    // Such a command is refused and counted, as here.
    const cluster = new Cluster(urls);
    await expect(cluster.exists('one', 'two')).rejects.toThrow('CROSSSLOT');
    cluster.disconnect();
    expect(await crossSlotErrors()).toBe(1);
  });
});
