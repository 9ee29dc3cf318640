import type { Requirement } from '../requirements.ts';

const S = (id: string, text: string): Requirement => ({ id: `S${id}`, text, source: 'specification' });
const C = (id: string, text: string): Requirement => ({ id: `C${id}`, text, source: 'contract' });

export const gateway: Requirement[] = [
  S('1.documents', 'Instructions are published at /connect.md, the description at /openapi.json.'),
  S('1.call_log', 'A call log tells which application called which function, without content.'),
  S('4.operations', 'Every operation of the endpoint table answers a right call with its success.'),
  S('4.described', 'What is served and what is described are the same.'),
  S('5.token', 'A missing or invalid token is a 401.'),
  S('5.scope', 'A token without the needed scope gets a 403.'),
  S('7.shape', 'Every error has the shape of a problem.'),
  S('8.limits', 'A token has 120 requests and 60 writes a minute.'),
  S('9.versions', 'GET /meta reports the instructions_version, which is that of /connect.md.'),
  C('1.on_every_answer', 'Every response carries X-Request-Id and Instructions-Version.'),
  C('1.open_answers', 'Answers may gain fields: their schemas are open, those of the input closed.'),
  C(
    '1.malformed',
    'Malformed JSON, an unknown parameter or field is a 400 that names it, on every operation.',
  ),
  C('3.meta', 'GET /meta names versions, addresses, scopes, languages and limits.'),
  C('5.challenge', 'A 401 says where to get a token, a 403 which scope is missing.'),
  C(
    '7.rate_headers',
    'Every authenticated answer carries RateLimit-Policy and RateLimit; a 429 adds Retry-After.',
  ),
  C('7.window', 'A window is a minute from the first call; refused calls do not lengthen it.'),
  C('7.per_connection', 'Limits are counted per connection.'),
  C('7.redis_away', 'With Redis away the limits go on per process and records are still taken.'),
  C('7.service_away', 'With a service away the answer is 503 with Retry-After, within 5 s.'),
  C('7.service_frozen', 'A service that does not answer within 10 s gives 504; others go on.'),
  C('7.revoked_at_once', 'A revoked token is refused by the very next call.'),
  C('7.documented', "A problem's type is the address of its code's documentation."),
  C('8.assets', 'Pages ask for nothing from elsewhere; their files may be kept for ever.'),
  C('9.origins', 'Pages of ALLOWED_ORIGINS may call the API; preflights are answered before authentication.'),
  C('9.hops', 'X-Forwarded-For counts for as many proxies as TRUST_PROXY_HOPS says.'),
  C(
    '9.replicas',
    'Several addresses are several replicas; one that is gone is left out, a new one gets its share.',
  ),
  C(
    '9.slow_clients',
    'Clients that hang up or send slowly leave nothing half-written and keep nobody waiting.',
  ),
];
