import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { boundToThisProcess } from './bound-to-this-process.ts';

/**
 * Runs a Linux command to its end and returns what it printed; the command ends with this process, however that ends.
 * @throws Error, one line of what the command complained of
 */
export const runCommand = async (command: string[], { input = '' } = {}): Promise<string> => {
  const [program = '', ...args] = boundToThisProcess(command);
  const running = promisify(execFile)(program, args, { maxBuffer: 64_000_000 });
  // A command that fails early leaves its input unread; its error is thrown below.
  running.child.stdin?.on('error', () => {}).end(input);
  const { stdout } = await running.catch((error: Error & { stderr?: string }) => {
    const lines = error.stderr?.trim().split('\n') ?? [];
    const reason = lines.find((line) => /No space left|^E: |error: |FATAL: /.test(line));
    throw new Error(reason || lines.at(-1) || error.message);
  });
  return stdout;
};

/** Whether a program runs here: it may exist and still lack a library or an instruction of the processor. */
export const runsHere = async (program: string): Promise<boolean> =>
  promisify(execFile)(program, ['--version']).then(
    () => true,
    () => false,
  );
