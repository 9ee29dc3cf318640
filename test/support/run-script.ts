import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { environment } from './config.ts';
import type { SetAddresses } from './set.ts';

export type Ran = { exitCode: number; stdout: string; stderr: string };

/** Runs `npm run NAME` on a set; `env` is what an operator would set. */
export const runScript = async (
  name: 'account' | 'backup' | 'restore' | 'seed',
  args: string[],
  set: Pick<SetAddresses, 'dataDir'>,
  env: Record<string, string> = {},
): Promise<Ran> => {
  const script = fileURLToPath(new URL(`../../scripts/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...environment, DATA_DIR: set.dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? -1)));
  const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { exitCode, stdout, stderr };
};
