import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceSet, startSet } from '../support/set.ts';
import { environmentOf } from '../support/start-replica.ts';
import type { Row } from './row.ts';
import type { Trial } from './trial.ts';

/** Of the Debian package faketime. */
export const FAKETIME_LIBRARY = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketime.so.1`;
const JUMPED_MS = 8000;

/**
 * Six services on the engines of a running set, whose clocks jump a day ahead and back. Those of the engines do not: some of
 * their processes do not support it. Undefined where faketime is not installed.
 */
export const clockJump = async (set: ServiceSet, trial: Trial): Promise<Row | undefined> => {
  if (!existsSync(FAKETIME_LIBRARY)) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'diary-clock-'));
  const clock = join(folder, 'offset');
  await writeFile(clock, '+0');
  const { auth } = await set.parts();
  const jumping = await startSet({
    dataDir: join(folder, 'data'),
    env: {
      ...pick(await environmentOf(auth?.pid), ['MONGODB_URL', 'REDIS_URL', 'SMTP_URL', 'SECRET_KEY']),
      LD_PRELOAD: FAKETIME_LIBRARY,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  });
  try {
    return await trial.underLoad(
      { name: `clock a day ahead for ${JUMPED_MS / 1000} s, and back` },
      [jumping.url],
      async () => {
        await writeFile(clock, '+1d');
        await sleep(JUMPED_MS);
        await writeFile(clock, '+0');
      },
    );
  } finally {
    await jumping.stop();
    await rm(folder, { recursive: true });
  }
};

const pick = (env: Record<string, string>, names: string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => names.includes(name)));
