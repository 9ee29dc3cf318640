import { readdir, readFile } from 'node:fs/promises';
import { memory } from '../../test/support/memory.ts';

/** Processes, by the name of the part that they are; each counts with all that it started. */
export type Processes = Readonly<Record<string, readonly number[]>>;

/** USER_HZ, the unit of times in `/proc/PID/stat`, is a hundredth of a second on Linux. */
const TICK_NS = 10_000_000;

const readOr = (file: string, otherwise: string): Promise<string> =>
  readFile(file, 'utf8').catch(() => otherwise);

/** Of each process that runs: who started it, and the nanoseconds that its own ended children took. */
const readProcesses = async (): Promise<Map<number, { parent: number; endedChildren: number }>> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const entries = pids.map(async (pid) => {
    const stat = await readOr(`/proc/${pid}/stat`, '');
    // The name, in brackets, can hold anything: what follows is the third field, the state (proc_pid_stat(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const field = (number: number) => Number(fields[number - 3] ?? 0);
    return [pid, { parent: field(4), endedChildren: (field(16) + field(17)) * TICK_NS }] as const;
  });
  return new Map(await Promise.all(entries));
};

const withDescendants = (
  roots: readonly number[],
  running: ReadonlyMap<number, { parent: number }>,
): number[] => {
  const found = new Set(roots);
  // A Set that grows while it is walked is walked to its new end.
  for (const of of found) for (const [pid, { parent }] of running) if (parent === of) found.add(pid);
  return [...found];
};

/** All processes of all parts that run now. */
export const allOf = async (processes: Processes): Promise<number[]> =>
  withDescendants(Object.values(processes).flat(), await readProcesses());

/** Gives each part a figure, made of those of its processes. */
const addUpParts = async (
  processes: Processes,
  ofProcess: (pid: number, endedChildren: number) => Promise<number>,
): Promise<Record<string, number>> => {
  const running = await readProcesses();
  const ofPart = async (roots: readonly number[]): Promise<number> => {
    const pids = withDescendants(roots, running);
    return total(await Promise.all(pids.map((pid) => ofProcess(pid, running.get(pid)?.endedChildren ?? 0))));
  };
  return Object.fromEntries(
    await Promise.all(
      Object.entries(processes).map(async ([name, roots]) => [name, await ofPart(roots)] as const),
    ),
  );
};

/**
 * The time that each part has spent on a core, nanoseconds: all threads that run (`/proc/PID/task/TID/schedstat`), and the
 * children that have ended, in steps of 10 ms: PostgreSQL forks a process for each connection.
 */
export const cpuTime = (processes: Processes): Promise<Record<string, number>> =>
  addUpParts(processes, async (pid, endedChildren) => {
    const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
    const times = threads.map(async (thread) =>
      Number((await readOr(`/proc/${pid}/task/${thread}/schedstat`, '0')).split(' ')[0]),
    );
    return total(await Promise.all(times)) + endedChildren;
  });

/** The memory of each part, pages that processes share counted in part: MiB (`Pss`). */
export const memoryOf = (processes: Processes): Promise<Record<string, number>> =>
  // A process may have ended since it was listed.
  addUpParts(processes, (pid) => memory(pid).catch(() => 0));

export const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** The value below which `share` of the values lie. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;

export const median = (values: readonly number[]): number => percentile(values, 0.5);
