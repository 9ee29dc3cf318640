import { LIMITS } from '../../contract/limits.ts';

/** `/account/profiles`, and the question before a diary is deleted. */
export const profiles = {
  title: 'Diaries',
  lead: 'A diary keeps the records of one person, or for one purpose. Your assistants write to the default diary unless you name another. Open a diary to set its daily targets, time zone and name.',
  isDefault: 'Default',
  created: 'Created',
  fields: {
    name: 'Name',
    time_zone: 'Time zone',
    sleep_minutes: 'Sleep, minutes',
  },
  timeZoneHint:
    'Decides what “today” is. What is already recorded keeps its day. Clear the field to see the list.',
  sleepHint: '8\u00a0hours is 480.',
  targets: 'Targets for a day',
  targetsHint:
    'Your own figures, shown beside the records in your report. What you leave empty has no target; nothing is worked out for you.',
  save: 'Save',
  saveBrowserZone: 'Save with this browser’s time zone',
  makeDefault: 'Make this the default',
  delete: 'Delete…',
  defaultStays: 'The default diary cannot be deleted. Make another one the default first.',
  add: 'Add a diary',
  addHint: `For somebody you keep records for, or to keep something apart. You can have up to ${LIMITS.profilesPerAccount}.`,
  addButton: 'Add',
  full: `You have ${LIMITS.profilesPerAccount} diaries, and there is no room for another.`,
  notices: {
    added: 'The diary has been added.',
    added_home_zone:
      'The diary has been added. This browser names a time zone that we do not know, so it has that of your default diary; you can choose another below.',
    unknown_zone:
      'Your diary has begun. Your browser names a time zone that we do not know, so it is in UTC until you choose yours below.',
    saved: 'Your changes are saved.',
    default: 'The default diary has been changed.',
    deleted: 'The diary and everything recorded in it are deleted.',
  },
  gone: 'This diary is no longer there.',
  changed:
    'This diary was changed meanwhile, perhaps in another window. Below is what you entered; save again to keep it.',
  wrong: {
    name: 'Give it a name of 1 to 60 characters.',
    time_zone:
      'There is no such time zone. Clear the field to see the list, and choose from it, such as Europe/Madrid.',
    target: (max: string) =>
      `Enter a number from 0 to ${max} with at most two decimals and no thousands separator, or leave it empty.`,
    wholeTarget: (max: string) =>
      `Enter a whole number from 0 to ${max} with no thousands separator, or leave it empty.`,
  },
  question: (name: string) => `Delete “${name}”?`,
  questionText: 'The diary and everything recorded in it will be deleted. This cannot be undone.',
  records: { meals: 'Meals', activity: 'Days of activity', sleep: 'Nights', wellbeing: 'Wellbeing notes' },
  linksToo: 'Links that share only this diary will no longer show anything.',
  takeFirst: 'If you would like to keep a copy, download it first.',
  confirm: 'Delete the diary and its records',
  keep: 'Keep it',
};

export type ProfilesWords = typeof profiles;
