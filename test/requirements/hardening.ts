import type { Requirement } from '../requirements.ts';

const H = (id: string, text: string): Requirement => ({ id, text, source: 'hardening' });

export const hardening: Requirement[] = [
  H(
    'H3',
    'A forged Host, Forwarded or X-Forwarded-* changes no byte of any metadata, link, mail or redirect.',
  ),
  H(
    'H13',
    'Opening a mailed link changes nothing; only its form does, with its CSRF token and, for approval, the terms.',
  ),
  H(
    'H14',
    'Connection requests are limited exactly, tell nothing of accounts, and yield one token however often they are polled.',
  ),
  H('H15', 'After a 502 or 504 the link of that request can never approve.'),
  H(
    'H16',
    'A hostile client name is refused or inert in page, subject and mail; one address a mail, no header injected.',
  ),
  H('H18', 'Every page has a strict CSP without inline script, cannot be framed, is not sniffed.'),
  H('H19', 'Every error is problem+json with its own status and holds no stack, path, host or content.'),
  H('H20', "Another account's identifier is the same 404 as an unknown one; query tricks are a 400."),
  H('H21', 'Request 121 and write 61 in a minute are 429; concurrent calls do not slip past.'),
  H('H22', 'The same Idempotency-Key twice at once, or after a crash, makes one record.'),
  H(
    'H23',
    'Totals are the sums of the items; days, leap years, offsets and zone changes follow the contract.',
  ),
  H(
    'H24',
    'Doubled headers, CL+TE, absolute-form targets, huge headers and spoofed principals are refused or harmless.',
  ),
  H('H25', 'JSON nested 5,000 deep is a 400 on any address.'),
  {
    id: 'F.whole_set_killed',
    text: 'After a kill -9 of everything in the middle of writes, every acknowledged write is there, once.',
    source: 'hardening, faults',
  },
];
