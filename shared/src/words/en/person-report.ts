import { form } from './form.ts';

/** What only the person sees on their report. */
export const personReport = {
  assistants: 'Connected assistants',
  assistantsText: 'Who may read and write here. An assistant that you disconnect loses access at once.',
  ofEveryDiary: 'Assistants reach all of your diaries, and the counts below are of all diaries together.',
  newestCalls: (count: string): string => `The counts below cover the latest ${count}\u00a0actions only.`,
  notices: {
    disconnected: form.assistants.disconnected,
    deleted: 'The record is deleted. For 30\u00a0days it can be put back.',
    deleted_for_good: 'The record is deleted for good.',
    restored: 'The record is put back as it was.',
  },
  changes: 'Recently changed and deleted',
  changesText: 'What was corrected or deleted in the last 30\u00a0days can be put back.',
  putBack: 'Put back',
  gone: 'That diary is no longer there. This is your default one.',
};

export type PersonReportWords = typeof personReport;
