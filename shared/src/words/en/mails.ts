/** The mails. */
export const mails = {
  approval: {
    subject: (name: string) => `Request to connect to your diary: “${name}”`,
    asks: (name: string) =>
      `Hello! An assistant that calls itself “${name}” asks to connect to the diary that belongs to this address.`,
    permits: 'If you approve, it will be able to:',
    tail: 'Your assistant should tell you these same four characters:',
    number: 'You will be asked for the two-digit number on the page where you began.',
    link: 'Read the request and decide',
    expires: (minutes: string, time: string) =>
      `The link works for ${minutes} (until ${time}). Opening it does not connect anything yet.`,
    stranger:
      'If this was not you, decline on the page that the link opens, or do nothing at all: nothing will be connected.',
    about: 'Diary keeps what you tell your own assistant about food, activity, sleep and how you feel.',
  },
  signIn: {
    subject: 'Your link to sign in to your diary',
    asks: 'Hello! Here is the link to sign in to your diary.',
    link: 'Sign in',
    expires: (minutes: string, time: string) => `It works once, for ${minutes} (until ${time}).`,
    stranger: 'If this was not you, do nothing: without this link nobody gets in.',
  },
  move: {
    subject: 'Another address for your diary',
    asks: 'Hello! Here is the link by which your diary gets this address. Open it in the browser where you asked.',
    link: 'Use this address',
    expires: (minutes: string, time: string) =>
      `It works once, for ${minutes} (until ${time}). Opening it does not change anything yet.`,
    taken:
      'Hello! Somebody asked to use this address for another diary. It has a diary already, so nothing changes.',
    signIn: 'Sign in to the diary of this address',
    stranger: 'If this was not you, do nothing: nothing will change.',
  },
};

export type MailWords = typeof mails;
