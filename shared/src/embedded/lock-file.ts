import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';

/**
 * Opens a file and locks it (`flock(2)`): it stays locked until `file` is closed by every process that holds it, however that
 * ends. While another has it locked, waits for `waitSeconds`, without end where they are absent; `isTaken`: it still is. A file
 * system without locks goes unguarded.
 */
export async function lockFile(path: string, waitSeconds?: number) {
  const file = openSync(path, 'a');
  const limit = waitSeconds === undefined ? [] : ['--timeout', `${waitSeconds}`];
  const flock = spawn('flock', [...limit, '3'], { stdio: ['ignore', 'ignore', 'ignore', file] });
  const [code] = await once(flock, 'exit');
  return { file, isTaken: code === 1 };
}
