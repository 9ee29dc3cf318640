import { spawnSync } from 'node:child_process';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const orphanLimitSeconds = 20;

/**
 * Makes the calling process the only one that runs a set on `dataDir`, until it ends, however it ends: the kernel
 * keeps the locks (`flock(2)`), so a killed process leaves none behind. A machine without `flock` goes unguarded.
 * @returns the file descriptor for the parts to hold open: a next set waits until the last of them is gone
 * @throws Error, one line, when another set runs on the folder
 */
export function lockDataDir(dataDir: string): number {
  const setLock = join(dataDir, 'set.lock');
  lockFile(setLock, 0, () => {
    const running = `Another set runs on ${dataDir}, as process ${readFileSync(setLock, 'utf8').trim()}`;
    return `${running}: stop it, or set DATA_DIR, SITE_URL and MAILBOX_PORT to run a second one.`;
  });
  writeFileSync(setLock, `${process.pid}\n`);
  return lockFile(
    join(dataDir, 'parts.lock'),
    orphanLimitSeconds,
    () => `Parts of an earlier set still run on ${dataDir}: wait for them to end, or end them.`,
  );
}

/** `flock` locks the open file that it inherits, which stays locked for as long as any process holds it open. */
function lockFile(path: string, waitSeconds: number, refusal: () => string): number {
  const file = openSync(path, 'a');
  const flock = spawnSync('flock', ['--timeout', `${waitSeconds}`, '3'], {
    stdio: ['ignore', 'ignore', 'ignore', file],
  });
  if (flock.status === 1) throw new Error(refusal());
  return file;
}
