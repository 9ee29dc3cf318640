import { LIMITS } from '../../../contract/limits.ts';
import { MINUTES } from '../../../contract/minutes.ts';

/** The pages of signing in. */
export const signIn = {
  title: 'Sign in',
  signedOut: 'To see your pages, please sign in first.',
  lead: 'We send a link to your e-mail address. There is no password.',
  send: 'Send me the link',
  sent: 'Check your mail',
  sentText: `A link to sign in is on its way to the address that you gave. It works once, within ${MINUTES.signInLink}\u00a0minutes.`,
  sentHelp:
    'A first e-mail from us can take some minutes. Nothing there? Look in your spam folder. If you may have mistyped the address, send the link again.',
  number: 'Your number',
  numberNote: 'If you open the link in another browser or on another device, the page there asks for it.',
  goesOn: 'You may leave this page open: if you choose so there, it signs in and continues by itself.',
  otherBrowser:
    'You asked to sign in in another browser or on another device. You can sign in here, or there, where the page that waits continues by itself.',
  numberLabel: 'The two-digit number on the page where you asked',
  numberHint:
    'Only that page shows it. If you did not ask, or were told a number anywhere else, close this page: nothing has happened.',
  numberErrors: {
    no_number: 'Type the number shown on the page where you asked.',
    wrong_number: 'That is not the number on the page where you asked. Please look again.',
    last_number:
      'That is not the number on the page where you asked. Please look again. One more wrong number ends this link.',
  },
  here: 'Sign in here',
  there: 'Sign in where I asked',
  thereTitle: 'You are signed in where you asked',
  thereText: 'Go back to that page: it continues by itself. You can close this one.',
  lostMailbox:
    'You no longer have that mailbox? Write to us and name your account’s id, which your assistant can tell you.',
  again: 'Send it again, or to another address',
  confirm: 'Sign in to your diary?',
  confirmText: (email: string): string => `You are about to sign in as ${email} in this browser.`,
  begin: 'There is no diary for this address yet',
  beginText: (email: string): string =>
    `Here you can begin one for ${email}. It is empty until you connect an assistant.`,
  beginDiary: 'Begin a diary',
  otherAddress: 'Use another address',
  /** Of the old address of an account that has another one by now. */
  moved: 'An account with this address has moved to another one. If it is yours, sign in with that.',
  /** The page behind a link that gives an account another address. */
  move: {
    title: 'Use this address for your diary?',
    text: (email: string): string =>
      `From then on you sign in as ${email}. Assistants, sessions and shared links stay.`,
    confirm: 'Use this address',
    formError:
      'We could not be sure that this came from this page. Nothing has changed yet; please press the button again.',
    signInFirst: {
      title: 'Please open this link where you are signed in',
      text: 'It belongs to an account that you are not signed in to in this browser. Open it in the browser where you asked, or sign in here with the present address first and open it again.',
    },
    over: {
      title: 'This link does not work any more',
      text: `It works once, for ${MINUTES.addressLink}\u00a0minutes. You can ask for a new one on the page of your account.`,
    },
    taken: {
      title: 'This address cannot be used',
      text: 'It has a diary of its own by now. Your account stays as it is.',
    },
    tooOften: {
      title: 'The address has changed too often',
      text: `An account can have another address ${LIMITS.addressChanges} times in ${LIMITS.addressChangeDays}\u00a0days. Your account stays as it is.`,
    },
  },
  formError:
    'We could not be sure that this came from this page. You are not signed in yet; please press the button again.',
  termsError: 'To begin a diary, please accept the terms and consent first.',
  toReport: 'to your report',
  /** Why a link signs nobody in. */
  deadLinks: {
    used: {
      title: 'This link has already been used',
      text: 'Each link works once. If you pressed twice, you may already be signed in:',
    },
    wrong_number: {
      title: 'The number was wrong three times',
      text: 'So this link signs nobody in any more. If it was you, let us send you a new one.',
    },
    expired: {
      title: 'This link has expired',
      text: `A sign-in link works for ${MINUTES.signInLink}\u00a0minutes. Please let us send you a new one.`,
    },
    unknown: {
      title: 'This link does not work',
      text: 'Perhaps it is not complete: long links sometimes break in an e-mail. Please copy all of it, or let us send you a new one.',
    },
  },
};

export type SignInWords = typeof signIn;
