import Sequencer from '@jest/test-sequencer';

/** The files that take longest, the longest last. */
const LONGEST = [
  'connect/mail-faults',
  'pages/report-reading',
  'operation/restore',
  'person/erasure',
  'rest/admission',
  'operation/rotation',
  'oauth/browser',
  'rest/gateway-faults',
  'person/browser',
  'person/keyboard',
  'person/download-faults',
];
/** Higher for those that take longer; -1 for all others. */
const rank = ({ path }) => LONGEST.findIndex((name) => path.endsWith(`/${name}.test.ts`));

/** Without it a run that has no earlier one to learn from begins some of them at its very end. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => rank(other) - rank(one));
  }
}
