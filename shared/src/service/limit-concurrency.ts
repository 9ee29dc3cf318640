import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { takeTurn } from './take-turn.ts';

/** More than an assistant has use for. */
const AT_A_TIME = 8;
const MAX_KNOWN = 1000;

const turns = new LRUCache<string, LimitFunction>({ max: MAX_KNOWN, memoMethod: () => pLimit(AT_A_TIME) });

/**
 * Answers requests of one asker eight at a time: a flood of an account's largest days takes neither memory nor time from all
 * others. An answer holds its place until it is sent; who left meanwhile is not answered. Throws `unavailable` where the turn
 * does not come within 3 s.
 */
export const limitConcurrency = (
  asker: string,
  response: Response,
  answer: () => Promise<void>,
): Promise<void> =>
  takeTurn(turns.memo(asker), async () => {
    if (response.destroyed) return;
    const sent = new Promise((resolve) => response.once('close', resolve));
    await answer();
    await sent;
  });
