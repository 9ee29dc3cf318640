import type { Response } from 'express';
import type { Assistant } from '../calls/principal.ts';
import type { Scope } from '../contract/scopes.ts';
import type { CallLogEntry } from '../queues/call-log.ts';
import type { CallLog } from './call-log.ts';
import { insufficientScope, tokenInvalid } from './challenge.ts';
import { type Count, type Limits, type Policy, rateLimited, rateLimitHeaders } from './limits.ts';

/** What both the gateway and mcp admit by. */
export type AdmissionParts = { siteUrl: string; limits: Limits; callLog: CallLog };

/** How one kind of calls is admitted. */
type AdmitOptions = Pick<AdmissionParts, 'limits' | 'callLog'> & {
  channel: CallLogEntry['channel'];
  /** Where a client learns how to get a token for what it calls (`resourceMetadataUrl`). */
  metadataUrl: string;
  /** What a new token would need. */
  scopes: readonly Scope[];
  /** The limits that refuse everything that came at once. Of another limit the caller learns what it says. */
  refusedBy: readonly Policy[];
};

/** What comes in one HTTP request. */
export type Arrival = {
  assistant: Assistant;
  /** How much of it counts as a request: over MCP, more than calls of tools. */
  requests: number;
  /** The operations or tools that are called. */
  called: readonly { name: string; scope: Scope; writes: boolean }[];
  /** Asks auth whether the token still holds; needed where it was marked, or where Redis cannot tell (`cachesHold` is false). */
  isStillActive: (cachesHold: boolean) => Promise<boolean>;
};

export type Admitted = {
  /** What the limit of writes says; undefined where nothing writes. */
  writes: Count | undefined;
  /** Notes in the call log what became of an operation or tool. */
  log: (name: string, status: number) => void;
};

/**
 * Makes the function that lets what comes in one request through: revocation, limits, scopes, in this order. Sets the limits' headers.
 * Throws `token_invalid`, `rate_limited` (for the limit to wait for longest), `insufficient_scope`, which the call log gets, and
 * what `isStillActive` throws.
 */
export const createAdmit =
  ({ channel, metadataUrl, scopes, refusedBy, limits, callLog }: AdmitOptions) =>
  async ({ assistant, requests, called, isStillActive }: Arrival, response: Response): Promise<Admitted> => {
    const writes = called.filter((each) => each.writes).length;
    const { revoked, cachesHold, counts } = await limits.count(assistant, {
      requests,
      ...(writes > 0 && { writes }),
    });
    const isDoubted = revoked || !cachesHold;
    if (isDoubted && !(await isStillActive(cachesHold))) throw tokenInvalid(metadataUrl, scopes);
    callLog.noteUse(assistant);

    response.set(rateLimitHeaders(counts));
    // The one to wait for longest: before that, the next call would be refused by the other.
    const [refused] = counts
      .filter(({ policy, calls, allowed }) => refusedBy.includes(policy) && calls > 0 && !allowed)
      .toSorted((one, other) => other.resetSeconds - one.resetSeconds);
    if (refused) throw rateLimited(refused);

    const log: Admitted['log'] = (operation, status) =>
      callLog.add(assistant, { operation, channel, status });
    const beyond = called.find(({ scope }) => !assistant.scopes.includes(scope));
    if (beyond) {
      log(beyond.name, 403);
      throw insufficientScope(metadataUrl, beyond.scope);
    }
    return { writes: counts.find(({ policy }) => policy === 'writes'), log };
  };
