import Sequencer from '@jest/test-sequencer';

/** The files that take longest, the longest last. */
const LONGEST = [
  ...['person/person-report', 'connect/mail-faults', 'oauth/refresh-tokens', 'rest/gateway-faults'],
  ...['oauth/browser', 'operation/rotation', 'person/browser', 'person/erasure', 'rest/admission'],
  'person/download-faults',
];
const rank = ({ path }) => LONGEST.findIndex((name) => path.endsWith(`/${name}.test.ts`));

/** Without it a run that has no earlier one to learn from begins some of them at its very end. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => rank(other) - rank(one));
  }
}
