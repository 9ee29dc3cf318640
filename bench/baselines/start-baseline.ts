import { fork } from 'node:child_process';
import { once } from 'node:events';

export type Baseline = { pid: number; url: string; stop: () => void };

/** Starts a bare process of this folder; it tells its port when it listens. */
export const startBaseline = async (name: 'insert' | 'idle', ...args: string[]): Promise<Baseline> => {
  const child = fork(new URL(`${name}.ts`, import.meta.url), args);
  const failed = once(child, 'exit').then(([code]): never => {
    throw new Error(`the baseline ${name} ended with ${code}`);
  });
  const [port] = await Promise.race([once(child, 'message'), failed]);
  return { pid: child.pid ?? 0, url: `http://127.0.0.1:${port}`, stop: () => child.kill() };
};
