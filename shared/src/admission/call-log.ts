import { uuidv7 } from 'uuidv7';
import type { Assistant } from '../calls/principal.ts';
import type { Log } from '../observe/log.ts';
import { lostCalls } from '../observe/metrics-outcomes.ts';
import { CALL_LOG_QUEUE, type CallLogEntry, type CallLogJob } from '../queues/call-log.ts';
import { openQueue } from '../queues/open-queue.ts';
import { createRedis } from '../store/redis.ts';

const FLUSH_MS = 1000;
const MAX_ENTRIES = 10_000;

export type CallLog = {
  /** Notes that an assistant has called, for `last_used_at`. Never waits and never fails. */
  noteUse(assistant: Assistant): void;
  /** Notes an assistant's call for its person; it is on its way within a second. Never waits and never fails. */
  add(assistant: Assistant, call: Pick<CallLogEntry, 'operation' | 'channel' | 'status'>): void;
  /** Sends what is left, if that is possible at once. */
  close(): Promise<void>;
};

type Batch = { id: string; timestamp: number; job: CallLogJob };

/**
 * Collects calls and sends them as one job a second. While Redis is down the newest 10,000 are kept, and the uses of 10,000
 * connections, beside the batch that was being sent. That keeps its id until it is known to be sent, so that sending it twice
 * writes it once.
 */
export const createCallLog = (redisUrl: string, log: Log): CallLog => {
  const redis = createRedis(redisUrl, log);
  const queue = openQueue<CallLogJob>(CALL_LOG_QUEUE, redis);
  let entries: CallLogEntry[] = [];
  /** Of each connection, when it was last used. */
  let uses = new Map<string, string>();
  let dropped = 0;
  let batch: Batch | undefined;
  let sending: Promise<void> | undefined;

  const send = async (): Promise<void> => {
    if (!batch && entries.length + uses.size > 0) {
      const job = { entries, uses: Object.fromEntries(uses) };
      batch = { id: uuidv7(), timestamp: Date.now(), job };
      entries = [];
      uses = new Map();
    }
    if (!batch) return;
    const { id, timestamp, job } = batch;
    try {
      await queue.add('calls', job, { jobId: id, timestamp });
      batch = undefined;
      if (dropped > 0) log.warn({ dropped }, 'calls were lost from the call log');
      dropped = 0;
    } catch (err) {
      log.debug({ err }, 'call log not sent');
    }
  };

  const flush = (): Promise<void> => {
    sending ??= send().finally(() => {
      sending = undefined;
    });
    return sending;
  };

  const timer = setInterval(flush, FLUSH_MS);
  return {
    noteUse: ({ connection }) => {
      if (uses.size < MAX_ENTRIES || uses.has(connection.id))
        uses.set(connection.id, new Date().toISOString());
    },
    add: ({ account, connection }, call) => {
      entries.push({
        account_id: account.id,
        connection_id: connection.id,
        client_name: connection.client_name,
        ...call,
        at: new Date().toISOString(),
      });
      if (entries.length <= MAX_ENTRIES) return;
      entries.shift();
      dropped += 1;
      lostCalls.inc();
    },
    close: async () => {
      clearInterval(timer);
      // First what is being sent, then what was added since.
      await flush();
      await flush();
      const left = dropped + (batch?.job.entries.length ?? 0) + entries.length;
      if (left > 0) log.warn({ dropped: left }, 'calls were lost from the call log');
      await queue.close();
      redis.disconnect();
    },
  };
};
