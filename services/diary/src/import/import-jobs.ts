import type { Log } from 'shared/observe/log.ts';
import { hashSecret } from 'shared/process/keys.ts';
import { openQueue } from 'shared/queues/open-queue.ts';
import { openWorker } from 'shared/queues/open-worker.ts';
import { createRedis, createWorkerRedis } from 'shared/store/redis.ts';
import { TURNS } from 'shared/turns.ts';
import { z } from 'zod';
import type { ImportFiles, ImportKey } from './import-files.ts';
import type { ImportRows } from './import-rows.ts';
import { type ImportState, type ImportStore, type StoredImport, WORKING } from './import-store.ts';
import { type ReadImport, Superseded } from './read-import.ts';
import { UnreadableFile } from './sources/found/source.ts';
import type { TakeBack } from './take-back.ts';
import type { WriteImport } from './write-import.ts';

/** The braces keep the keys of a queue in one slot of a Redis Cluster. */
const QUEUE = '{import}';
const QUEUE_AGAIN_MS = 5000;
/** So often a job may begin without getting on: then something in the file, or in us, ends the process each time. */
const MOST_TRIES = 5;

const importJob = z.object({ account_id: z.string(), import_id: z.string() });
type ImportJob = z.infer<typeof importJob>;

type JobParts = {
  redisUrl: string;
  log: Log;
  store: ImportStore;
  files: ImportFiles;
  rows: ImportRows;
  read: ReadImport;
  write: WriteImport;
  takeBack: TakeBack;
};

export type ImportJobs = {
  /** Has somebody go on with an import soon: at once, where Redis is there. */
  goOn(key: ImportKey & { state: ImportState }): Promise<void>;
  close(): Promise<void>;
};

/** Redis keeps the ids of removed jobs for a while: hence the hash. */
const jobIdOf = ({ _id, state }: { _id: string; state: string }): string => hashSecret(`${_id} ${state}`);

/**
 * Goes on with imports: the collection `imports` is the truth, from which jobs are queued again and again, and each can be done any number
 * of times, by any process (`C14.once`).
 */
export const startImportJobs = (parts: JobParts): ImportJobs => {
  const { redisUrl, log, store, files, rows, read, write, takeBack } = parts;
  const redis = createRedis(redisUrl, log);
  const queue = openQueue<ImportJob>(QUEUE, redis);

  const goOn: ImportJobs['goOn'] = async ({ _id, account_id, state }) => {
    await queue.add('go on', { account_id, import_id: _id }, { jobId: jobIdOf({ _id, state }) });
  };

  /** What waits of an import that ended is nobody's. */
  const clean = async (key: ImportKey): Promise<void> => {
    await files.remove(key);
    await rows.removeWaiting(key);
  };

  const sweep = async (): Promise<void> => {
    for (const one of await store.working()) await goOn(one);
    for (const key of await store.abandoned()) {
      // Somebody may have decided on it just now.
      const isOver = await store.end(key, ['uploading', 'reading', 'preview'], 'cancelled');
      if (isOver) await clean(key);
    }
  };

  const fail = async (one: StoredImport): Promise<void> => {
    log.warn({ job: jobIdOf(one) }, 'an import broke off again and again');
    await store.end(one, [one.state], 'failed');
    await clean(one);
  };

  const step = async (one: StoredImport): Promise<void> => {
    if (one.tries >= MOST_TRIES) return fail(one);
    if (!(await store.change(one, [one.state], { $inc: { tries: 1 } }))) return;
    try {
      if (one.state === 'reading') return await read(one);
      await (one.state === 'importing' ? write(one) : takeBack(one));
      await clean(one);
    } catch (error) {
      if (error instanceof Superseded) {
        // It may have been cancelled, or its diary is gone and the import with it.
        if ((await store.find(one.account_id, one._id))?.slot !== 'open') await clean(one);
        return;
      }
      if (!(error instanceof UnreadableFile)) throw error;
      await store.end(one, ['reading'], 'refused', { why: error.why });
      await clean(one);
    }
  };

  const connection = createWorkerRedis(redisUrl, log);
  const worker = openWorker<ImportJob>(
    QUEUE,
    async ({ data }) => {
      const { account_id, import_id } = importJob.parse(data);
      const one = await store.find(account_id, import_id);
      if (one && WORKING.includes(one.state)) await step(one);
    },
    {
      connection,
      log,
      concurrency: TURNS.imports,
      // Short, so that another process soon goes on with the import of one that was killed.
      lockDuration: 10_000,
      stalledInterval: 5000,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    },
  );
  worker.on('failed', (job, err) => log.warn({ job: job?.id, err }, 'an import broke off'));
  const timer = setInterval(
    () => sweep().catch((err) => log.warn({ err }, 'imports are not gone on with yet')),
    QUEUE_AGAIN_MS,
  );

  return {
    goOn: (one) => goOn(one).catch((err) => log.warn({ err }, 'an import is not queued yet')),
    close: async () => {
      clearInterval(timer);
      // Whatever it is at, another process does again.
      await Promise.all([worker.close(true), queue.close()]);
      connection.disconnect();
      redis.disconnect();
    },
  };
};
