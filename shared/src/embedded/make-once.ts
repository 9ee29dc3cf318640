import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { runCommand } from './run-command.ts';

/**
 * Makes a folder that every later call finds done. All or nothing: `make` works on another path, which is renamed to `folder`
 * when it is done; and one at a time, also among processes.
 * @param make gets the path, where nothing is yet
 */
export async function makeOnce(
  folder: string,
  make: (unfinished: string) => Promise<unknown>,
): Promise<void> {
  if (existsSync(folder)) return;
  await mkdir(dirname(folder), { recursive: true });
  const unlock = await lock(`${folder}.lock`);
  try {
    if (existsSync(folder)) return;
    const unfinished = `${folder}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await make(unfinished);
    // After a power cut, the new name must not stand for files that were never written.
    await runCommand(['sync', '--file-system', unfinished]);
    await rename(unfinished, folder);
  } finally {
    unlock();
  }
}

/** `flock` runs `cat` once it has the lock, and holds it for as long as our end of `cat`'s input is open. */
async function lock(file: string): Promise<() => void> {
  const holder = spawn('flock', [file, 'cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
  holder.stdin.write('locked');
  const [answer] = await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit')]);
  if (`${answer}` !== 'locked') throw new Error(`${file} cannot be locked.`);
  return () => holder.stdin.end();
}
