import { MINUTES } from '../../../contract/minutes.ts';

/** The page behind a mailed approval link, and what became of it. */
export const approval = {
  title: 'Connect an assistant to your diary?',
  lead: 'Somebody asked for this with your e-mail address. If it was you, compare the details below. If not, decline.',
  diary: 'The diary of',
  begins: 'There is no diary for this address yet: approving begins one.',
  moved:
    'An account with this address has moved to another one. If it is yours, decline, and begin again with that address.',
  tail: 'Request ID ends in',
  tailNote: 'Your assistant should tell you the same four characters. If it did not, decline.',
  site: {
    leadsTo: 'It leads back to',
    note: 'You continue there, in the browser where you began. If that is not where you came from, decline.',
  },
  app: {
    leadsTo: 'It leads back to',
    name: 'an app on the device where you began',
    note: 'You continue there. If you did not begin in such an app, decline.',
  },
  asked: 'Requested',
  justNow: 'just now',
  network: 'From the network',
  networkNote:
    'Part of the internet address that the request came from. An assistant on the web shows its provider’s, not yours.',
  browserNetworkNote: 'Part of the internet address of the browser where this began.',
  permits: 'If you approve, it will be able to',
  limits: 'It cannot delete your account, and you can disconnect it whenever you like.',
  decision: 'Your decision',
  number: 'The two-digit number on the page where you began',
  numberNote: 'Only that page shows it. If you were told a number anywhere else, decline.',
  errors: {
    form: 'We could not be sure that this came from this page. Nothing was decided; please choose again.',
    terms: 'To approve, please accept the terms and consent first. Declining needs neither.',
    no_number: 'Type the number shown on the page where you began.',
    wrong_number: 'That is not the number on the page where you began. Please look again.',
    last_number:
      'That is not the number on the page where you began. Please look again. One more wrong number ends this request.',
  },
  replace: 'Disconnect the assistants of this name that are connected already',
  replaceNote: 'For example if this one has lost its connection. What they recorded stays.',
  approve: 'Approve',
  deny: 'Decline – this was not me',
  /** The page that asks once more. */
  decline: {
    title: 'Decline this request?',
    lead: 'Nothing has been decided yet. If you decline, the request ends and nothing is connected.',
    confirm: 'Decline this request',
    back: 'Back to the request',
  },
  /** What became of the link. */
  zoneUnknown: 'Your browser names a time zone that we do not know, so your diary is in UTC.',
  chooseZone: 'Choose its time zone',
  outcomes: {
    approved: [
      'Approved',
      'Now go back to where you began, to your assistant or to the page that it opened: it continues there by itself. You can close this page.',
    ],
    denied: [
      'Declined',
      'Nothing was connected. If this was not you, there is nothing more to do: somebody only knew your address, and got no further.',
    ],
    wrong_number: [
      'That was not the number',
      'It was wrong three times, so this request is over and nothing was connected. If you still want to connect, begin again from your assistant.',
    ],
    already_approved: [
      'You have already approved this',
      'The link has been used and does nothing more. You can go back to your assistant.',
    ],
    already_denied: [
      'You have already declined this',
      'The link has been used and does nothing more. Nothing was connected.',
    ],
    already_wrong_number: [
      'The number was wrong three times',
      'So this request is over, and nothing was connected. If you still want to connect, begin again from your assistant.',
    ],
    expired: [
      'This link has expired',
      `A link works for ${MINUTES.connect}\u00a0minutes, or until you start over with another address. Nothing was connected. If you still want to connect, ask your assistant to send you a new one.`,
    ],
    unknown: [
      'This link does not work',
      'Perhaps it is not complete: long links sometimes break in an e-mail. Please copy all of it, or ask your assistant to send you a new one.',
    ],
  } satisfies Record<string, readonly [title: string, text: string]>,
};

export type ApprovalWords = typeof approval;
