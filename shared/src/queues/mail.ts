import { z } from 'zod';
import { email } from '../contract/email-address.ts';
import { language } from '../contract/fields.ts';
import { scope } from '../contract/scopes.ts';

/** The braces keep the keys of a queue in one slot of a Redis Cluster. */
export const MAIL_QUEUE = '{mail}';

/** What every mail holds. */
const anyMail = z.object({
  to: email,
  language,
  link: z.url(),
  expires_at: z.iso.datetime(),
  /** The zone in which the mail tells the time: that of the person, where they have an account; else UTC. */
  time_zone: z.string().optional(),
});

/** A mail to be written; the mailer knows the words. */
export const mail = z.discriminatedUnion('template', [
  anyMail.extend({
    template: z.literal('approval'),
    client_name: z.string(),
    scopes: z.array(scope),
    /** The last four characters of the request's id, which the assistant tells the person; none where a page of ours asked. */
    request_tail: z.string().optional(),
  }),
  anyMail.extend({ template: z.literal('sign_in') }),
  /** To an address that an account is to move to. */
  anyMail.extend({ template: z.literal('move') }),
  /** The same where the address has an account, which stays as it is. */
  anyMail.extend({ template: z.literal('no_move') }),
]);
export type Mail = z.infer<typeof mail>;

/**
 * What lies in Redis: the mail as JSON, sealed under the purpose `mail-job`, because it holds an address and a secret; and the
 * id of the request that asked for it.
 */
export const mailJob = z.object({ sealed: z.string(), request_id: z.string().optional() });
export type MailJob = z.infer<typeof mailJob>;
