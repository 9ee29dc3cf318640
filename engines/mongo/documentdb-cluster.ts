import { chmod, copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { postgresUser, socketName } from 'wire-gateway/postgres-address.ts';
import { unpackDebianPackages } from '../debian-packages.ts';
import type { EngineOptions } from '../engine.ts';
import { makeOnce } from '../make-once.ts';
import { runCommand } from '../run-command.ts';
import { asPostgresUser } from './postgres-user.ts';

/** The release of Debian that carries DocumentDB, and what the cache has of it. */
const suite = 'forky';
const version = 'documentdb-1.0-forky';
const postgresLib = 'usr/lib/postgresql/18';

/** What DocumentDB does not need, two thirds of the download: maps, and a server for the whole machine. */
const mapPackages = ['libgdal', 'libsfcgal', 'proj-data'];
const systemPackages = ['locales', 'postgresql-client-common', 'postgresql-common', 'ssl-cert'];

/** The folder of PostgreSQL's programs with DocumentDB beside them; fetched where the cache has none. */
export const documentDbPrograms = async ({ cacheDir, progress }: EngineOptions): Promise<string> => {
  const folder = join(cacheDir, version);
  await unpackDebianPackages({
    name: 'DocumentDB (for MongoDB)',
    packages: ['postgresql-18-documentdb'],
    suite,
    exclude: [...mapPackages, ...systemPackages],
    into: folder,
    progress,
    finish: finishPrograms,
  });
  return join(folder, postgresLib, 'bin');
};

const finishPrograms = async (folder: string) => {
  const extension = join(folder, 'usr/share/postgresql/18/extension');
  await copyFile(join(extension, 'postgis-3.control'), join(extension, 'postgis.control'));
  for (const unneeded of ['usr/share/doc', 'usr/share/locale', 'usr/share/man', `${postgresLib}/lib/bitcode`])
    await rm(join(folder, unneeded), { recursive: true, force: true });
  for (const program of ['initdb', 'postgres']) {
    const path = join(folder, postgresLib, 'bin', program);
    await rename(path, `${path}.elf`);
    await writeFile(path, launcher);
    await chmod(path, 0o755);
  }
};

/** The programs may need a newer C library than the machine has: they get their own, started by its own loader. */
const launcher = `#!/bin/sh
usr=\${0%/*}/../../../..
set -- "$usr"/lib/*/ld-linux-*.so.* "$@"
loader=$1
shift
exec "$loader" --library-path "\${loader%/*}:$usr/lib/postgresql/18/lib" --argv0 "$0" "$0.elf" "$@"
`;

/** Makes `cluster`, the folder of a database with DocumentDB in it, a copy of one that the cache keeps. */
export const makeCluster = async (cluster: string, programs: string, cacheDir: string): Promise<void> => {
  const template = join(cacheDir, `${version}-template`);
  await makeOnce(template, (folder) => initialize(folder, programs));
  await makeOnce(cluster, (folder) => runCommand(['cp', '--archive', '--reflink=auto', template, folder]));
};

const initialize = async (folder: string, programs: string) => {
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
  // As in the settings below: it would take /dev/shm wherever there is one, however full.
  const memory = '--set=dynamic_shared_memory_type=sysv';
  const options = [`--username=${postgresUser}`, '--auth=trust', '--wal-segsize=4', memory, ...locale];
  await runCommand(asPostgresUser('KILL', [join(programs, 'initdb'), '-D', folder, ...options]));
  await writeSettings(folder, '/tmp');
  const single = [join(programs, 'postgres'), '--single', '-D', folder, '-c', 'exit_on_error=on', 'postgres'];
  await runCommand(asPostgresUser('KILL', single), { input: extensions });
};

/** Indexes are built when they are requested: the jobs that look every 2 s for ones to build later are not needed. */
const extensions = `CREATE EXTENSION documentdb CASCADE;
CREATE EXTENSION documentdb_extended_rum CASCADE;
UPDATE cron.job SET active = false WHERE command LIKE '%build_index_concurrently%';
`;

/** Writes the settings of a server that listens on a socket in `socketDir` and nowhere else. */
export const writeSettings = async (cluster: string, socketDir: string): Promise<void> => {
  const settings = `listen_addresses = ''
unix_socket_directories = '${socketDir}'
# Needs no /dev/shm, which some containers lack.
dynamic_shared_memory_type = sysv
timezone = 'UTC'
lc_messages = 'C'

shared_preload_libraries = 'pg_cron, pg_documentdb_core, pg_documentdb, pg_documentdb_extended_rum'
cron.database_name = 'postgres'
cron.host = '${socketDir}'
cron.use_background_workers = on
cron.log_run = off
cron.log_statement = off
documentdb.localhost_connection_string = 'host=${socketDir}'
documentdb.useFileBasedPersistedCursors = on
documentdb.alternate_index_handler_name = 'extended_rum'
documentdb.enableBackgroundWorker = off
documentdb_core.enableCollation = on

# Small while idle. Everything acknowledged is on disk.
shared_buffers = 64MB
max_wal_size = 256MB
io_method = sync
max_logical_replication_workers = 0
jit = off
synchronous_commit = on

# A load of rows is soon known to the planner.
autovacuum_naptime = 20s

# Errors and statements can hold what people wrote.
log_min_messages = fatal
log_min_error_statement = panic
log_error_verbosity = terse
log_statement = none
log_parameter_max_length = 0
log_parameter_max_length_on_error = 0
`;
  await writeFile(join(cluster, 'postgresql.conf'), settings);
};

/**
 * Lets a server start where one was killed. PostgreSQL refuses while the process in its lock files runs, which by now
 * may be any other: one file goes, the other gets a number that no process has. The rest of it stays, by which
 * PostgreSQL finds a killed server's children.
 */
export const forgetKilledServer = async (cluster: string): Promise<void> => {
  await rm(join(cluster, `${socketName}.lock`), { force: true });
  const file = join(cluster, 'postmaster.pid');
  const content = await readFile(file, 'utf8').catch(() => '');
  // A server that was interrupted while writing it left it empty, a power cut full of zeros.
  if (!/^\d/.test(content)) await rm(file, { force: true });
  else await writeFile(file, content.replace(/^\d+/, '2147483647'));
};
