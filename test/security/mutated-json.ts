import fc, { type Arbitrary } from 'fast-check';

const nested = (depth: number, open: string, close: string): string =>
  open.repeat(depth) + close.repeat(depth);

/**
 * JSON texts to replace other values. Written out, because JSON.stringify can write neither 1e400 nor half a surrogate pair.
 */
export const HOSTILE = [
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '1.5',
  '0.1e-400',
  '1e400',
  '-1e400',
  '1e308',
  '99999999999999999999',
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud83e"',
  '"\\udd57\\ud83e"',
  '"\\ufeff"',
  '"\\u202e<b>"',
  '"\\r\\nX: y"',
  '[]',
  '[null]',
  '[[]]',
  '{}',
  '{"$ne":null}',
  '{"$gt":""}',
  '{"$where":"sleep(9)"}',
  '{"$oid":"0"}',
  '{"":0}',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{"toString":1}',
  '{"length":1e9}',
  '{"then":1}',
  '"2026-02-29"',
  '"0000-01-01"',
  '"10000-01-01"',
  '"2026-10-04T24:00:00Z"',
  '"2026-10-04T10:00"',
  '"24:00"',
  '"NaN"',
  '"<script>alert(1)</script>"',
  '"=cmd()"',
  '"{{7*7}}<%= 7 %>"',
  '"../../etc/passwd"',
  '"a@b.cc, c@d.ee"',
  '"%00%0d%0a"',
  `"${'x'.repeat(6000)}"`,
  `"${'🥗'.repeat(3000)}"`,
  `"${'\u0301'.repeat(3000)}"`,
  `"${'\\n'.repeat(5000)}"`,
  nested(60, '[', ']'),
  nested(200, '[', ']'),
  `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`,
  `[${'0,'.repeat(5000)}0]`,
];

const NAMES = [
  'extra',
  '',
  '__proto__',
  'constructor',
  'toString',
  '$where',
  '$set',
  'a.b',
  'id',
  '_id',
  'account_id',
  '\u0000',
];

/** Ways to change a member of an object, or an array element, which has no name. `other` is hostile. */
const CHANGES: ((member: { name: string; text: string }, other: string, extra: string) => string[])[] = [
  ({ name }, other) => [name + other],
  ({ name }, other) => [name + other],
  ({ name }, other) => [name + other],
  () => [],
  ({ name, text }) => [name + text, name + text],
  ({ name, text }, other, extra) => [name + text, (name && `${JSON.stringify(extra)}:`) + other],
  ({ name, text }) => [`${name}[${text}]`],
  ({ name, text }) => [`${name}{"value":${text}}`],
  ({ name, text }) => [`${name}${JSON.stringify(text)}`],
  ({ name, text }) => (name ? [`${name.toUpperCase()}${text}`] : Array<string>(300).fill(text)),
];

const countOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((count: number, part) => count + 1 + countOf(part), 0)
    : 0;

/** `value` as JSON, with its member or element number `place` changed. */
const write = (
  value: unknown,
  place: { left: number },
  change: (member: { name: string; text: string }) => string[],
): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isArray = Array.isArray(value);
  const parts = Object.entries(value).flatMap(([key, part]) => {
    const isTarget = place.left === 0;
    place.left -= 1;
    const member = { name: isArray ? '' : `${JSON.stringify(key)}:`, text: write(part, place, change) };
    return isTarget ? change(member) : [member.name + member.text];
  });
  return isArray ? `[${parts}]` : `{${parts}}`;
};

/** Ways to change a whole text. */
const AS_A_WHOLE: ((text: string) => string | Buffer)[] = [
  (text) => text.slice(0, -1),
  (text) => `${text}${text}`,
  (text) => `[${text}]`,
  (text) => JSON.stringify(text),
  (text) => `${text} // done`,
  (text) => text.replaceAll('"', "'"),
  (text) => text.replace('{', '{,'),
  (text) => `\ufeff${text}`,
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xc0, 0x80])]),
  (text) => Buffer.from(text.replace('"', '"\u0000')),
  (text) => text.padEnd(512 * 1024 + 1),
  () => '',
  () => '\u0000',
  () => nested(100_000, '[', ']'),
  () => `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
  () => `{"a":"${'\\"'.repeat(200_000)}"}`,
];

/** Nearly valid JSON of these values: something in it is changed, left out, doubled or added. */
export const mutated = (values: Arbitrary<unknown>): Arbitrary<string | Buffer> => {
  const inPart = fc
    .tuple(
      values,
      fc.nat(),
      fc.nat(CHANGES.length - 1),
      fc.constantFrom(...HOSTILE),
      fc.constantFrom(...NAMES),
    )
    .map(([value, place, index, other, extra]) => {
      const change = CHANGES[index] as (typeof CHANGES)[number];
      const left = place % Math.max(1, countOf(value));
      return countOf(value) > 0 ? write(value, { left }, (member) => change(member, other, extra)) : other;
    });
  const asAWhole = fc
    .tuple(values, fc.constantFrom(...AS_A_WHOLE))
    .map(([value, change]) => change(JSON.stringify(value)));
  return fc.oneof(
    { weight: 12, arbitrary: inPart },
    { weight: 2, arbitrary: asAWhole },
    { weight: 1, arbitrary: fc.constantFrom(...HOSTILE) },
  );
};
