import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';

/**
 * Opens a file and locks it (`flock(2)`): it stays locked until `file` is closed by every process that holds it, however that
 * ends. While another has it locked, waits for `waitSeconds`, without end where they are absent; `isTaken`: it still is. A file
 * system without locks goes unguarded.
 * @throws Error, one line, when the waiting itself is killed
 */
export async function lockFile(path: string, waitSeconds?: number) {
  const file = openSync(path, 'a');
  const limit = waitSeconds === undefined ? [] : ['--timeout', `${waitSeconds}`];
  const flock = spawn('flock', [...limit, '3'], { stdio: ['ignore', 'ignore', 'ignore', file] });
  const [code, signal] = await once(flock, 'exit');
  if (signal) throw new Error(`The lock of ${path} was not waited for: flock was ended by ${signal}.`);
  return { file, isTaken: code === 1 };
}
