import { MINUTES } from '../../../contract/minutes.ts';

/** The pages on which a person signs in for an OAuth client. */
export const oauthSignIn = {
  title: 'Connect an assistant to your diary',
  lead: 'We send a link to your e-mail address. Nothing is connected until you open it and say yes.',
  leadsTo: 'Then you continue to',
  leadsToApp: 'Then you continue to',
  app: 'an app on this device',
  emailNote: 'If you have no diary yet, one is made when you approve.',
  send: 'Send me the link',
  checkTitle: 'Check your mail',
  checkLead: <Part>(email: Part) => [
    'We have sent a link to ',
    email,
    '. Open it on this or any other device and approve there.',
  ],
  number: 'Your number',
  numberNote: 'The page behind the link asks for it.',
  goesOn: 'Leave this page open: it continues by itself once you have approved.',
  goOn: 'I approved: continue',
  noMail: `No e-mail after a few minutes? Look in your spam folder. The link works for ${MINUTES.connect}\u00a0minutes, and only the latest address that you gave counts.`,
  again: 'Send it again, or to another address',
  backToNumber: 'Back to my number',
  expiredTitle: `The ${MINUTES.connect}\u00a0minutes are up`,
  expiredLead:
    'Nobody approved in time, so nothing was connected. Send yourself a new link here, or go back to your assistant and begin again.',
  overTitle: 'This sign-in is over',
  overLead:
    'It was open for too long, or it began in another browser. Nothing was connected here. Please go back to your assistant and connect again.',
  refusedTitle: 'We cannot continue here',
  refusedLead:
    'The request that your assistant sent is not valid, so we cannot send you back to it. Nothing was connected, and it is not your fault. Whoever makes the assistant can use this:',
  unknownClient: 'If this assistant was connected before, remove the connection there and add it again.',
};

export type OauthSignInWords = typeof oauthSignIn;
