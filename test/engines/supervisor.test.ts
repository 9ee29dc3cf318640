import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Part } from 'engines/engine.ts';
import { freePort } from 'engines/ports.ts';
import { supervise } from 'engines/supervisor.ts';
import { answersOk, waitUntilReady } from 'engines/wait-until-ready.ts';
import { environment } from '../support/config.ts';
import type { DummyPart } from '../support/dummy-set.ts';
import { eventually } from '../support/eventually.ts';
import { readParts } from '../support/set.ts';
import { endProcess } from '../support/start-part.ts';

const program = fileURLToPath(new URL('../support/dummy-set.ts', import.meta.url));

let dataDir: string;
let set: ChildProcess;
let output: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'supervisor-'));
});

afterEach(async () => {
  if (set) await endProcess(set, 'SIGTERM');
  rmSync(dataDir, { recursive: true });
});

/** Starts a set as the leader of a process group, like a command at a terminal. */
const startSet = (...stages: DummyPart[][]) => {
  startSetWith(environment, ...stages);
};

const startSetWith = (env: NodeJS.ProcessEnv, ...stages: DummyPart[][]) => {
  set = spawn(process.execPath, [program, JSON.stringify({ dataDir, stages })], { detached: true, env });
  output = '';
  for (const stream of [set.stdout, set.stderr]) stream?.on('data', (chunk) => (output += chunk));
};

const startedSet = async (...stages: DummyPart[][]) => {
  startSet(...stages);
  await eventually(() => output.includes('All are ready.'), `the set; it said: ${output}`);
};

const exitCode = async () => {
  if (set.exitCode === null) await once(set, 'close');
  return set.exitCode;
};

/** A part that notes in `events` when it starts and when SIGTERM stops it. */
const dummy = async (name: string, extra = ''): Promise<DummyPart> => {
  const port = await freePort();
  const source = `
    const note = (event) => require('node:fs').appendFileSync('${join(dataDir, 'events')}', event + ' ${name}\\n');
    process.on('SIGTERM', () => { note('stop'); process.exit(); });
    require('node:http').createServer((_, response) => response.end()).listen(${port}, '127.0.0.1', () => note('start'));
    ${extra}`;
  return { name, port, source };
};

const ignoreSigterm = "process.removeAllListeners('SIGTERM').on('SIGTERM', () => {});";

const events = () => readFileSync(join(dataDir, 'events'), 'utf8').trim().split('\n');

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('a set', () => {
  test('starts stage by stage and stops in reverse, also on Ctrl+C, which a terminal sends to the whole group', async () => {
    await startedSet([await dummy('engine')], [await dummy('service')], [await dummy('gateway')]);
    process.kill(-(set.pid ?? 0), 'SIGINT');
    expect(await exitCode()).toBe(0);
    expect(events()).toEqual([
      ...['start engine', 'start service', 'start gateway'],
      ...['stop gateway', 'stop service', 'stop engine'],
    ]);
  });

  test('leaves no process behind when it is killed', async () => {
    await startedSet([await dummy('engine')], [await dummy('stubborn', ignoreSigterm)]);
    const pids = Object.values(await readParts(dataDir)).map(({ pid }) => pid);
    expect(pids.map(isRunning)).toEqual([true, true]);
    await endProcess(set, 'SIGKILL');
    await eventually(() => !pids.some(isRunning), 'the parts to end');
  });

  test('leaves no process behind when killed before a part is tied to it', async () => {
    const slowSetpriv = `#!/bin/sh
      sleep 5
      PATH=\${PATH#*:}
      exec setpriv "$@"
    `;
    writeFileSync(join(dataDir, 'setpriv'), slowSetpriv, { mode: 0o755 });
    startSetWith({ ...environment, PATH: `${dataDir}:${environment.PATH}` }, [await dummy('engine')]);
    const parts = () => readParts(dataDir).catch(() => undefined);
    const pid = await eventually(async () => (await parts())?.engine?.pid, 'the part to be spawned');
    await endProcess(set, 'SIGKILL');
    await eventually(() => !isRunning(pid), 'the part to end');
    expect(readdirSync(dataDir)).not.toContain('events');
  });

  test('kills a part that does not stop by itself', async () => {
    await startedSet([await dummy('stubborn', ignoreSigterm)]);
    const { stubborn } = await readParts(dataDir);
    set.kill('SIGTERM');
    expect(await exitCode()).toBe(0);
    expect(output).toContain('stubborn did not stop within 15.0 s: killing it.');
    expect(isRunning(stubborn?.pid ?? 0)).toBe(false);
  });
});

