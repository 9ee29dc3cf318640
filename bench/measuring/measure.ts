import { readdir, readFile } from 'node:fs/promises';

const readOr = (file: string, otherwise: string): Promise<string> =>
  readFile(file, 'utf8').catch(() => otherwise);

/** These processes and all that they started. */
const withDescendants = async (roots: readonly number[]): Promise<number[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map(
    await Promise.all(
      pids.map(async (pid): Promise<[number, number]> => {
        const stat = await readOr(`/proc/${pid}/stat`, '');
        // The name, in brackets, can hold anything: what follows is the state, then the parent.
        return [pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])];
      }),
    ),
  );
  const found = new Set(roots);
  // A Set that grows while it is walked is walked to its new end.
  for (const parent of found) for (const [pid, of] of parents) if (of === parent) found.add(pid);
  return [...found];
};

/**
 * The time that processes, with all their threads and the processes that they started, have spent on a core: nanoseconds
 * (`/proc/PID/task/TID/schedstat`).
 */
export const cpuTime = async (roots: readonly number[]): Promise<number> => {
  const times = await Promise.all(
    (await withDescendants(roots)).map(async (pid) => {
      const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
      return Promise.all(
        threads.map(async (thread) =>
          Number((await readOr(`/proc/${pid}/task/${thread}/schedstat`, '0')).split(' ')[0]),
        ),
      );
    }),
  );
  return times.flat().reduce((sum, time) => sum + time, 0);
};

/** The value below which `share` of the values lie. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;

export const median = (values: readonly number[]): number => percentile(values, 0.5);
