/** The page of an error. */
export const errors = {
  /** What happened, and what the person can do. */
  statuses: {
    400: [
      'That did not work',
      'Something in the address or the form was not as it should be. Please go back and try again.',
    ],
    401: ['You are signed out', 'Nothing was changed. Please sign in again and repeat what you did.'],
    403: [
      'This form could not be accepted',
      'It did not come from one of our own pages, or the page had been open for too long. Please open the page again and repeat what you did.',
    ],
    404: [
      'There is nothing here',
      'Perhaps it was deleted, or the address is not complete: long links sometimes break in an e-mail. If so, please copy all of it.',
    ],
    405: [
      'This address cannot be opened',
      'It is there for forms and programs. If it is the one for your assistant, add it in the assistant’s settings, as a connector or server.',
    ],
    410: [
      'This is no longer here',
      'It was here once, and has been withdrawn or has expired. If somebody gave you the link, ask them for a new one.',
    ],
    429: ['Too many tries', 'Please wait a while, at most an hour, then try again.'],
    500: ['Something went wrong on our side', 'We have noted it. Please try again in a moment.'],
    503: [
      'We will be back in a moment',
      'Part of the service is down. What is already recorded is safe. Please try again shortly.',
    ],
    504: ['That took too long', 'Part of the service did not answer in time. Please try again in a moment.'],
  } satisfies Record<number, readonly [title: string, advice: string]>,
  tryAgain: 'Try again',
  back: 'Back to the page',
  signIn: 'Sign in',
  requestId: 'If you write to us about it, this number helps us see what happened:',
};

export type ErrorWords = typeof errors;
