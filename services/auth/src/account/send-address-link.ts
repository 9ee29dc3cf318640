import type { Request } from 'express';
import { callersNetwork, type Person } from 'shared/calls/principal.ts';
import { hashSecret, randomLinkSecret } from 'shared/process/keys.ts';
import { newSignInLink, type SignInLinkStore } from '../access/sign-in-link-store.ts';
import { type AccountStore, mayMove } from '../accounts/account-store.ts';
import type { SendLimitedMail } from '../mail/limited-mail.ts';
import { mailToAddress } from '../mail/mail-to-address.ts';

export type AddressLinkMailParts = {
  siteUrl: string;
  accounts: AccountStore;
  signInLinks: SignInLinkStore;
  sendSignInMail: SendLimitedMail;
};

const NOTICES = {
  email: 'address_invalid',
  email_not_sent: 'address_not_sent',
  rate_limited: 'address_too_often',
} as const;

/**
 * Mails a link by which the account of a person moves to the address that they gave; the notice that they get is the same whether or
 * not the address has an account, and so is what it costs: one mail. One that has an account is told that nothing changes
 * (`C13.address`).
 */
export const sendAddressLink = async (
  { siteUrl, accounts, signInLinks, sendSignInMail }: AddressLinkMailParts,
  { account: { id, language } }: Person,
  given: string,
  request: Request,
) => {
  const now = new Date();
  const account = await accounts.findOpen(id);
  if (!account || !mayMove(account, now)) return 'address_too_often';
  const error = await mailToAddress(given, async (email) => {
    const secret = randomLinkSecret();
    const link = newSignInLink(hashSecret(secret), { email, moves: id }, now);
    await sendSignInMail(email, callersNetwork(request), (to, reader) => ({
      template: reader ? 'no_move' : 'move',
      to,
      language: reader?.language ?? language,
      link: reader ? `${siteUrl}/signin` : `${siteUrl}/signin/${secret}`,
      expires_at: link.expires_at.toISOString(),
    }));
    // Also where nobody was mailed its secret: the answer takes as long, and tells nothing of the address.
    await signInLinks.create({ ...link, language });
  });
  return error ? NOTICES[error.kind] : 'address_sent';
};
