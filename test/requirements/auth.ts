import type { Requirement } from '../requirements.ts';

const S = (id: string, text: string): Requirement => ({ id: `S${id}`, text, source: 'specification' });
const C = (id: string, text: string): Requirement => ({ id: `C${id}`, text, source: 'contract' });

export const auth: Requirement[] = [
  S('1.call_log_kept', 'A call log says which application called which function, without content.'),
  S('3.statuses', 'A connection request is pending, approved, consumed, denied or expired.'),
  S('4.connect', 'POST /connect answers 202 with the six fields of a connection request, or 400, 429, 502.'),
  S('4.connect_input', 'ConnectInput: bounds of each field, all four scopes when absent.'),
  S(
    '4.poll',
    'GET /connect/{id} takes the poll token as Bearer header or query and answers 200, 404 or 429.',
  ),
  S('4.tokens', 'GET /tokens lists the tokens of the account without secrets.'),
  S('4.revoke', 'DELETE /tokens/current revokes the token that was used for the call.'),
  S('5.delivered_once', 'The bearer token is delivered exactly once, by the poll that says approved.'),
  S('5.one_account', 'An account is identified by the e-mail address.'),
  S('7.email_not_sent', 'POST /connect is a 502 when the approval e-mail could not be sent.'),
  S('8.per_address', 'Three connection requests an hour per e-mail address.'),
  S('8.poll_interval', 'A connection request is polled every 5 seconds; sooner is a 429.'),
  C(
    '3.token',
    'A token row: id, client_name, access, scopes, created_at, last_used_at, expires_at, current.',
  ),
  C('4.transitions', 'The transitions between the five statuses, and no others.'),
  C('4.expiry', 'Pending ends after 1800 s; approved then too, but not within 5 minutes of the approval.'),
  C('4.final', 'Consumed, denied and expired answer with status alone for 24 hours, then 404.'),
  C('4.polling_clock', 'Half a second of jitter is forgiven, and a refused poll does not move the clock.'),
  C('4.poll_unknown', 'A poll without a token, with a wrong one or of an unknown request is the same 404.'),
  C('4.per_network', 'A limit of requests an hour per network: 429 rate_limited with Retry-After.'),
  C(
    '4.mail_failure',
    'A request whose mail failed leaves nothing behind and costs nothing; no Redis is a 502.',
  ),
  C('4.language', "The mail's language: the one asked for, else the account's, else English."),
  C('4.same_answer', 'The reply is the same whether or not the address has an account.'),
  C('4.plain_400', 'A bad media type or size is a 400 at POST /connect.'),
  C(
    '4.approval_page',
    'The page shows whose diary, client, scopes, network and the end of request_id; its form decides once.',
  ),
  C('4.terms', 'Approving needs the terms; declining does not.'),
  C('4.unused', 'A token from an e-mail approval ends after 180 days without use.'),
  C('4.hashes', 'No poll token, approval secret or bearer token is ever stored in plain.'),
  C(
    '2.time_zone',
    "The account begins in the browser's zone; an invalid or absent one is UTC; later ones are ignored.",
  ),
  C('7.revoked_repeat', 'Repeating DELETE /tokens/current is a 401.'),
  C(
    '7.database_away',
    'With the database away the answer is 503 within 5 s, and the service recovers by itself.',
  ),
];
