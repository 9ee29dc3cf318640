import { LIMITS } from '../../contract/limits.ts';
import { MINUTES } from '../../contract/minutes.ts';
import { form } from './form.ts';

/** `/account` */
export const account = {
  title: 'Your account',
  who: (email: string): string => `You are signed in as ${email}.`,
  otherAddress: 'Another e-mail address',
  otherAddressText: `A link goes to the new address. Open it in this browser within ${MINUTES.addressLink}\u00a0minutes and confirm: then you sign in with the new one. Assistants, sessions and shared links stay.`,
  newAddress: 'New e-mail address',
  sendMoveLink: 'Send a link there',
  lostMailbox:
    'You no longer have the old mailbox and are not signed in anywhere? Write to us and name the account’s id: your assistant can tell you, and it is in what you download.',
  notices: {
    disconnected: form.assistants.disconnected,
    session_ended: 'That browser is signed out.',
    sessions_ended: 'Every other browser is signed out.',
    language_saved: 'Saved.',
    sign_in_again: `Nothing has changed: that needs a sign-in within the last ${MINUTES.recentSignIn}\u00a0minutes.`,
    wrong_address: 'Nothing was deleted: that was not the address of this account.',
    address_sent: `If it can be used, a link is on its way to that address. It works for ${MINUTES.addressLink}\u00a0minutes.`,
    address_changed: 'From now on you sign in with this address.',
    address_invalid: 'Nothing was sent: that is not an e-mail address.',
    address_not_sent: 'The e-mail could not be sent. Nothing has changed; please try again later.',
    address_too_often: `Nothing was sent: an account can have another address ${LIMITS.addressChanges} times in ${LIMITS.addressChangeDays}\u00a0days, and an address can be sent a few e-mails an hour.`,
  },
  assistants: 'Connected assistants',
  sessions: 'Where you are signed in',
  thisBrowser: 'this browser',
  unknownBrowser: 'Unknown browser',
  signedInSince: 'Signed in',
  lastUsed: 'Last used',
  network: 'Network',
  networkNote: 'The network is part of the internet address that a browser signed in from.',
  endSession: 'Sign out there',
  endOthers: 'Sign out everywhere else',
  endAll: 'Sign out everywhere',
  calls: 'What your assistants did',
  callsText: (zone: string): string =>
    `Which assistant did what and when, without the content. Kept for ${LIMITS.callLogDays}\u00a0days. Times are those of ${zone}.`,
  longLog: (newest: string): string =>
    `The counts above and the assistant filter cover the latest ${newest}\u00a0actions only.`,
  noCalls: `Nothing in the last ${LIMITS.callLogDays}\u00a0days.`,
  application: 'Assistant',
  everyApplication: 'All',
  show: 'Show',
  when: 'When',
  called: 'Action and assistant',
  outcome: 'Outcome',
  older: 'Older',
  newest: 'Back to the newest',
  done: 'Done',
  notPermitted: 'Not permitted',
  notFound: 'Not found',
  notValid: 'Not valid',
  changedMeanwhile: 'Changed meanwhile',
  noAnswer: 'No answer',
  failed: 'Failed on our side',
  language: 'Language',
  languageText: 'Pages and e-mails',
  save: 'Save',
  deletion: 'Delete the account',
  deletionText:
    'Everything goes: your diaries with all records and targets, shared links, connected assistants, the log of what they did and the account itself. Access ends at once, the rest is gone within minutes, and nothing brings it back.',
  download: <Part>(link: Part) => ['You can ', link, ' first.'],
  downloadLink: 'download everything',
  signInAgain: 'To do this, please sign in again. We will send you a link back to this page.',
  sendLink: 'Send me a link',
  confirm: (email: string): string => `To confirm, type your address: ${email}`,
  delete: 'Delete everything',
};

export type AccountWords = typeof account;
