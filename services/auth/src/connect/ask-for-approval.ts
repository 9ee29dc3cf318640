import type { ServerResponse } from 'node:http';
import { hashSecret, randomSecret } from 'shared/service/keys.ts';
import { Problem } from 'shared/service/problem.ts';
import { uuidv7 } from 'uuidv7';
import { emailKey } from '../accounts/account-store.ts';
import type { HomeZoneOf } from '../accounts/home-zone.ts';
import type { SendLimitedMail } from '../mail/limited-mail.ts';
import { openedAt } from './request-state.ts';
import type { ConnectionRequest, RequestStore } from './request-store.ts';

export type ApprovalMailParts = {
  siteUrl: string;
  requests: RequestStore;
  homeZoneOf: HomeZoneOf;
  sendApprovalMail: SendLimitedMail;
};

/** What is asked of whom, and by which way the answer is fetched. */
type Wanted = Pick<
  ConnectionRequest,
  'email' | 'client_name' | 'scopes' | 'language' | 'network' | 'poll_token_hash' | 'oauth'
>;

/**
 * Mails a person the link to a connection request and gives the request. `poller` is the response of an assistant that polls.
 * It alone is told how to fetch its token: if it hangs up first, nothing can be approved. Throws `timeout`, `rate_limited`, or
 * `email_not_sent` where the mail or Redis is away, which costs nothing.
 */
export const askForApproval = async (
  parts: ApprovalMailParts,
  wanted: Wanted,
  poller?: ServerResponse,
): Promise<ConnectionRequest> => {
  if (poller?.destroyed) throw new Problem('timeout', 'Nobody waits for the answer.', { status: 408 });
  const createdAt = new Date();
  const approvalSecret = randomSecret();
  const connectionRequest: ConnectionRequest = {
    _id: `req_${uuidv7()}`,
    ...openedAt(createdAt),
    ...wanted,
    email_key: emailKey(wanted.email),
    approval_hash: hashSecret(approvalSecret),
    created_at: createdAt,
    last_polled_at: null,
  };
  await parts.sendApprovalMail(
    {
      template: 'approval',
      to: connectionRequest.email,
      language: connectionRequest.language,
      link: `${parts.siteUrl}/approve/${approvalSecret}`,
      expires_at: connectionRequest.ends_at.toISOString(),
      time_zone: await parts.homeZoneOf(wanted.email),
      client_name: connectionRequest.client_name,
      scopes: connectionRequest.scopes,
      ...(!connectionRequest.oauth && { request_tail: connectionRequest._id.slice(-4) }),
    },
    connectionRequest.network,
  );
  // Stored only now: if a mail is delivered after we gave it up, its link leads nowhere (H15).
  await parts.requests.create(connectionRequest);
  if (poller?.destroyed) await parts.requests.take('deny', connectionRequest, new Date());
  return connectionRequest;
};
