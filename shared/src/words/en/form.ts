/** Fields and lists that stand on several pages. */
export const form = {
  address: {
    label: 'Your e-mail address',
    errors: {
      email: 'We cannot write to that address: it should look like ana@example.org. Please check it.',
      rate_limited:
        'No more e-mails can be sent for now, to this address or from your network. Please wait an hour, or open the link that you already have.',
      email_not_sent:
        'The e-mail could not be sent just now. Please check the address, or try again in a few minutes.',
    },
  },
  terms: {
    terms: <Part>(terms: Part, privacy: Part) => [
      'I accept the ',
      terms,
      ', and I consent to my health data (what I eat, how I move, sleep and feel) being kept here as the ',
      privacy,
      ' describes.',
    ],
    termsLink: 'terms',
    privacyLink: 'privacy notice',
    newTab: 'Each link opens in a new tab.',
  },
  copied: { copy: 'Copy', copied: 'Copied' },
  assistants: {
    none: 'No assistant is connected.',
    how: 'How to connect one',
    email: 'You approved it by e-mail',
    oauth: 'You signed in from its own page',
    since: 'Connected since',
    lastUsed: 'Last used',
    never: 'not yet',
    did: 'In the last 7\u00a0days',
    nothing: 'nothing',
    may: 'It may',
    scopes: {
      'records:read': 'read your records and your account',
      'records:write': 'add and delete records, and add diaries',
      'reports:read': 'read your reports',
      'share:manage': 'create and withdraw links to your reports',
    },
    disconnect: 'Disconnect',
    /** A link to a report is open to whoever has it, also to who created it. */
    disconnected:
      'The assistant is disconnected and no longer has access. If it created links to your reports, they still work: you can withdraw them under “Shared links”.',
  },
};

export type FormWords = typeof form;
