import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { endProcess } from '../support/start-part.ts';

const printer = new URL('../../scripts/print.ts', import.meta.url).href;

/** A program that prints so many lines once it is told to, and ends with code 3. */
const program = (lines: number) => [
  process.execPath,
  '--input-type=module',
  '--eval',
  `const { flush, print, printError } = await import('${printer}');
  process.stdin.once('data', async () => {
    for (let i = 0; i < ${lines}; i += 1) print('line ' + i);
    printError('the end');
    await flush();
    process.exit(3);
  });`,
];

const endOf = async (child: ChildProcess) => {
  const [code] = await Promise.race([once(child, 'exit'), sleep(10_000, ['still runs'], { ref: false })]);
  await endProcess(child);
  return code;
};

test('of more than can be read in time, the first lines are kept and the others dropped', async () => {
  const [command = '', ...args] = program(100_000);
  const child = spawn(command, args);
  child.stdin.write('go\n');
  const [printed, code] = await Promise.all([text(child.stdout), endOf(child)]);
  expect(code).toBe(3);
  const lines = printed.split('\n').slice(0, -1);
  expect(lines.length).toBeGreaterThan(1_000);
  expect(lines.length).toBeLessThan(100_000);
  expect(lines).toEqual(lines.map((_, i) => `line ${i}`));
});

test('a pipe that nobody reads does not keep a program from its end', async () => {
  const script = '{ "$@"; echo $? >&3; } | sleep 60';
  const stdio = ['pipe', 'ignore', 'ignore', 'pipe'] as const;
  const shell = spawn('sh', ['-c', script, 'sh', ...program(100_000)], { detached: true, stdio: [...stdio] });
  shell.stdin?.write('go\n');
  const [code] = await Promise.race([
    once(shell.stdio[3] as Readable, 'data'),
    sleep(10_000, ['still runs'], { ref: false }),
  ]);
  process.kill(-(shell.pid ?? 0), 'SIGKILL');
  expect(String(code)).toBe('3\n');
});

test('all that is printed, and a complaint, is read before the end', async () => {
  const [command = '', ...args] = program(1_000);
  const child = spawn(command, args);
  const read = Promise.all([text(child.stdout), text(child.stderr)]);
  child.stdin.write('go\n');
  expect(await endOf(child)).toBe(3);
  const all = Array.from({ length: 1_000 }, (_, i) => `line ${i}\n`).join('');
  expect(await read).toEqual([all, 'the end\n']);
});

test('a terminal that Ctrl+S has stopped stops nothing but its output', async () => {
  const command = program(10_000).map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  const terminal = spawn('script', ['--quiet', '--return', '--command', command.join(' '), '/dev/null']);
  await sleep(500);
  terminal.stdin.write('\x13');
  await sleep(100);
  terminal.stdin.write('go\n');
  expect(await endOf(terminal)).toBe(3);
});
