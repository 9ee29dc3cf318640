import Sequencer from '@jest/test-sequencer';

/** The files that take longest, the longest last. */
const LONGEST = [
  'second-opinion/second-opinion',
  'oauth/refresh-tokens',
  'reports/figures',
  'person/keyboard',
  'mcp/faults',
  'rest/gateway-faults',
  'connect/mail-faults',
  'person/browser',
  'rest/admission',
  'security/flood',
  'person/erasure-interrupted',
  'person/download-faults',
  'rest/gateway-replicas',
  'history/history',
];
/** Higher for those that take longer; -1 for all others. */
const rank = ({ path }) => LONGEST.findIndex((name) => path.endsWith(`/${name}.test.ts`));

/** Without it a run that has no earlier one to learn from begins some of them at its very end. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => rank(other) - rank(one));
  }
}
