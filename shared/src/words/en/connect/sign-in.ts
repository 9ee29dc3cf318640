import { MINUTES } from '../../../contract/minutes.ts';

/** The pages of signing in. */
export const signIn = {
  title: 'Sign in',
  signedOut: 'To see your pages, please sign in first.',
  lead: 'We send a link to your e-mail address. There is no password.',
  send: 'Send me the link',
  sent: 'Check your mail',
  sentText: `A link to sign in is on its way to the address that you gave. It works once, within ${MINUTES.signInLink}\u00a0minutes. You can close this page.`,
  sentHelp:
    'Nothing there? Look in your spam folder. If you may have mistyped the address, send the link again.',
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
