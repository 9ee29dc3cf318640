import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { unpackDebianPackages } from '../debian-packages.ts';
import type { Engine, EngineOptions } from '../engine.ts';
import { runCommand, runsHere } from '../run-command.ts';
import { waitUntilReady } from '../wait-until-ready.ts';

type Program = { command: string; env?: Record<string, string> };

/**
 * Redis on a loopback port with its append-only file in `dataDir`: the machine's `redis-server`, or else Debian's.
 * @throws Error, one line that says how to get one, where there is neither
 */
export async function prepareRedis(options: EngineOptions): Promise<Engine> {
  const { dataDir, port } = options;
  const installed = 'redis-server';
  const program = (await runsHere(installed)) ? { command: installed } : await debianProgram(options);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await repairAppendOnlyFile(program, dataDir);
  return {
    url: `redis://127.0.0.1:${port}`,
    parts: [
      {
        name: 'redis',
        port,
        ...program,
        args: [
          ...`--bind 127.0.0.1 --port ${port} --daemonize no --maxmemory-policy noeviction`.split(' '),
          // An acknowledged job outlives a kill, and all but the last second's outlive a power cut.
          ...'--appendonly yes --appendfsync everysec'.split(' '),
          ...['--save', '', '--dir', dataDir],
        ],
        ready: () => waitUntilReady('redis', () => answersPing(port)),
      },
    ],
  };
}

/** What every Debian has, or what only sets up a server for the whole machine. */
const present = ['libc6', 'libgcc', 'libstdc++', 'libsystemd'];
const unneeded = ['adduser', 'init-system-helpers', 'lsb-base', 'sysvinit-utils'];

/** Debian's program runs with the libraries that came with it, and the machine's own for the rest. */
async function debianProgram({ cacheDir, progress }: EngineOptions): Promise<Program> {
  const folder = join(cacheDir, 'redis');
  await unpackDebianPackages({
    name: 'Redis',
    packages: ['redis-server'],
    exclude: [...present, ...unneeded],
    into: folder,
    progress,
  }).catch((error: Error) => {
    throw new Error(
      `No Redis: install redis-server, or set REDIS_URL to a running one. (Debian's package could not be fetched: ${error.message})`,
    );
  });
  const libraries = join(folder, 'usr', 'lib');
  const [machine] = (await readdir(libraries)).filter((name) => name.includes('-linux-'));
  return {
    command: join(folder, 'usr', 'bin', 'redis-server'),
    env: { LD_LIBRARY_PATH: join(libraries, machine ?? '') },
  };
}

/**
 * Cuts off what a power cut left behind the last complete entry of the append-only file, with which Redis would not start. What
 * cannot be repaired so, Redis itself reports.
 */
async function repairAppendOnlyFile({ command, env = {} }: Program, dataDir: string): Promise<void> {
  const manifest = join(dataDir, 'appendonlydir', 'appendonly.aof.manifest');
  if (!existsSync(manifest)) return;
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const check = [join(dirname(command), 'redis-check-aof'), '--fix', manifest];
  await runCommand(['env', ...variables, ...check], { input: 'y\n' }).catch(() => {});
}

/** An instance that still loads its file answers `-LOADING`. */
async function answersPing(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1', timeout: 2_000 });
  socket.on('timeout', () => socket.destroy());
  socket.write('PING\r\n');
  for await (const answer of socket) return String(answer) === '+PONG\r\n';
  return false;
}
