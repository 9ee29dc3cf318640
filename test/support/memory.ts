import { readFile } from 'node:fs/promises';

/** The memory of a process, pages that it shares counted in part: MiB (`Pss`). */
export const memory = async (pid: number): Promise<number> => {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1]) / 1024;
};
