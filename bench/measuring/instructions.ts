import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

const PERF_STAT = ['stat', '-x', ',', '-e', 'instructions'];

/** The count in what `perf stat -x ,` prints; undefined where it does not count the event. */
const readCount = (output: string): number | undefined => {
  const [, count] = /^(\d+),/m.exec(output) ?? [];
  return count === undefined ? undefined : Number(count);
};

/** Whether this machine counts instructions: many virtual ones do not, and `perf` may not be installed. */
const isCounted = promisify(execFile)('perf', [...PERF_STAT, 'true']).then(
  ({ stderr }) => readCount(stderr) !== undefined,
  () => false,
);

/**
 * Begins to count the instructions of these processes and of those that they start. The function that it gives ends the count:
 * how many there were, or undefined where the machine does not count them.
 */
export const countInstructions = async (
  pids: () => Promise<readonly number[]>,
): Promise<() => Promise<number | undefined>> => {
  if (!(await isCounted)) return async () => undefined;
  const which = ['-p', (await pids()).join(',')];
  // It waits to be told to begin through one pipe, and says through the other that it has (perf-stat(1)).
  const perf = spawn('perf', [...PERF_STAT, ...which, '--delay', '-1', '--control', 'fd:3,4'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  const [, , errors, control, acknowledged] = perf.stdio as unknown as [null, null, Duplex, Duplex, Duplex];
  const output = text(errors);
  control.write('enable\n');
  await once(acknowledged, 'data');
  return async () => {
    perf.kill('SIGINT');
    return readCount(await output);
  };
};
