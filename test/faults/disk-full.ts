import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSet } from '../support/set.ts';
import type { Row } from './row.ts';
import { createTrial } from './trial.ts';

const DISK = '700m';
const FULL_MS = 8000;

/** A set with its data on a small disk that is filled up and emptied again. Undefined where mounting is not permitted. */
export const diskFull = async (): Promise<Row | undefined> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'diary-small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', dataDir], { stdio: 'ignore' });
  } catch {
    await rm(dataDir, { recursive: true });
    return undefined;
  }
  try {
    const set = await startSet({ dataDir });
    const trial = await createTrial(set);
    try {
      return await trial.underLoad({ name: `disk full for ${FULL_MS / 1000} s` }, [set.url], async () => {
        const ballast = join(dataDir, 'ballast');
        const { bavail, bsize } = await statfs(dataDir);
        await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch(() => {});
        await sleep(FULL_MS);
        await rm(ballast);
      });
    } finally {
      await trial.close();
      await set.stop();
    }
  } finally {
    execFileSync('umount', [dataDir]);
    await rm(dataDir, { recursive: true });
  }
};
