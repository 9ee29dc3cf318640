import { domainToASCII, domainToUnicode } from 'node:url';
import { z } from 'zod';

/** A local part: the atoms of RFC 5322 and, as in RFC 6531, letters, marks and digits of any script; nothing that cannot be seen. */
const LOCAL_PART =
  /^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;

/** A domain as people write it, with any of the dots of IDNA. Joiners are part of some scripts: IDNA says where. */
const WRITTEN_DOMAIN = /^([\p{L}\p{M}\p{N}.。．｡-]|\p{Join_Control})+$/u;

/** A domain as IDNA reads it: labels, none of them one that it cannot read, the last of two or more letters. */
const DOMAIN = /^(?!(.*\.)?xn--)([\p{L}\p{N}]([\p{L}\p{M}\p{N}-]|\p{Join_Control})*\.)+\p{L}[\p{L}\p{M}]+$/u;

/** The scripts that names of today are written in (UAX 31, table 5), and those that are written together (UTS 39, 5.1). */
const SCRIPTS = [
  ['Latin'],
  ['Greek'],
  ['Cyrillic'],
  ['Armenian'],
  ['Georgian'],
  ['Hebrew'],
  ['Arabic'],
  ['Thaana'],
  ['Devanagari'],
  ['Bengali'],
  ['Gurmukhi'],
  ['Gujarati'],
  ['Oriya'],
  ['Tamil'],
  ['Telugu'],
  ['Kannada'],
  ['Malayalam'],
  ['Sinhala'],
  ['Thai'],
  ['Lao'],
  ['Tibetan'],
  ['Myanmar'],
  ['Ethiopic'],
  ['Khmer'],
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Bopomofo'],
  ['Han', 'Hangul'],
];

/** A text in one script. By the rule for single scripts of UTS 39: no library that is kept does this part of it alone. */
const ONE_SCRIPT = new RegExp(
  SCRIPTS.map(
    (scripts) =>
      `^[${scripts.map((script) => `\\p{scx=${script}}`).join('')}\\p{scx=Common}\\p{scx=Inherited}]+$`,
  ).join('|'),
  'u',
);

/** The local part and the domain as A-labels; null where there is no such domain (UTS 46). */
const partsOf = (address: string): [local: string, domain: string] | null => {
  const [, local = '', written = ''] = /^(.*)@(.*)$/.exec(address) ?? [];
  const domain = WRITTEN_DOMAIN.test(written) && domainToASCII(written);
  return domain ? [local, domain] : null;
};

const isAddress = (address: string): boolean => {
  const [local, domain] = partsOf(address) ?? ['', ''];
  const shown = domainToUnicode(domain);
  // Node takes labels that are ASCII as they come, also those that nobody could have registered.
  const isRead = DOMAIN.test(shown) && domainToASCII(shown) === domain;
  return isRead && LOCAL_PART.test(local) && local.length + domain.length < 254;
};

const mixesScripts = (address: string): boolean => {
  const [, domain] = partsOf(address) ?? ['', ''];
  return domainToUnicode(domain)
    .split('.')
    .some((label) => !ONE_SCRIPT.test(label));
};

/**
 * A mail address, as it was written. The local part does not begin with a dot or hold two in a row; the domain is dot-separated
 * labels, the last of two or more letters, each in one script (`C4.idn`, specification, ConnectInput).
 */
export const email = z
  .string()
  .max(254, 'must have at most 254 characters')
  .refine(isAddress, {
    error: 'must be one e-mail address, such as ana@example.org',
    params: { code: 'invalid_format' },
    abort: true,
  })
  .refine((address) => !mixesScripts(address), {
    error: 'has a domain with letters of several scripts in one label, which are easily taken for others',
    params: { code: 'invalid_format' },
  })
  .meta({ format: 'email', examples: ['ana@example.org'] });

/**
 * The form in which addresses are compared (`S5.one_account`, `C4.idn`): in lower case, composed, the domain as A-labels. Of what
 * is no address, its lower case.
 */
export const emailKey = (address: string): string => {
  const parts = partsOf(address);
  return (parts?.join('@') ?? address).normalize('NFC').toLowerCase();
};
