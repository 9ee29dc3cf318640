import { globSync } from 'node:fs';
import { mkdir, readdir, readFile, truncate } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { unpackDebianPackages } from '../debian-packages.ts';
import type { Engine, EngineOptions } from '../engine.ts';
import { runsHere } from '../run-command.ts';
import { waitUntilReady } from '../wait-until-ready.ts';

type Program = { command: string; env?: Record<string, string> };

/**
 * Redis on a loopback port with its append-only file in `dataDir`: the machine's `redis-server`, or else Debian's.
 * @throws Error, one line that says how to get one, where there is neither
 */
export const prepareRedis = async (options: EngineOptions): Promise<Engine> => {
  const { dataDir, port } = options;
  const installed = 'redis-server';
  const program = (await runsHere(installed)) ? { command: installed } : await debianProgram(options);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
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
        beforeStart: () => cutEnd(join(dataDir, 'appendonlydir')),
        ready: (ended) => waitUntilReady('redis', () => answersPing(port), { ended }),
      },
    ],
  };
};

/** What every Debian has, or what only sets up a server for the whole machine. */
const present = ['libc6', 'libgcc', 'libstdc++', 'libsystemd'];
const unneeded = ['adduser', 'init-system-helpers', 'lsb-base', 'sysvinit-utils'];

/** Debian's program runs with the libraries that came with it, and the machine's own for the rest. */
const debianProgram = async ({ cacheDir, progress }: EngineOptions): Promise<Program> => {
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
};

/**
 * Cuts off what a power cut leaves at the end of a file: zeros, with which Redis would not start, and a transaction without its
 * end, behind which Redis would write what it leaves out at the next start. It cuts off an incomplete entry itself. Not
 * `redis-check-aof --fix`, which would also cut off all that was written after a kill in the middle of a transaction.
 */
const cutEnd = async (appendOnlyFolder: string): Promise<void> => {
  for (const name of globSync('*.aof', { cwd: appendOnlyFolder })) {
    const file = join(appendOnlyFolder, name);
    const bytes = await readFile(file);
    const multiAt = bytes.lastIndexOf('*1\r\n$5\r\nMULTI\r\n');
    const isOpen = multiAt > bytes.lastIndexOf('*1\r\n$4\r\nEXEC\r\n');
    const length = isOpen ? multiAt : bytes.findLastIndex((byte) => byte !== 0) + 1;
    if (length < bytes.length) await truncate(file, length);
  }
};

/** An instance that still loads its file answers `-LOADING`. */
const answersPing = async (port: number): Promise<boolean> => {
  const socket = connect({ port, host: '127.0.0.1', timeout: 2_000 });
  socket.on('timeout', () => socket.destroy());
  socket.write('PING\r\n');
  for await (const answer of socket) return String(answer) === '+PONG\r\n';
  return false;
};
