import { describe } from '@jest/globals';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { checkHistories } from './check-histories.ts';

/** The same each time: what is searched for by chance, with `npm run test:model`, is no reason for a red run. */
const seed = 1;
const OPERATIONS = 300;

describe('random histories of accounts', () => {
  proves(
    [
      ...(['C10.meal', 'C10.multiply', 'C10.note', 'C10.merge', 'C10.conditions', 'C10.record'] as const),
      ...(['C10.restore', 'C10.changes', 'C10.unchanged', 'C10.kept', 'C11.copies', 'C11.foods'] as const),
      ...(['C7.replay', 'C7.conflict', 'C3.version', 'C3.coverage', 'C1.rounding', 'S2.report'] as const),
    ],
    `are answered as a model in memory says, over REST, MCP and pages (seed ${seed})`,
    async () => {
      await checkHistories(site, { seed, operations: OPERATIONS });
    },
  );
});
