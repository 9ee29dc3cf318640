/**
 * Every rule that the tests must prove; a full run fails if no test proves one of them. An id says where its rule comes from: the
 * part of the specification (S4) or of the contract (C4), the point of the hardening list (H4), the fault that the hardening list
 * asks for (F), the architecture (A), or what operation (O) and security (Z) need.
 */
export const REQUIREMENTS = {
  // Connecting: requests, approval, tokens
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
  'C4.language': "The mail's language: the one asked for, else the account's, else English.",
  'C4.same_answer': 'The reply is the same whether or not the address has an account.',
  'C4.plain_400': 'A bad media type or size is a 400 at POST /connect.',
  'C4.approval_page':
    'The page shows whose diary, client, scopes, network and the end of request_id; its form decides once.',
  'C4.terms': 'Approving needs the terms; declining does not.',
  'C4.unused': 'A token from an e-mail approval ends after 180 days without use.',
  'C4.hashes': 'No poll token, approval secret or bearer token is ever stored in plain.',
  'C2.time_zone':
    "The account begins in the browser's zone; an invalid or absent one is UTC; later ones are ignored.",
  'C7.revoked_repeat': 'Repeating DELETE /tokens/current is a 401.',
  'C7.database_away':
    'With the database away the answer is 503 within 5 s, and the service recovers by itself.',

  // Deployment
  'C9.settings': 'Every variable of the table can be set from outside, and what has no default is asked for.',
  'C9.wrong_setting': 'A missing variable stops a process with one line that names it.',
  'C9.real_servers': 'A production process runs on the real servers that it is told of.',
  'C9.replicas_deployed':
    'A service can run in several replicas: nothing of its deployment is there once only.',
  'C9.seed': 'npm run seed fills a running set with made-up diaries and gives a working token per account.',
  'C9.seed_production': 'npm run seed refuses NODE_ENV=production.',

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
  'C3.coverage': 'An optional figure is the sum of the items that state it, with how many of them do.',
  'C3.order': 'The meals of a day come in the order in which they were eaten.',
  'C3.activity': 'A replaced day of activity keeps its id and its created_at.',
  'C3.sleep': 'A replaced night keeps its id and its created_at; its source stays null where none is given.',
  'C3.note': 'A wellbeing note has every field of the contract.',
  'C3.day':
    "A day shows its meals, totals, activity, sleep, notes and the profile's targets, or that there are none.",
  'C3.profiles':
    'An account has at most 20 profiles, also when they are made at once; names need not be unique.',
  'C3.me': 'Who am I: account, token, scopes and profiles.',
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

  // The gateway
  'S1.documents': 'Instructions are published at /connect.md, the description at /openapi.json.',
  'S1.call_log': 'A call log tells which application called which function, without content.',
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
  'C7.documented': "A problem's type is the address of its code's documentation.",
  'C8.assets': 'Pages ask nothing of another host; their files may be kept for ever.',
  'C9.origins': 'Pages of ALLOWED_ORIGINS may call the API; preflights are answered before authentication.',
  'C9.hops': 'X-Forwarded-For counts for as many proxies as TRUST_PROXY_HOPS says.',
  'C9.replicas':
    'Several addresses are several replicas; one that is gone is left out, a new one gets its share.',
  'C9.slow_clients':
    'Clients that hang up or send slowly leave nothing half-written and keep nobody waiting.',

  // Hardening
  H3: 'A forged Host, Forwarded or X-Forwarded-* changes no byte of any metadata, link, mail or redirect.',
  H13: 'Opening a mailed link changes nothing; only its form does, with its CSRF token and, for approval, the terms.',
  H14: 'Connection requests are limited exactly, tell nothing of accounts, and yield one token however often they are polled.',
  H15: 'After a 502 or 504 the link of that request can never approve.',
  H16: 'A hostile client name is refused or inert in page, subject and mail; one address a mail, no header injected.',
  H18: 'Every page has a strict CSP without inline script, cannot be framed, is not sniffed.',
  H19: 'Every error is problem+json with its own status and holds no stack, path, host or content.',
  H20: "Another account's identifier is the same 404 as an unknown one; query tricks are a 400.",
  H21: 'Request 121 and write 61 in a minute are 429; concurrent calls do not slip past.',
  H22: 'The same Idempotency-Key twice at once, or after a crash, makes one record.',
  H23: 'Totals are the sums of the items; days, leap years, offsets and zone changes follow the contract.',
  H24: 'Doubled headers, CL+TE, absolute-form targets, huge headers and spoofed principals are refused or harmless.',
  H25: 'JSON nested 5,000 deep is a 400 on any address.',
  'F.whole_set_killed':
    'After a kill -9 of everything in the middle of writes, every acknowledged write is there, once.',

  // MCP
  'S4.tools': 'The MCP server has the fifteen tools of the specification.',
  'S1.examples': 'What the instructions show works as it stands.',
  'C6.transport':
    'POST /mcp is stateless and answers in JSON; GET and DELETE are 405; there are no sessions and no streams.',
  'C6.versions': 'Every protocol version that the SDK supports is served.',
  'C6.list': 'All tools are always listed, in a fixed order, each with title, description and four hints.',
  'C6.input': 'Tools take the REST input flattened, from the same schemas; a day that is absent is today.',
  'C6.result': 'structuredContent is the REST body, fits the outputSchema and is repeated as JSON text.',
  'C6.refusal': 'A refusal is a result with isError, the problem as its text and no structuredContent.',
  'C6.away': 'A service that is away or does not answer is a refusal of the call.',
  'C6.call_log': 'The call log names the tool that was called and the channel.',
  'C6.revoked': 'A connection that was ended is refused at once, with Redis away too.',
  'C7.mcp_limits':
    'Each message that asks for an answer is a request, each call of a tool that writes a write, in the counters of REST.',
  'C7.mcp_keys': 'An idempotency key means the same over REST and MCP.',
  H1: 'POST /mcp without a good token is a 401 whose challenge leads to the metadata of /mcp.',
  H4: 'A foreign Origin on /mcp is a 403; preflights come before authentication; headers are exposed.',
  H5: 'Clients of 2025-03-26 to 2026-07-28 get JSON and no session; a future version is answered as MCP says.',
  H6: 'Invalid arguments are a refusal, an unknown tool is -32602, a call beyond the scopes a 403; callers share nothing.',

  // OAuth
  'S5.oauth': 'Authorization code with PKCE S256 and dynamic registration; tokens of an hour; rotation.',
  'S5.sign_in_page': 'On the sign-in page the person enters an e-mail, gets the same link, and is led back.',
  'C5.server_metadata': 'Server metadata (RFC 8414) names the addresses and what is supported, and no more.',
  'C5.resource_metadata': 'Protected-resource metadata for /mcp, /api/v1 and the site, each exact.',
  'C5.any_origin': 'Pages of any origin may ask the metadata and the token, registration and revocation.',
  'C5.registration': 'Registration answers as RFC 7591 does; unknown members are ignored, scope too.',
  'C5.auth_methods': 'Clients authenticate by none, client_secret_post or client_secret_basic.',
  'C5.redirect': 'Redirect addresses match exactly, save the port of a loopback address.',
  'C5.scopes': 'Unknown scopes are left out; none left is invalid_scope; none asked is all four.',
  'C5.resource': 'A token is for the resource that was asked for, or for both.',
  'C5.one_row':
    'A grant is one row in /tokens, one connection to limits and call log, however often it refreshes.',
  'C5.refresh':
    'Refresh tokens rotate, with a grace of 30 s that ends when the successor was used; then replay revokes.',
  'C5.unused': 'A grant that is not used for 180 days ends; its tokens end by time alone.',
  'C5.revocation':
    'Revoking the access or the refresh token ends the grant at once, and so does DELETE /tokens/current.',
  'C5.sign_in': 'The page goes on by itself, without JavaScript, and leads back when asked again.',
  'C5.number': 'Approving needs the two-digit number of the page; the third wrong one denies.',
  'C5.start_over':
    'The person can start over with another address; after 30 minutes the page says what to do.',
  H2: 'The issuer is the address that the metadata is fetched under; S256 only; iss; the usual aliases answer.',
  H7: 'Redirect addresses are exact; registration refuses what is dangerous, is limited, and unused clients go.',
  H8: 'PKCE with S256 is needed of every client; no scope asked is all four.',
  H9: 'One of twenty redemptions wins; one family of twenty refreshes lives on; later replays revoke.',
  H10: 'Consent every time, with host and unverified name; iss always; an unknown resource is invalid_target.',
  H11: 'Client metadata documents on private hosts are not fetched; size, time and redirects are bounded.',
  H12: 'The code goes only to the browser that holds the interaction; the approver gets no session of it.',

  // Operation
  'O.metrics':
    'Every service tells its rates, latencies, limits, queues, mails and engines on a port of its own.',
  'O.retention': 'What is kept for a time only is deleted by the database when that is over.',
  'O.metrics_private': 'No metric holds anything of an account, and none is reached through the gateway.',
  'O.traces':
    'A request is one trace through every service and engine that it went through, behind a switch.',
  'O.traces_private':
    'A span holds no address, parameter, value, token or content, and no caller chooses its trace.',
  'O.traces_told':
    'That traces do not reach the collector is a line in the log of every service that sends them.',
  'O.request_id':
    'The id of a request is in the lines of every service that worked on it, its mail included.',
  'O.job_id': 'What a queue had done is logged with the id of its job.',
  'O.readiness':
    'A service says that it is ready exactly while what it needs is there, and comes back by itself.',
  'O.monitoring_files': 'The dashboard and the alerts ask only for metrics that a running service has.',
  'O.rotation': 'SECRET_KEY is changed in three steps that sign nobody out and refuse nothing on its way.',
  'O.rotation_end':
    'What was sealed with a key that is gone is refused or left out; everything else goes on.',
  'O.backup': 'What was backed up and restored is what was there.',
  'O.backup_refuses': 'A restore refuses a database that is not empty, a damaged backup and an old ledger.',
  'O.restore_replays':
    'What ended after the backup stays ended after the restore: accounts, tokens, sessions, links, profiles.',
  'O.lost_mailbox': 'An account can be given another address; what the old one opened is closed.',
  'O.end_sessions':
    'An operator can sign out every browser and disconnect every assistant of an account: the next call is refused.',
  'O.delete_on_request':
    'An operator can delete an account for its person: refused at once, and every service erases.',
  'O.redis_cluster': 'Every command to Redis stays in one slot of a cluster.',

  // Mails and pages
  'C4.mail':
    'The mail: text and HTML in the language asked for, one link, client, scopes, expiry, four characters.',
  'C4.mail_verdict': '202 if the mail server accepted the mail, else 502; the wait ends after 8 s.',
  'C4.mail_sealed': 'Nothing of a mail lies open in the queue or stays there, and none of it reaches a log.',
  'C4.approval_form':
    'The form: csrf, terms, two buttons named decision; 400 with the form again without terms.',
  'C8.languages': "Pages are in en, es and ru: the request's language, else the browser's, else English.",
  'C8.without_script': 'Everything on the pages works without JavaScript.',
  'C8.accessible': 'Pages work by keyboard and screen reader, on a phone, in the dark, and are printable.',
  'C8.public_pages': 'The landing page, the terms and the privacy notice are published.',
  'C8.page_errors': 'Errors on page addresses are pages for people, with the id of the request.',
  'F.mailer_killed': 'A mailer killed while it sends: a mail may go twice, with the same link; none is lost.',
  'F.smtp': 'SMTP down, slow, 4xx, 5xx: 502, or 202 with the mail really accepted; never both.',

  // The person: profiles, links, records, downloads
  'C2.zone_changed': 'When the zone of a profile changes, what is recorded keeps its day.',
  'C3.targets': "Targets are the person's own, each a number within bounds or null, in days and reports.",
  'C8.profiles': 'Profiles: add up to 20, rename, delete with the records after a question, make default.',
  'C8.links': 'Share links: create for one diary or all, with or without an end, copy, revoke, views.',
  'C8.report': '/report: the connected assistants with what they may do and did, each disconnected at once.',
  'C8.records_deleted': 'Records are deleted from /report, after a question that changes nothing.',
  'C8.field_errors': 'What cannot be taken is a 400 with the form again and the error tied to its field.',
  'C8.action': 'A form that asks for what its page does not do is a 400 page and changes nothing.',
  'C8.sent_twice': 'A form sent twice does it once; one filled in before another change goes back.',
  'C8.download': 'Everything of the account, as one JSON document and as a CSV file per kind.',
  'C8.download_safe': 'No formula of a downloaded table runs in a spreadsheet.',
  'C8.own_pages_only': "A person's pages show and change nothing of another account.",
  'A.download_streamed': 'A download of years takes constant memory and waits for a slow reader.',
  'A.download_breaks': 'A download that cannot be completed is refused or visibly breaks.',
  'A.removed_twice': 'Records that come in while their profile is deleted do not stay.',

  // The person: sign-in, account, erasure
  'S1.disconnect': 'The person sees every connected assistant and disconnects any of them at any time.',
  'S1.call_log_shown': 'The call log is shown to the person: application, function, time, outcome.',
  'C4.sign_in':
    'A mailed link, 15 minutes, single use, signs in by its form: a cookie and 303 to the page asked for, else /report.',
  'C4.sign_in_terms': 'For an address without an account the confirming form has the terms too.',
  'C4.sign_in_limits': 'Sign-ins have the limits of connection requests, counted apart; no mail is a 502.',
  'C4.sign_in_same_answer': 'Asking to sign in is answered alike with and without an account.',
  'C4.sign_out': 'POST /signout ends the session.',
  'C4.session_unused': 'A session ends after 30 days without use.',
  'C8.landing': '/ says what the service is, has the sign-in form and how to connect by MCP and REST.',
  'C8.account': '/account: assistants, sessions, call log, language, each with its forms.',
  'C8.signed_out':
    'A page that needs a session sends whoever has none to /signin, which says why; a post there does nothing.',
  'C8.navigation': 'Signed-in people find every page of theirs, and the way out, on each of them.',
  'C8.person_by_keyboard': 'The whole way from / to a deleted account works by keyboard alone.',
  'C8.deletion': 'Deleting the account needs a sign-in within 15 minutes and the address typed in.',
  'A.csrf':
    "Every form refuses the pages of others and needs its csrf, bound to the session or the link's secret.",
  'A.assistants': 'auth tells services, and nobody else, of the connected assistants and the export parts.',
  'A.erasure': 'An erased account is refused at once everywhere, and nothing of it remains.',
  'A.erasure_resumes': 'An erasure that was killed at any point goes on and ends.',
  'A.erasure_twice': 'Each service sweeps, waits a minute for what was in flight, and sweeps again.',
  'A.begins_anew': 'A new account with the address of an erased one starts empty.',

  // Pages of reports
  'C8.report_figures':
    "The page shows the report's own figures, written as the reader's language writes them, and of how many days each is.",
  'C8.report_glance':
    'A week or a month begins with what was eaten, moved, slept and felt, on the first screen of a phone.',
  'C8.report_targets': "Figures stand beside the person's own targets, drawn alike whether reached or not.",
  'C8.report_plots': 'Each plot has a title, a text for screen readers and a table of the same figures.',
  'C8.report_gaps': 'Days without records are gaps, never zero; days to come are neither.',
  'C8.report_records':
    "Each meal shows its foods, the person's words, model and confidence; notes show did, felt and quote.",
  'C8.report_neutral': 'A report never judges, advises or recommends, in words, signs or colours.',
  'C8.report_print': 'Printed, a report has every record of every day and nothing that leads elsewhere.',

  // Reports
  'S2.report': 'A report holds totals, averages, top foods, meal breakdown, activity and sleep averages.',
  'S2.share_link_bounds': 'A link lives 1 to 365 days or without end; its body may be an empty object.',
  'S3.share_links': 'Active links are listed, and can be revoked.',
  'S4.periods': 'A report is of today, this week or this month; another period is a 400.',
  'S8.report_volume': 'A month of full meals, 50 items each, is reported like any other.',
  'C2.week': 'A week is from Monday to Sunday, a month the calendar month; the zone decides today.',
  'C3.report_totals': 'Totals and averages over the days with meals are rounded once; unknown is null.',
  'C3.top_foods':
    'At most 20 foods by count, then kcal; case and spaces tell none apart; the last name shows.',
  'C3.meal_breakdown': 'The meal types that occur, in the order of the specification, with their share.',
  'C3.stated_averages': 'Each average of activity and sleep is over the days that state it.',
  'C3.clock_average': 'Clock times are averaged on the circle.',
  'C3.report_days': 'Every day of the whole period is listed, null where nothing is known.',
  'C3.provenance': 'Provenance counts the records of all four kinds by model and application.',
  'C3.share_link': 'A link shows its address in the list too, whose secret is kept hashed and sealed.',
  'C3.share_link_views': 'Views are counted, also across an orderly stop, and no view waits for it.',
  'C3.share_link_gone': 'A revoked or expired address answers 410 with a page that says so, at once.',
  'C7.report_plans': 'A report reads the records of its period alone, on an index, however long the history.',
  'C8.shared_report':
    'A shared report is this week at first, says when its link ends, and names no assistant.',
  'C8.steps_in_time': 'A report page steps back and forth in time, and never past today.',
  H17: 'A share link has 128 bits or more, is not cached, indexed or referred; revoked it is a 410 on the next request; the page holds no id, e-mail or token.',
  'F.reports_database': 'Database away: a report is a 503 problem, its page a 503 page or problem by Accept.',

  // Security
  'Z.valid': 'What the description calls valid is taken, and its answer is as described.',
  'Z.fuzz': 'Whatever is sent, no answer is a fault of ours or tells of the inside, and nothing falls over.',
  'Z.forged':
    'A form that did not come from our page, or not from the person who has it open, changes nothing.',
  'Z.wire':
    'Bytes that are no request, or two in one, are refused or cut off; no answer is taken for another.',
  'Z.limits': 'Nothing that is read as a whole or written without a token grows without an end.',
  'Z.popup': 'A client that opens the sign-in in a window of its own keeps its tie to that window.',
  'Z.headers':
    'Every answer forbids sniffing, framing and foreign content; on https it asks for https alone.',
  'Z.pinned': 'Every dependency has one exact version, locked by its hash, and runs no script unasked.',
  'Z.licences': 'What runs in production is under licences that allow it.',
  'Z.document': 'docs/security.md answers every point of ASVS 5.0 up to level 2, by files that are there.',
} as const satisfies Record<string, string>;

/** The id of a rule. */
export type RequirementId = keyof typeof REQUIREMENTS;
