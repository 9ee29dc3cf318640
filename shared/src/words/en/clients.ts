import { LIMITS } from '../../contract/limits.ts';

/** `/clients`, and how a shared report is kept there. */
export const clients = {
  title: 'My clients',
  lately: (some: string, all: string) => `Recorded since yesterday: ${some} of ${all}.`,
  none: 'You keep no reports yet.',
  howToKeep:
    'When somebody sends you a link to their report, open it while you are signed in here, and press “Keep in my clients” at its end. All that you keep stands side by side in a table on this page.',
  find: 'Find by name',
  findButton: 'Find',
  all: 'Show all',
  noneFound: 'None of the names has that.',
  keys: 'A heading sorts by its column. Each name leads to the report. There the access keys n and p lead to the next and to the previous client.',
  caption:
    'Averages per day of the last 7\u00a0days and, below, of the 7 before; days of the last 7 with a record.',
  name: 'Name',
  lastRecord: 'Last record',
  cameIn: 'Came in',
  days: 'Days of 7',
  change: 'Change',
  noRecord: 'no record',
  notShared: 'not shared',
  before: 'before:',
  ended: 'This link was withdrawn or has expired.',
  unread: 'The figures cannot be read at the moment. Try again in a while.',
  noAddress: 'The address was kept with a key that is no longer in use. Ask for the link again.',
  nameError: 'Enter a name of at most 80 characters, at least one of them visible.',
  rename: 'Rename',
  remove: 'Remove',
  notices: {
    renamed: 'The name is changed.',
    removed: 'The report is removed from your clients. If you still have its link, you can keep it again.',
  },
  keep: 'Keep in my clients',
  keepHeading: 'Keep this report',
  nameForYou: 'Name, for you alone',
  keepHint: 'Whoever shares the report sees that you keep it, and your e-mail address.',
  full: `You keep ${LIMITS.keptLinks} reports, and that is all there is room for. Remove one of them first.`,
  keepNotices: { kept: 'The report is among your clients.' },
  keptAs: 'You call it',
  previous: 'Previous client',
  next: 'Next client',
};

export type ClientsWords = typeof clients;
