import { LIMITS } from 'shared/contract/limits.ts';
import type { Log } from 'shared/observe/log.ts';
import { hashSecret } from 'shared/process/keys.ts';
import { HOUR_SECONDS } from 'shared/process/time.ts';
import { openQueue } from 'shared/queues/open-queue.ts';
import { openWorker } from 'shared/queues/open-worker.ts';
import { createRedis, createWorkerRedis } from 'shared/store/redis.ts';
import { TURNS } from 'shared/turns.ts';
import { z } from 'zod';
import type { ImportFiles, ImportKey } from './import-files.ts';
import type { ImportRows } from './import-rows.ts';
import type { ImportStore, UnfinishedImport } from './import-store.ts';
import { type ReadImport, Superseded } from './read-import.ts';
import { UnreadableFile } from './sources/found/source.ts';
import { type ImportState, type StoredImport, WORKING } from './stored-import.ts';
import type { TakeBack } from './take-back.ts';
import type { WriteImport } from './write-import.ts';

/** The braces keep the keys of a queue in one slot of a Redis Cluster. */
const QUEUE = '{import}';
/** How soon it is looked again for imports to go on with: while there are some, and while there are none. */
const BUSY_MS = 5000;
const IDLE_MS = 300_000;
const SILENT_UPLOAD_MS = 60_000;
const UNDECIDED_MS = LIMITS.importFileHours * HOUR_SECONDS * 1000;
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

/** Whether its upload fell silent, or nobody decided on it for a day. */
const isAbandoned = ({ state, created_at, changed_at }: UnfinishedImport): boolean =>
  state === 'uploading'
    ? changed_at.getTime() < Date.now() - SILENT_UPLOAD_MS
    : (state === 'reading' || state === 'preview') && created_at.getTime() < Date.now() - UNDECIDED_MS;

/**
 * Goes on with imports: the collection `imports` is the truth, from which jobs are queued again as long as there are some, and each can be
 * done any number of times, by any process (`C14.once`). A process looks there when it starts, and every five minutes if it has none.
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

  /** Whether there is something that does not wait for its person. */
  const sweep = async (): Promise<boolean> => {
    const unfinished = await store.unfinished();
    for (const one of unfinished) {
      // Somebody may have decided on it just now.
      const isOver = isAbandoned(one) && (await store.end(one, [one.state], 'cancelled'));
      if (isOver) await clean(one);
      else if (WORKING.includes(one.state)) await goOn(one);
    }
    return unfinished.some(({ state }) => state !== 'preview');
  };

  let timer: NodeJS.Timeout | undefined;
  let lookAt = Number.POSITIVE_INFINITY;
  let isClosed = false;
  /** Looks after a time at the latest. */
  const lookIn = (ms: number): void => {
    const at = Date.now() + ms;
    if (isClosed || at >= lookAt) return;
    clearTimeout(timer);
    lookAt = at;
    timer = setTimeout(look, ms);
  };
  const look = async (): Promise<void> => {
    lookAt = Number.POSITIVE_INFINITY;
    const isBusy = await sweep().catch((err) => {
      log.warn({ err }, 'imports are not gone on with yet');
      return true;
    });
    lookIn(isBusy ? BUSY_MS : IDLE_MS);
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
      lookIn(BUSY_MS);
      const one = await store.find(account_id, import_id);
      // Its diary was deleted, and it with that: nobody else knows of its file (`H27`).
      if (!one) return clean({ _id: import_id, account_id });
      if (WORKING.includes(one.state)) await step(one);
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
  lookIn(BUSY_MS);

  return {
    goOn: async (one) => {
      lookIn(BUSY_MS);
      await goOn(one).catch((err) => log.warn({ err }, 'an import is not queued yet'));
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      // Whatever it is at, another process does again.
      await Promise.all([worker.close(true), queue.close()]);
      connection.disconnect();
      redis.disconnect();
    },
  };
};
