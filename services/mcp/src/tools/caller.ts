import type { Assistant } from 'shared/calls/principal.ts';

/** Who sends the messages of one request. */
export type McpCaller = {
  assistant: Assistant;
  /** The header that the gateway signed: services are asked with it. */
  principal: string;
  requestId: string;
  /** The `Idempotency-Key` of the request, for a call of a tool that names no key itself (`C7.mcp_keys`). */
  idempotencyKey: string | undefined;
  /** Aborts shortly before the gateway gives the request up: the caller is to learn it as the result of the call. */
  deadline: AbortSignal;
  /** Has the metrics count the request as failed with this status (5xx), though its answer is a 200. */
  noteFailure: (status: number) => void;
};
