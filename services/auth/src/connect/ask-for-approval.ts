import type { ServerResponse } from 'node:http';
import { emailKey } from 'shared/contract/email-address.ts';
import type { Language } from 'shared/contract/fields.ts';
import { DEFAULT_LANGUAGE } from 'shared/contract/languages.ts';
import { refuseAbandoned } from 'shared/http/refuse-abandoned.ts';
import { hashSecret, randomLinkSecret } from 'shared/process/keys.ts';
import { uuidv7 } from 'uuidv7';
import { openedAt } from '../access/request-state.ts';
import type { ConnectionRequest, RequestStore } from '../access/request-store.ts';
import type { SendLimitedMail } from '../mail/limited-mail.ts';

export type ApprovalMailParts = {
  siteUrl: string;
  requests: RequestStore;
  sendApprovalMail: SendLimitedMail;
};

/** What is asked of whom, and by which way the answer is fetched. */
type Wanted = Pick<
  ConnectionRequest,
  'email' | 'client_name' | 'scopes' | 'network' | 'poll_token_hash' | 'oauth'
> & {
  /** Where none is asked for, the person's own. */
  language: Language | null | undefined;
};

/**
 * Mails a person the link to a connection request and returns the request. `poller` is the response of an assistant that polls.
 * It alone is told how to fetch its token: if it hangs up first, nothing can be approved. Throws `timeout`, `rate_limited`, or
 * `email_not_sent` where the mail or Redis is down, which costs nothing.
 */
export const askForApproval = async (
  parts: ApprovalMailParts,
  wanted: Wanted,
  poller?: ServerResponse,
): Promise<ConnectionRequest> => {
  refuseAbandoned(poller);
  const createdAt = new Date();
  const approvalSecret = randomLinkSecret();
  const id = `req_${uuidv7()}`;
  const opened = openedAt(createdAt);
  const { email, network, client_name, scopes } = wanted;
  const { language } = await parts.sendApprovalMail(email, network, (to, reader) => ({
    template: 'approval',
    to,
    language: wanted.language ?? reader?.language ?? DEFAULT_LANGUAGE,
    link: `${parts.siteUrl}/approve/${approvalSecret}`,
    expires_at: opened.ends_at.toISOString(),
    time_zone: reader?.timeZone,
    client_name,
    scopes,
    ...(!wanted.oauth && { request_tail: id.slice(-4) }),
  }));
  const connectionRequest: ConnectionRequest = {
    _id: id,
    ...opened,
    ...wanted,
    language,
    email_key: emailKey(email),
    approval_hash: hashSecret(approvalSecret),
    created_at: createdAt,
    last_polled_at: null,
  };
  // Stored only now: if a mail is delivered after we gave it up, its link leads nowhere (H15).
  await parts.requests.create(connectionRequest);
  if (poller?.destroyed) await parts.requests.take('deny', connectionRequest, new Date());
  return connectionRequest;
};
