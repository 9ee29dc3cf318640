import { closeSync, existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lockFile } from './lock-file.ts';
import { runCommand } from './run-command.ts';

/**
 * Makes a folder that every later call finds done. All or nothing: `make` works on another path, which is renamed to `folder`
 * when it is done; and one at a time, also among processes.
 * @param make gets the path, where nothing is yet
 */
export const makeOnce = async (
  folder: string,
  make: (unfinished: string) => Promise<unknown>,
): Promise<void> => {
  if (existsSync(folder)) return;
  await mkdir(dirname(folder), { recursive: true });
  const unfinished = `${folder}.unfinished`;
  const lock = await lockFile(`${folder}.lock`);
  try {
    if (existsSync(folder)) return;
    await remove(unfinished);
    await make(unfinished);
    // After a power cut, the new name must not stand for files that were never written.
    await runCommand(['sync', '--file-system', unfinished]);
    await rename(unfinished, folder);
  } finally {
    await remove(unfinished).finally(() => closeSync(lock.file));
  }
};

/** Also while a program that an interrupted call has started is still dying, and may write. */
const remove = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
