import { turnsOfEach } from 'shared/service/take-turn.ts';

/**
 * Two reports of an account are read at a time, and two by its links: each makes several queries at once, and nobody is to wait
 * long for somebody else's largest ones.
 */
export const reportTurns = turnsOfEach(2);
