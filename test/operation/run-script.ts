import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { environment } from '../support/config.ts';
import type { SetAddresses } from '../support/set.ts';

export type Ran = { exitCode: number; stdout: string; stderr: string };

/** Runs `npm run NAME` on a set. */
export const runScript = async (
  name: 'backup' | 'restore' | 'change-email',
  args: string[],
  set: SetAddresses,
): Promise<Ran> => {
  const script = new URL(`../../scripts/${name}.ts`, import.meta.url).pathname;
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...environment, DATA_DIR: set.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? -1)));
  const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { exitCode, stdout, stderr };
};
