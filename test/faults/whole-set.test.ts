import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { meal } from '../rest/samples.ts';
import { call, newConnection } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { startSet } from '../support/set.ts';

const body = { ...meal, eaten_at: '2026-03-01T10:00:00+01:00' };

proves(
  ['F.whole_set_killed'],
  'after kill -9 of the whole set during writes and a restart, every acknowledged meal is there once',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'diary-killed-'));
    const first = await startSet({ dataDir });
    const connections = await Promise.all([1, 2, 3, 4].map(() => newConnection({ set: first })));
    const acknowledged = connections.map((): string[] => []);
    const writing = connections.map(async ({ token }, index) => {
      for (let count = 0; count < 60; count += 1) {
        const answer = await call('POST', '/meals', { token, body, set: first }).catch(() => undefined);
        if (!answer) return;
        if (answer.status === 201) acknowledged[index]?.push(answer.body.id);
      }
    });
    await eventually(() => acknowledged.every((ids) => ids.length >= 5), 'some meals to be written');
    const exited = once(first.process, 'exit');
    first.process.kill('SIGKILL');
    await Promise.all([exited, ...writing]);

    const second = await startSet({ dataDir });
    try {
      for (const [index, { token }] of connections.entries()) {
        const day = await call('GET', '/meals', { token, query: { day: '2026-03-01' }, set: second });
        const ids = day.body.meals.map(({ id }: { id: string }) => id);
        expect(ids).toEqual(expect.arrayContaining(acknowledged[index] ?? []));
        expect(new Set(ids).size).toBe(ids.length);
      }
    } finally {
      await second.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
