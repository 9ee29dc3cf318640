import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { unavailable } from './problem.ts';

/** More than an assistant has use for. */
const AT_A_TIME = 8;
/** As long as a request waits for the database. */
const WAIT_MS = 3000;
const MAX_KNOWN = 1000;

const turns = new LRUCache<string, LimitFunction>({ max: MAX_KNOWN, memoMethod: () => pLimit(AT_A_TIME) });

/**
 * Answers requests of one asker eight at a time: a flood of an account's largest days takes neither memory nor time from all
 * others. An answer holds its place until it is sent; who left meanwhile is not answered. Throws `unavailable` where the turn
 * comes too late.
 */
export const answerInTurn = (
  asker: string,
  response: Response,
  answer: () => Promise<void>,
): Promise<void> => {
  const askedAt = Date.now();
  return turns.memo(asker)(async () => {
    if (response.destroyed) return;
    if (Date.now() - askedAt > WAIT_MS) throw unavailable();
    const sent = new Promise((resolve) => response.once('close', resolve));
    await answer();
    await sent;
  });
};
