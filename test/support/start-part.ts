import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Part } from 'engines/engine.ts';
import { environment } from './config.ts';

/** Starts a part as the supervisor would, and resolves when it is ready. */
export const startPart = async ({ command, args, env, beforeStart, ready }: Part): Promise<ChildProcess> => {
  await beforeStart?.();
  const child = spawn(command, args, { env: { ...environment, ...env }, stdio: 'ignore' });
  await ready();
  return child;
};

/** Ends a process started by the test, and resolves when it has ended. */
export const endProcess = async (child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
};