describe('a part that dies', () => {
  test('is restarted on its port, and its last output is shown', async () => {
    const mortal = await dummy('mortal', "console.log('my last words');");
    await startedSet([mortal]);
    const first = (await readParts(dataDir)).mortal;
    expect(first?.port).toBe(mortal.port);
    process.kill(first?.pid ?? 0, 'SIGKILL');
    await eventually(() => output.includes('mortal is ready again.'), 'the restart');
    expect(output).toContain('mortal ended (SIGKILL) and is restarting.\n  my last words\n');
    const second = (await readParts(dataDir)).mortal;
    expect(second?.port).toBe(first?.port);
    expect(second?.pid).not.toBe(first?.pid);
  });

  test('is restarted any number of times', async () => {
    await startedSet([await dummy('mortal')]);
    for (const times of [1, 2, 3]) {
      const { mortal } = await readParts(dataDir);
      process.kill(mortal?.pid ?? 0, 'SIGKILL');
      await eventually(() => output.match(/is ready again/g)?.length === times, `restart ${times}`);
    }
  });

  /** Supervises a part in this process until `work` is done; `output()` is what was printed so far. */
  const whileSupervised = async (
    more: Pick<Part, 'beforeStart'>,
    env: NodeJS.ProcessEnv,
    work: (output: () => string) => Promise<void>,
  ) => {
    const { name, port, source } = await dummy('mortal');
    const ready = () => waitUntilReady(name, () => answersOk(`http://127.0.0.1:${port}`));
    const part = { name, command: process.execPath, args: ['--eval', source], ready, ...more };
    const stop = new AbortController();
    let printed = '';
    const print = (line: string) => (printed += `${line}\n`);
    let running = Promise.resolve();
    await new Promise<void>((resolve) => {
      running = supervise([[part]], { dataDir, env, print, onReady: resolve, stop: stop.signal });
    });
    await work(() => printed);
    stop.abort();
    await running;
  };

  test('is restarted once there is room for its process again', async () => {
    const env = { ...environment };
    await whileSupervised({}, env, async (printed) => {
      // Longer than the kernel takes: `spawn` throws, as it does without memory.
      env.TOO_LONG = 'x'.repeat(200_000);
      process.kill((await readParts(dataDir)).mortal?.pid ?? 0, 'SIGKILL');
      await eventually(() => printed().includes('mortal ended (spawn E2BIG)'), 'the second death');
      delete env.TOO_LONG;
      await eventually(() => printed().includes('mortal is ready again.'), 'the restart');
    });
  });

  test('is mended before each start, and restarted even where that fails', async () => {
    let starts = 0;
    const beforeStart = async () => {
      starts += 1;
      if (starts === 2) throw new Error('cannot be mended');
    };
    await whileSupervised({ beforeStart }, environment, async (printed) => {
      expect(starts).toBe(1);
      process.kill((await readParts(dataDir)).mortal?.pid ?? 0, 'SIGKILL');
      await eventually(() => printed().includes('mortal is ready again.'), 'the restart');
      expect(printed()).toContain('mortal: cannot be mended\n');
    });
  });

  test('before it was ready stops the set, which says why', async () => {
    const broken = await dummy('broken', "console.error('PORT is wrong.'); process.exit(3);");
    startSet([await dummy('engine')], [broken, await dummy('service')], [await dummy('gateway')]);
    expect(await exitCode()).toBe(1);
    expect(output).toContain('broken ended before it was ready (exit code 3).\n  PORT is wrong.\n');
    expect(events()).toContain('stop engine');
    expect(events()).not.toContain('start gateway');
  });

  test('before it was ready says nothing of what the others miss while they stop', async () => {
    const missing = `process.prependListener('SIGTERM', () => console.log('{"level":40,"msg":"broken is away"}'));`;
    const broken = await dummy('broken', 'setTimeout(process.exit, 500, 3)');
    startSet([await dummy('service', missing)], [{ ...broken, port: await freePort() }]);
    expect(await exitCode()).toBe(1);
    expect(events()).toContain('stop service');
    expect(output).not.toContain('broken is away');
  });
});

