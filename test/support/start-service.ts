import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { answersOk, waitUntilReady } from 'shared/embedded/wait-until-ready.ts';
import { environment } from './config.ts';

/** Starts one service on loopback beside a set, and resolves when it is ready. `env` is what it reads. */
export const startService = async (
  service: string,
  port: number,
  env: Record<string, string>,
  stdio: StdioOptions = 'ignore',
): Promise<ChildProcess> => {
  const main = fileURLToPath(new URL(`../../services/${service}/src/main.ts`, import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: { ...environment, ...env, PORT: String(port), HOST: '127.0.0.1' },
    stdio,
  });
  await waitUntilReady(`another ${service}`, () => answersOk(`http://127.0.0.1:${port}/health/ready`));
  return child;
};
