import { turnsOfEach } from 'shared/process/take-turn.ts';
import { TURNS } from 'shared/turns.ts';

/**
 * Of an account this process reads few reports at a time over the API, on the person's page, and by its links: each makes several
 * queries at once, and nobody is to wait long for somebody else's largest ones.
 */
export const reportTurns = turnsOfEach(TURNS.reports);
