import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockFile } from './lock-file.ts';

const orphanLimitSeconds = 20;

/**
 * Makes the calling process the only one that runs a set on `dataDir`, until it ends, however it ends: the kernel keeps the
 * locks, so a killed process leaves none behind.
 * @returns the file descriptor for the parts to hold open: a next set waits until the last of them has ended
 * @throws Error, one line, when another set runs on the folder
 */
export const lockDataDir = async (dataDir: string): Promise<number> => {
  const setLock = join(dataDir, 'set.lock');
  const { isTaken } = await lockFile(setLock, { waitSeconds: 0 });
  if (isTaken) {
    const running = `Another set runs on ${dataDir}, as process ${readFileSync(setLock, 'utf8').trim()}`;
    throw new Error(`${running}: stop it, or set DATA_DIR, SITE_URL and MAILBOX_PORT to run a second one.`);
  }
  writeFileSync(setLock, `${process.pid}\n`);
  const parts = await lockFile(join(dataDir, 'parts.lock'), { waitSeconds: orphanLimitSeconds });
  if (parts.isTaken)
    throw new Error(`Parts of an earlier set still run on ${dataDir}: wait for them to end, or end them.`);
  return parts.file;
};
