import { emailKey } from 'shared/contract/email-address.ts';
import type { Keys } from 'shared/process/keys.ts';

/** How often a person may give a wrong number; the last time ends what it was for (`C4.number`, `C5.number`). */
export const MAX_WRONG_NUMBERS = 3;

/**
 * The number, 10 to 99, that the page of an asking browser shows and the page behind its mail asks for. All mails of one page or
 * browser (`asking`) to one address have the same, so that each of them will do. It follows from a key of ours, so that nobody
 * learns it before they had a mail sent: they could otherwise search for a page with the number that they tell the person.
 */
export const twoDigits = (keys: Keys, asking: string, email: string): string => {
  const mac = keys.sign('sign-in-number', `${asking} ${emailKey(email)}`);
  return String(10 + (Buffer.from(mac, 'base64url').readUInt32BE() % 90));
};
