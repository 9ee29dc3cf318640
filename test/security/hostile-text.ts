import fc, { type Arbitrary } from 'fast-check';

/** Markup that a page must never contain unescaped. */
export const MARKUP = "\"><x-injected y='z'>";

/** Words that parsers and objects know, as text. */
const SPECIAL_WORDS = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  'NaN',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  'hasOwnProperty',
];

/** What a page, a query, a spreadsheet or a shell would run. */
const INJECTIONS = [
  MARKUP,
  `javascript:alert(1)//${MARKUP}`,
  '{{7*7}}<%= 7 %>',
  '$ne',
  '{"$gt":""}',
  "' || '1'=='1",
  '=cmd()',
  '*)(uid=*',
  '`id`;id|id',
];

/** Short text that stands well in the place of a name. */
export const HOSTILE_NAMES = [...SPECIAL_WORDS, ...INJECTIONS];

/** Text for a field, a parameter or a URL part that expects something else. */
const HOSTILE_TEXT = [
  ...HOSTILE_NAMES,
  'a\u0000b',
  'a\r\nSet-Cookie: x=y',
  '\u202egnp',
  '\ufeff',
  '\u2028',
  '🥗',
  'ﬁ',
  'İ',
  'é'.normalize('NFD'),
  '\u{10ffff}',
  '\ufffe',
  '../../etc/passwd',
  '..\\..\\x',
  '//evil.example',
  'https://evil.example',
  'file:///etc/passwd',
  '/\\evil.example',
  '%00',
  '%zz',
  '%25%30%30',
  'x'.repeat(300),
  '🥗'.repeat(700),
  ' '.repeat(3000),
  '\n'.repeat(3000),
  '9'.repeat(400),
  '-'.repeat(2000),
  '%'.repeat(1000),
  'a@b.cc, c@d.ee',
  'a@b.cc\r\nBcc: c@d.ee',
  '"a b"@example.org',
  'a@[127.0.0.1]',
  '2026-02-29',
  '10000-01-01',
  '24:00',
  '1,000.5',
  '١٢',
];

export const hostileText: Arbitrary<string> = fc.constantFrom(...HOSTILE_TEXT);

/** A form with these fields, hostile or valid, some repeated and some unknown, encoded as in a body or query. */
export const mutatedForm = (
  right: Readonly<Record<string, string>>,
  otherNames: readonly string[] = [],
): Arbitrary<string> => {
  const names = [...Object.keys(right), ...otherNames];
  const field = fc
    .tuple(fc.constantFrom(...names, ...SPECIAL_WORDS), hostileText)
    .map((pair) => new URLSearchParams([pair]).toString());
  const raw = fc.constantFrom(
    '%',
    '%zz=1',
    '=',
    '&&',
    '%ff=%ff',
    `${names[0]}=%ed%a0%80`,
    `${names[0]}[]=1`,
    `${names[0]}[$ne]=1`,
    'a=1&'.repeat(1500),
  );
  const base = fc.subarray(Object.entries(right)).map((kept) => new URLSearchParams(kept).toString());
  const all = fc.constant(new URLSearchParams(right).toString());
  return fc
    .tuple(fc.oneof(all, base), fc.array(fc.oneof({ weight: 5, arbitrary: field }, raw), { maxLength: 3 }))
    .map(([fields, more]) => [fields, ...more].filter(Boolean).join('&'));
};
