import type { RecordKind } from '../../contract/kinds.ts';

/** The question before a record is deleted. */
export const deleteRecord = {
  titles: {
    meal: 'Delete this meal?',
    activity: 'Delete this day’s activity?',
    sleep: 'Delete this night’s sleep?',
    wellbeing: 'Delete this note?',
  } satisfies Record<RecordKind, string>,
  lead: 'It disappears from your diary and from every report. For 30\u00a0days you can put it back.',
  diary: 'Diary',
  day: 'Day',
  foods: 'Foods',
  words: 'In your words',
  workouts: 'Workouts',
  bedtime: 'Bedtime',
  wake_time: 'Wake-up time',
  sentBy: 'Sent by',
  confirm: 'Delete it',
  keep: 'Keep it',
};

export type DeleteRecordWords = typeof deleteRecord;
