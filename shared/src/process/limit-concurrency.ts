import type { Response } from 'express';
import type { LimitFunction } from 'p-limit';
import { TURNS } from '../turns.ts';
import { takeTurn, turnsOfEach } from './take-turn.ts';

/** As many as an assistant has use for. While it read its largest day, others waited three times as long with eight. */
const turnsOf = turnsOfEach(TURNS.answers);

/**
 * Answers requests of one caller a few at a time: a flood of an account's largest days takes neither memory nor time from all
 * others. Throws `unavailable` where the turn does not come within 3 s.
 */
export const limitConcurrency = (
  caller: string,
  response: Response,
  answer: () => Promise<void>,
): Promise<void> => answerInTurn(turnsOf(caller), response, answer);

/** Enough for the largest answer on a slow line. */
const SENT_WITHIN_MS = 60_000;

/**
 * An answer holds its turn until it is sent; a caller that has left meanwhile is not answered. After a minute it is cut off,
 * whether its caller has not read it or it is still being made: else the account's other callers would wait for as long. Throws
 * as `takeTurn`.
 */
export const answerInTurn = (
  turns: LimitFunction,
  response: Response,
  answer: () => Promise<void>,
): Promise<void> =>
  takeTurn(turns, async () => {
    if (response.destroyed) return;
    const sent = new Promise((resolve) => response.once('close', resolve));
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, SENT_WITHIN_MS);
    try {
      await Promise.race([answer().then(() => sent), late.promise.then(() => response.destroy())]);
    } finally {
      clearTimeout(timer);
    }
  });