test('a part that never becomes ready stops the set, which says so in one line', async () => {
  const silent = { ...(await dummy('silent')), source: 'setInterval(() => {}, 1e6)', limitMs: 500 };
  startSet([silent]);
  expect(await exitCode()).toBe(1);
  expect(output).toBe('silent did not answer within 0.5 s.\n');
});

test('a part that lacks something until the end says what', async () => {
  const waiting = await dummy('waiting');
  const source = waiting.source.replace('response.end()', "response.writeHead(503).end('redis is down')");
  startSet([{ ...waiting, source, limitMs: 2_000 }]);
  expect(await exitCode()).toBe(1);
  expect(output).toBe('waiting is not ready after 2 s: redis is down\n');
});

test('a clock that is set forward meanwhile shortens no wait', async () => {
  const clock = jest.spyOn(Date, 'now');
  const answers = [false, true];
  await waitUntilReady('part', async () => {
    clock.mockReturnValue(Number.MAX_SAFE_INTEGER);
    return answers.shift() ?? false;
  }).finally(() => clock.mockRestore());
  expect(answers).toEqual([]);
});

test('the terminal shows only warnings, the log everything', async () => {
  const lines = [
    { level: 30, time: 1, msg: 'listening' },
    { level: 40, time: 2, msg: 'slow', err: { code: 'EAGAIN', stack: 'at x' } },
  ];
  const print = lines.map((line) => `console.log('${JSON.stringify(line)}');`).join('');
  await startedSet([await dummy('talker', print)]);
  await eventually(() => output.includes('slow'), 'the warning');
  expect(output).toContain('talker: slow {"err":{"code":"EAGAIN"}}\n');
  expect(output).not.toContain('listening');
  expect(readFileSync(join(dataDir, 'logs', 'talker.log'), 'utf8')).toBe(
    lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  );
});

test('warnings of parts during shutdown appear only in their logs', async () => {
  const warning = '{"level":40,"time":1,"msg":"the other is away"}';
  const { source, ...talker } = await dummy('talker');
  await startedSet([
    { ...talker, source: `process.on('SIGTERM', () => console.log('${warning}'));${source}` },
  ]);
  set.kill('SIGTERM');
  await exitCode();
  expect(readFileSync(join(dataDir, 'logs', 'talker.log'), 'utf8')).toBe(`${warning}\n`);
  expect(output).not.toContain('away');
});

test('a log does not grow without limit', async () => {
  const print = "for (let i = 0; i < 25_000; i += 1) console.log('x'.repeat(1_000)); console.log('done');";
  await startedSet([await dummy('talker', print)]);
  const log = join(dataDir, 'logs', 'talker.log');
  // During rotation there is no log for a moment.
  const text = () => readFile(log, 'utf8').catch(() => '');
  await eventually(async () => (await text()).endsWith('done\n'), 'the last line');
  for (const file of [log, `${log}.1`]) expect(statSync(file).size).toBeLessThan(11_000_000);
});
