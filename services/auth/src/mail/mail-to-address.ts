import { email } from 'shared/contract/email-address.ts';
import { Problem } from 'shared/contract/problem.ts';
import type { AddressError } from './address-field.ts';

/** Why a form for an address comes back, and with which status and headers. */
type MailError = { kind: AddressError; status: number; headers: Record<string, string> };

/** Has `send` mail to the address that a form gave; returns the error that the form has to show where that was not possible. */
export const mailToAddress = async (
  given: string,
  send: (address: string) => Promise<unknown>,
): Promise<MailError | undefined> => {
  const { data: address } = email.safeParse(given.trim());
  if (!address) return { kind: 'email', status: 400, headers: {} };
  try {
    await send(address);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const kind = error.code === 'rate_limited' ? 'rate_limited' : 'email_not_sent';
    return { kind, status: error.status, headers: error.headers };
  }
};
