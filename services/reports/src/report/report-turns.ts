import { turnsOfEach } from 'shared/process/take-turn.ts';

/**
 * Of an account this process reads two reports at a time over the API, two on the person's page, and two by its links: each makes
 * several queries at once, and nobody is to wait long for somebody else's largest ones.
 */
export const reportTurns = turnsOfEach(2);
