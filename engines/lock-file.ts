import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';

type LockOptions = {
  /** How long to wait while another has it locked; without end where absent. */
  waitSeconds?: number;
  /** Holds off only those who want it for themselves. The file is there already, and may be somebody else's. */
  shared?: boolean;
};

/**
 * Opens a file and locks it (`flock(2)`): it stays locked until `file` is closed by every process that holds it, however that
 * ends. `isTaken`: another has it locked still. A file system without locks goes unguarded.
 * @throws Error, one line, when the waiting itself is killed
 */
export const lockFile = async (path: string, { waitSeconds, shared = false }: LockOptions = {}) => {
  const file = openSync(path, shared ? 'r' : 'a');
  const limit = waitSeconds === undefined ? [] : ['--timeout', `${waitSeconds}`];
  const options = [...limit, shared ? '--shared' : '--exclusive'];
  const flock = spawn('flock', [...options, '3'], { stdio: ['ignore', 'ignore', 'ignore', file] });
  const [code, signal] = await once(flock, 'exit');
  if (signal) throw new Error(`The lock of ${path} was not waited for: flock was ended by ${signal}.`);
  return { file, isTaken: code === 1 };
};
