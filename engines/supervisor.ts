import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { boundToThisProcess } from './bound-to-this-process.ts';
import type { Part } from './engine.ts';
import { openPartLog, type PartLog } from './part-log.ts';

export type SupervisorOptions = {
  /** Gets `logs/NAME.log`, and `parts.json`: `{name: {pid, port, metricsPort}}` of the processes that run now. */
  dataDir: string;
  /** What every part inherits. */
  env: NodeJS.ProcessEnv;
  /** Says one line to the person at the terminal. */
  print: (line: string) => void;
  /** Called once, when every part is ready. */
  onReady: () => void;
  /** Stops the set when aborted. */
  stop: AbortSignal;
  /** A file descriptor that every part keeps open for as long as anything of it runs. */
  heldFile?: number;
};

type Running = { child?: ChildProcess; spawnedAt: number; exited: Promise<string> };
type Supervised = { part: Part; log: PartLog; running?: Running | undefined };
type Supervisor = SupervisorOptions & { supervised: Supervised[] };

const stopLimitMs = 15_000;
const restartDelaysMs = [0, 250, 500, 1_000, 2_000];
const longestRestartDelayMs = 4_000;
const steadyAfterMs = 30_000;

/**
 * Runs the parts until `stop` is aborted: stage after stage, the parts of a stage side by side; restarts a part that
 * dies; stops all in the reverse order. When it ends none of them runs any more, nor when it is killed.
 * @throws Error, one line, when a part does not become ready at its first start
 */
export const supervise = async (stages: Part[][], options: SupervisorOptions): Promise<void> => {
  const failed = new AbortController();
  const stop = AbortSignal.any([options.stop, failed.signal]);
  const stopped = new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve()));

  mkdirSync(join(options.dataDir, 'logs'), { recursive: true });
  const supervisedStages = stages.map((stage) => stage.map((part) => prepare(part, { ...options, stop })));
  const supervisor = { ...options, stop, supervised: supervisedStages.flat() };
  try {
    for (const stage of supervisedStages) {
      if (stop.aborted) return;
      await Promise.race([stopped, Promise.all(stage.map((each) => start(supervisor, each)))]);
    }
    if (stop.aborted) return;
    options.onReady();
    await stopped;
  } finally {
    failed.abort();
    for (const stage of supervisedStages.toReversed())
      await Promise.all(stage.map((each) => stopOne(supervisor, each)));
    rmSync(partsFile(options), { force: true });
  }
};

const prepare = (part: Part, { dataDir, print, stop }: SupervisorOptions): Supervised => {
  const warn = (line: string) => {
    // While all stop, each misses the others: only the log has those lines.
    if (!stop.aborted) print(`${part.name}: ${line}`);
  };
  return { part, log: openPartLog(join(dataDir, 'logs', `${part.name}.log`), warn) };
};

const start = async (supervisor: Supervisor, supervised: Supervised) => {
  await supervised.part.beforeStart?.();
  if (supervisor.stop.aborted) return;
  const running = spawnPart(supervisor, supervised);
  await untilReady(supervised, running);
  supervisor.print(
    `${supervised.part.name} is ready after ${seconds(performance.now() - running.spawnedAt)}.`,
  );
  void keepRunning(supervisor, supervised, running);
};

const untilReady = async ({ part, log }: Supervised, { exited }: Running) => {
  const ended = new AbortController();
  const died = exited.then((how) => {
    ended.abort();
    throw new Error(withLastLines(`${part.name} ended before it was ready (${how}).`, log));
  });
  await Promise.race([part.ready(ended.signal), died]);
};

const keepRunning = async (supervisor: Supervisor, supervised: Supervised, first: Running) => {
  const { part, log } = supervised;
  let running = first;
  for (let deaths = 0; ; deaths += 1) {
    const how = await running.exited;
    if (supervisor.stop.aborted) return;
    supervisor.print(withLastLines(`${part.name} ended (${how}) and is restarting.`, log));
    if (performance.now() - running.spawnedAt > steadyAfterMs) deaths = 0;
    await sleep(restartDelaysMs[deaths] ?? longestRestartDelayMs);
    await part.beforeStart?.().catch((error: Error) => supervisor.print(`${part.name}: ${error.message}`));
    if (supervisor.stop.aborted) return;
    running = spawnPart(supervisor, supervised);
    await untilReady(supervised, running).then(
      () => supervisor.print(`${part.name} is ready again.`),
      () => killGroup(running),
    );
  }
};

/**
 * Each part leads a process group of its own, so that Ctrl+C at the terminal reaches the supervisor alone. When the supervisor
 * dies, a part is killed, not asked to stop: as all parts are dying, it might wait for ever for another. A part that must not
 * be killed names its own signal.
 */
const spawnPart = (supervisor: Supervisor, supervised: Supervised): Running => {
  const { part, log } = supervised;
  const [command = '', ...args] = boundToThisProcess([part.command, ...part.args]);
  const spawnedAt = performance.now();
  let child: ChildProcess;
  try {
    child = spawn(command, args, {
      detached: true,
      env: { ...supervisor.env, ...part.env },
      stdio: ['ignore', 'pipe', 'pipe', supervisor.heldFile ?? 'ignore'],
    });
  } catch (error) {
    // Without memory for another process, the part has died at once.
    return { spawnedAt, exited: Promise.resolve((error as Error).message) };
  }
  log.follow(child);
  const exited = untilExit(child).then((how) => {
    supervised.running = undefined;
    writePartsFile(supervisor);
    return how;
  });
  const running = { child, spawnedAt, exited };
  supervised.running = running;
  writePartsFile(supervisor);
  return running;
};

/** How the process ended, once it has and its last output was read (or something of it keeps the output open). */
const untilExit = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => {
      const how = signal ?? `exit code ${code}`;
      child.once('close', () => resolve(how));
      setTimeout(resolve, 200, how);
    });
  });

const stopOne = async (supervisor: Supervisor, { part, running }: Supervised) => {
  if (!running) return;
  running.child?.kill(part.stopSignal ?? 'SIGTERM');
  const late = setTimeout(() => {
    supervisor.print(`${part.name} did not stop within ${seconds(stopLimitMs)}: killing it.`);
    killGroup(running);
  }, stopLimitMs);
  await running.exited;
  clearTimeout(late);
};

const killGroup = ({ child }: Running) => {
  const pid = child?.pid;
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself in the meantime.
  }
};

const partsFile = ({ dataDir }: SupervisorOptions) => join(dataDir, 'parts.json');

const writePartsFile = (supervisor: Supervisor) => {
  const parts = supervisor.supervised.flatMap(({ part, running }) =>
    running ? [[part.name, { pid: running.child?.pid, port: part.port, metricsPort: part.metricsPort }]] : [],
  );
  const file = partsFile(supervisor);
  try {
    writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(parts)));
    renameSync(`${file}.new`, file);
  } catch (error) {
    supervisor.print(`parts.json is out of date: ${(error as Error).message}`);
  }
};

const withLastLines = (line: string, log: PartLog) => [line, ...log.lastLines()].join('\n  ');

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
