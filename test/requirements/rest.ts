export const REST = {
  // The diary over REST
  'S1.default_profile': 'A request that names no profile speaks of the default one.',
  'S2.profile_name': 'A profile has a name of 1 to 60 characters.',
  'S2.meal_bounds': "A meal's values are taken up to their bounds and refused beyond them.",
  'S2.meal_stored': 'A stored meal comes back with its items and the totals that the service computes.',
  'S2.date_time': 'A date-time needs an offset and a real date; seconds and fraction may be left out.',
  'S2.now': 'A meal without eaten_at and a note without recorded_at happen now.',
  'S2.activity_bounds': "A day's activity is taken up to its bounds and refused beyond them.",
  'S2.source_app': 'The source of an activity is the connected assistant where none is given.',
  'S2.sleep_bounds': "A night's values are taken up to their bounds and refused beyond them.",
  'S2.night': 'A night belongs to the day of waking up.',
  'S2.note_bounds': "A note's values are taken up to their bounds and refused beyond them.",
  'S2.words_kept': "The person's words are kept in full, exactly as sent.",
  'S4.replace': "A PUT replaces a day's earlier values; nothing is merged.",
  'S4.meals_of_day': 'The meals of a day are listed, of today when no day is named.',
  'S7.status': 'Invalid input is a 400, what is not there a 404.',
  'S8.range': 'A range of days has at most 93.',
  'C1.media': 'Another media type is a 415, more than 512 KiB a 413, exactly 512 KiB passes.',
  'C1.named': 'What is malformed, doubled or unknown is a 400 that names it; nothing is dropped in silence.',
  'C1.null': 'An optional field sent as null counts as absent.',
  'C1.code_points': 'Lengths count code points.',
  'C1.visible': 'A name needs a visible character; NUL and lone surrogates are refused.',
  'C1.offset': 'A date-time comes back with the offset that was sent, and with seconds.',
  'C1.deleted': 'A deletion answers deleted and the id; repeating it is a 404.',
  'C1.rounding': 'Sums are rounded to 2 decimals, once, at the end; unknown is null.',
  'C1.item_id':
    'An item of a meal has an id within its meal, by the order in which items were added, never given twice.',
  'C1.plain_schemas':
    'Schemas are plain: one type for each property, beside which only an answer has null; no enum or const without type, no null in an enum; inputs offer no choice of forms; arrays say their items.',
  'C1.openapi':
    'The REST interface is described as OpenAPI 3.1, as 3.0, and as a selection for GPT actions, all made from the contract.',
  'C1.openapi_30':
    '/openapi-3.0.json says the same without what 3.0 lacks: lists of types, const, examples, numbers that exclude.',
  'C1.actions':
    '/openapi-actions.json has at most 30 operations, without /connect, and descriptions of at most 300 characters.',
  'C1.private': 'What a person records reaches no log.',
  'C1.no_store': 'An answer with personal data is not to be stored.',
  'C2.default_once':
    'The default profile comes into being once, whoever asks first, with an id made from the account.',
  'C2.zone':
    'A profile starts in the time zone that the account began in, or that of the default profile since.',
  'C2.day': 'The day is the date in the offset that was sent; with Z the date in the zone of the profile.',
  'C2.today': 'Today and now are those of the zone of the profile.',
  'C2.range': 'Ranges have their defaults, include both ends, list every day, and are refused when reversed.',
  'C3.meal': 'A meal has every field of the contract, null where nothing was stated, items in their order.',
  'C3.version': 'A record has a version, 1 at first, who changed it last, and when.',
  'C3.coverage': 'An optional figure is the sum of the items that state it, with how many of them do.',
  'C3.order': 'The meals of a day come in the order in which they were eaten.',
  'C3.activity': 'A replaced day of activity keeps its id and its created_at.',
  'C3.sleep': 'A replaced night keeps its id and its created_at; its source stays null where none is given.',
  'C3.note': 'A wellbeing note has every field of the contract.',
  'C3.day':
    "A day shows its meals, totals, activity, sleep, notes and the profile's targets, or that there are none.",
  'C3.profiles':
    'An account has at most 20 profiles, also when they are made at once; names need not be unique.',
  'C3.me': 'Who am I: account, token, scopes, profiles, and what time and weekday it is.',
  'C7.tenancy':
    "Another account's record or profile differs in nothing but the request id from an unknown one.",
  'C7.replay': 'The same key with the same body gets the first answer again and writes nothing.',
  'C7.conflict': 'The same key with another body or on another operation is a 422.',
  'C7.twins': 'Calls with one key at once make one record.',
  'C7.successes': 'Only a success uses up a key.',
  'C7.key': 'A key has 1 to 255 visible characters.',
  'C7.key_scope': 'A key is known to the connection that used it alone.',
  'C7.key_lifetime': 'After 24 hours a key is free again, whether or not it was cleaned away.',
  'C7.indexed': 'Every query on records states the account and runs on an index.',

  'C10.meal':
    'A correction changes the fields and items of a meal that it names, and nothing else; what cannot be meant is a 400 and changes nothing.',
  'C10.multiply':
    'What is multiplied is kept unrounded and shown to 2 decimals, within the bounds of an item.',
  'C10.note': 'A correction of a note changes what it names, and nothing else.',
  'C10.merge':
    "A correction of a day's activity or sleep keeps what it does not name, and begins the record where there is none.",
  'C10.conditions':
    'If-Match and If-None-Match are kept or refused with the current version; what is malformed is a 400.',
  'C10.record': 'A record of any kind is read by its id, with its versions, deleted ones included.',
  'C10.restore':
    'Restoring brings back what was deleted, or an earlier version, as a new one; it never deletes.',
  'C10.changes':
    'What was changed is listed, the newest first, page by page, each with its record in a line.',
  'C10.kept_days': 'After 30 days a version is not kept, whether or not it was cleaned away.',
  'C7.deleted_since': 'A replay, and the conflict of a used key, say that the record was deleted since.',
  'C10.kept': 'A change keeps the version that it ends, in one transaction with it.',
  'C10.unchanged': 'What changes nothing makes no version.',
  'C10.kept_most': 'Of a record 100 versions are kept, the first and the newest, of an account 256 MiB.',

  // The gateway
  'S1.documents': 'Instructions are published at /connect.md, the description at /openapi.json.',
  'S1.call_log': 'A call log tells which application called which function, without content.',
  'S1.cannot': 'An assistant cannot buy credits or delete the account: no operation does.',
  'S4.table': 'The endpoints are those of the specification, with their scopes and successes, and no others.',
  'S4.operations': 'Every operation of the endpoint table answers a right call with its success.',
  'S4.described': 'What is served and what is described are the same.',
  'S5.token': 'A missing or invalid token is a 401.',
  'S5.scope': 'A token without the needed scope gets a 403.',
  'S7.shape': 'Every error has the shape of a problem.',
  'S8.limits': 'A token has 120 requests and 60 writes a minute.',
  'S9.versions': 'GET /meta reports the instructions_version, which is that of /connect.md.',
  'C1.on_every_answer': 'Every response carries X-Request-Id and Instructions-Version.',
  'C1.open_answers': 'Answers may gain fields: their schemas are open, those of the input closed.',
  'C1.malformed': 'Malformed JSON, an unknown parameter or field is a 400 that names it, on every operation.',
  'C3.meta': 'GET /meta names versions, addresses, scopes, languages and limits.',
  'C5.challenge': 'A 401 says where to get a token, a 403 which scope is missing.',
  'C7.rate_headers':
    'Every authenticated answer carries RateLimit-Policy and RateLimit; a 429 adds Retry-After.',
  'C7.window': 'A window is a minute from the first call; refused calls do not lengthen it.',
  'C7.per_connection': 'Limits are counted per connection.',
  'C7.redis_away': 'With Redis away the limits go on per process and records are still taken.',
  'C7.service_away': 'With a service away the answer is 503 with Retry-After, within 5 s.',
  'C7.service_frozen': 'A service that does not answer within 10 s gives 504; others go on.',
  'C7.revoked_at_once': 'A revoked token is refused by the very next call.',
  'C7.unknown_field':
    'An unknown field is refused with the nearest known name, how to convert it, or what to leave out.',
  'C7.retry_after': 'A problem has retry_after wherever Retry-After is sent.',
  'C7.documented': "A problem's type is the address of its code's documentation.",
  'C8.assets': 'Pages ask nothing of another host; their files may be kept for ever.',
  'C9.origins': 'Pages of ALLOWED_ORIGINS may call the API; preflights are answered before authentication.',
  'C9.hops': 'X-Forwarded-For counts for as many proxies as TRUST_PROXY_HOPS says.',
  'C9.replicas':
    'Several addresses are several replicas; one that is gone is left out, a new one gets its share.',
  'C9.slow_clients':
    'Clients that hang up or send slowly leave nothing half-written and keep nobody waiting.',
} as const;
