import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineOptions } from '../engine.ts';
import { makeOnce } from '../make-once.ts';
import { runsHere } from '../run-command.ts';

/**
 * Whether a processor lacks AVX, without which MongoDB's own builds end with SIGILL. `cpuinfo` is that of Linux on x86; on other
 * machines it has no `flags`, or is not there.
 */
export const lacksAvx = (cpuinfo: string): boolean =>
  /^flags\b/m.test(cpuinfo) && !/^flags\b.*\bavx\b/m.test(cpuinfo);

/**
 * The command of a `mongod` that runs on this machine: the one on the PATH, or else MongoDB's own download, kept. Where the
 * processor is none for it, that is said, and nothing is downloaded.
 */
export const findMongod = async (
  options: EngineOptions,
  cpuinfoFile = '/proc/cpuinfo',
): Promise<string | undefined> => {
  if (await runsHere('mongod')) return 'mongod';
  if (lacksAvx(await readFile(cpuinfoFile, 'utf8').catch(() => ''))) {
    options.progress('This processor has no AVX, which MongoDB needs: DocumentDB runs in its place.');
    return undefined;
  }
  const downloaded = await downloadMongod(options).catch(() => undefined);
  return downloaded && (await runsHere(downloaded)) ? downloaded : undefined;
};

/** @throws Error within seconds where MongoDB's site cannot be reached or has nothing for this machine */
const downloadMongod = async ({ cacheDir, progress }: EngineOptions): Promise<string> => {
  const { DryMongoBinary } = await import('mongodb-memory-server-core');
  const { MongoBinaryDownload } = await import('mongodb-memory-server-core/lib/util/MongoBinaryDownload.js');
  const { MongoBinaryDownloadUrl } = await import(
    'mongodb-memory-server-core/lib/util/MongoBinaryDownloadUrl.js'
  );
  const options = await DryMongoBinary.generateOptions();
  const folder = join(cacheDir, await DryMongoBinary.getBinaryName(options));
  await makeOnce(folder, async (unfinished) => {
    const url = await new MongoBinaryDownloadUrl(options).getDownloadUrl();
    const { ok } = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(4_000) });
    if (!ok) throw new Error('MongoDB has no download for this machine.');
    progress('Fetching MongoDB (once, some 100 MB)…');
    // biome-ignore lint/style/noProcessEnv: without it, the library accepts any certificate.
    process.env.npm_config_strict_ssl = 'true';
    const downloaded = await new MongoBinaryDownload({ ...options, downloadDir: unfinished }).getMongodPath();
    await rename(downloaded, join(unfinished, 'mongod'));
  });
  return join(folder, 'mongod');
};
