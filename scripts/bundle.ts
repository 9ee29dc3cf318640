import { createHash } from 'node:crypto';
import { closeSync, existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join, parse } from 'node:path';
import { lockFile } from 'engines/lock-file.ts';
import { makeOnce } from 'engines/make-once.ts';
import { buildViews } from './views.ts';

const SOURCES = [
  'package-lock.json',
  'scripts/{bundle,views}.ts',
  '{shared,services/*,engines/*}/src/**/*.*',
  'engines/{*,*/*}.ts',
];
/** Here a new installation of the packages removes the bundles too, which were made from them. */
const BUNDLES = 'node_modules/.cache/programs';
const PROGRAMS = '{services/*/src,engines/*,engines/*/src}/main.ts';
const ASSETS = 'shared/src/pages/assets';
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Bundles the services, the mailbox and the wire gateway with all that they import into a few files each: Node loads those in half
 * the time that it takes for a thousand, and keeps less of them in memory (docs/decisions/performance.md). Made again only when a
 * source has changed.
 * @returns the folder that has `bundleName` of each, and stays for as long as the calling process runs
 * @throws Error where `node_modules` cannot be written, or esbuild is not installed
 */
export const bundlePrograms = async (projectRoot: string): Promise<string> => {
  const bundles = join(projectRoot, BUNDLES);
  const folder = join(bundles, fingerprint(projectRoot));
  const isMade = existsSync(folder);
  await makeOnce(folder, async (unfinished) => {
    await bundle(projectRoot, unfinished);
    await cp(join(projectRoot, ASSETS), join(unfinished, 'assets'), { recursive: true });
    await buildViews(projectRoot, join(unfinished, 'views'));
    await writeFile(useLock(unfinished), '');
  });
  await lockFile(useLock(folder), { shared: true });
  // Another start may have removed it before it was locked.
  if (!existsSync(folder)) return bundlePrograms(projectRoot);
  if (!isMade) await removeOld(bundles);
  return folder;
};

const bundle = async (projectRoot: string, folder: string) => {
  // Loaded here: without the development dependencies, the services start from the sources.
  const { build, stop } = await import('esbuild');
  await build({
    entryPoints: globSync(PROGRAMS, { cwd: projectRoot }).map((path) => ({
      in: join(projectRoot, path),
      out: parse(bundleName(path)).name,
    })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    // A process keeps the text of what it loads. Not minifySyntax: it drops names, by which oidc-provider tells its models.
    minifyWhitespace: true,
    legalComments: 'none',
    platform: 'node',
    format: 'esm',
    target: 'node24',
    // CommonJS modules load Node's own modules by `require`.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
  }).finally(stop);
};

/** @example `services/auth/src/main.ts` is `auth.mjs`, `engines/mailbox/main.ts` is `mailbox.mjs` */
export const bundleName = (path: string): string =>
  `${basename(path.replace(/(\/src)?\/main\.ts$/, ''))}.mjs`;

/** Other sources give another name. */
const fingerprint = (projectRoot: string): string => {
  const hash = createHash('sha256');
  for (const path of globSync(SOURCES, { cwd: projectRoot }).sort())
    hash.update(path).update(readFileSync(join(projectRoot, path)));
  return hash.digest('hex').slice(0, 16);
};

/** Locked by every set whose services are started from the folder. */
const useLock = (folder: string) => join(folder, 'use.lock');

/** Removes what other versions made over a day ago, unless a running set restarts its services from there. */
const removeOld = async (bundles: string): Promise<void> => {
  for (const entry of await readdir(bundles, { withFileTypes: true })) {
    const folder = join(bundles, entry.name);
    // Another start may have renamed or removed it meanwhile.
    const modifiedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (!entry.isDirectory() || Date.now() - modifiedAt < KEPT_MS) continue;
    const lock = await lockFile(useLock(folder), { waitSeconds: 0 }).catch(() => undefined);
    if (!lock) continue;
    if (!lock.isTaken)
      for (const path of [folder, `${folder}.lock`]) await rm(path, { recursive: true, force: true });
    closeSync(lock.file);
  }
};
