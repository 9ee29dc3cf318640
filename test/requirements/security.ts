export const SECURITY = {
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
  H27: "Kept versions are seen by their account alone: another's ids are the same 404 as unknown ones.",
  H32: 'Another address: by the link mailed to it, in the signed-in session; known and unknown ones alike; of two movers one moves.',
  H28: 'A correction or restoration cannot get past what a new record cannot: bounds, 50 items, the room of a day.',
  H26: 'Two corrections of one record at once are both applied, in some order, or one is refused; nobody reads half of one.',
  H33: 'Limits of time, and of what runs at once, keep their inequalities; a value that breaks one stops the process, naming both.',
  'F.whole_set_killed':
    'After a kill -9 of everything in the middle of writes, every acknowledged write is there, once.',

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
} as const;
