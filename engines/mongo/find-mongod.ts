import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineOptions } from '../engine.ts';
import { makeOnce } from '../make-once.ts';
import { runsHere } from '../run-command.ts';

/** The command of a `mongod` that runs on this machine: the one on the PATH, or else MongoDB's own download, kept. */
export const findMongod = async (options: EngineOptions): Promise<string | undefined> => {
  if (await runsHere('mongod')) return 'mongod';
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
