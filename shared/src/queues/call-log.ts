import { z } from 'zod';

/** The braces keep the keys of a queue in one slot of a Redis Cluster. */
export const CALL_LOG_QUEUE = '{call-log}';

/** One call of an assistant: which application called which function, without content (`S1.call_log`). */
export const callLogEntry = z.object({
  account_id: z.string(),
  connection_id: z.string(),
  client_name: z.string(),
  /** The operation's id; over MCP the tool's. */
  operation: z.string(),
  channel: z.enum(['rest', 'mcp']),
  status: z.int(),
  at: z.iso.datetime(),
});
export type CallLogEntry = z.infer<typeof callLogEntry>;

/** A call as auth gives it for the download of everything, oldest first. */
export const exportedCall = callLogEntry.omit({ account_id: true });

/**
 * A batch from one process, at most one a second. `uses` says of each connection, by its id, when it last called; what does not
 * stand in the log, such as a refusal or a list of tools, is a use, too.
 */
export const callLogJob = z.object({
  entries: z.array(callLogEntry),
  uses: z.record(z.string(), z.iso.datetime()).default({}),
});
export type CallLogJob = z.infer<typeof callLogJob>;
