import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { environment } from '../support/config.ts';
import { site } from '../support/set.ts';

const SEED = new URL('../../scripts/seed.ts', import.meta.url).pathname;

/** Runs `npm run seed` on the set that the tests share. */
export const runSeed = async (
  args: string[],
  env: Record<string, string> = {},
): Promise<{ exitCode: number; stdout: string; stderr: string }> => {
  const child = spawn(process.execPath, [SEED, ...args], {
    env: { ...environment, DATA_DIR: site.dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? -1)));
  const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { exitCode, stdout, stderr };
};

/** A seed whose people nobody else has made. */
export const newSeed = (): number => Math.floor(Math.random() * 1_000_000);
