export const CONNECT = {
  'S3.statuses': 'A connection request is pending, approved, consumed, denied or expired.',
  'S4.connect': 'POST /connect answers 202 with the six fields of a connection request, or 400, 429, 502.',
  'S4.connect_input': 'ConnectInput: bounds of each field, all four scopes when absent.',
  'S4.poll': 'GET /connect/{id} takes the poll token as Bearer header or query and answers 200, 404 or 429.',
  'S4.tokens': 'GET /tokens lists the tokens of the account without secrets.',
  'S4.revoke': 'DELETE /tokens/current revokes the token that was used for the call.',
  'S5.delivered_once': 'The bearer token is delivered exactly once, by the poll that says approved.',
  'S5.one_account': 'An account is identified by the e-mail address.',
  'S7.email_not_sent': 'POST /connect is a 502 when the approval e-mail could not be sent.',
  'S8.per_address': 'Three connection requests an hour per e-mail address.',
  'S8.poll_interval': 'A connection request is polled every 5 seconds; sooner is a 429.',
  'C3.token': 'A token row: id, client_name, access, scopes, created_at, last_used_at, expires_at, current.',
  'C4.transitions': 'The transitions between the five statuses, and no others.',
  'C4.expiry': 'Pending ends after 1800 s; approved then too, but not within 5 minutes of the approval.',
  'C4.final': 'Consumed, denied and expired answer with status alone for 24 hours, then 404.',
  'C4.polling_clock': 'Half a second of jitter is forgiven, and a refused poll does not move the clock.',
  'C4.poll_unknown': 'A poll without a token, with a wrong one or of an unknown request is the same 404.',
  'C4.per_network': 'A limit of requests an hour per network: 429 rate_limited with Retry-After.',
  'C4.mail_failure':
    'A request whose mail failed leaves nothing behind and costs nothing; no Redis is a 502.',
  'C4.idn':
    'An address with an internationalized domain is one in every form, mailed as A-labels, shown as written; one label has one script.',
  'C4.language': "The mail's language: the one asked for, else the account's, else English.",
  'C4.same_answer': 'The reply is the same whether or not the address has an account.',
  'C4.plain_400': 'A bad media type or size is a 400 at POST /connect.',
  'C4.approval_page':
    'The page shows whose diary, client, scopes, network and the end of request_id; its form decides once.',
  'C4.replace':
    'Where assistants of the same name are connected, a box, not ticked at first, disconnects them with the approval.',
  'C4.decline_twice': 'Declining asks once more on a second page; until its button is pressed nothing ends.',
  'C4.terms': 'Approving needs the terms; declining does not.',
  'C4.unused': 'A token from an e-mail approval ends after 180 days without use.',
  'C4.link':
    'A secret in a link has 128 bits in 22 characters; the link stands alone on its line, whole in the raw mail.',
  'C4.hashes': 'No poll token, approval secret or bearer token is ever stored in plain.',
  'C2.time_zone':
    "The account begins in the browser's zone; an invalid or absent one is UTC; later ones are ignored.",
  'C2.zones':
    'Zones have their current IANA names beside the older ones; one that a browser names and nobody knows is said on the page.',
  'C7.revoked_repeat': 'Repeating DELETE /tokens/current is a 401.',
  'C7.database_away':
    'With the database away the answer is 503 within 5 s, and the service recovers by itself.',
} as const;
