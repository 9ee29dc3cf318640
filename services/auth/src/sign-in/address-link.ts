import type { Request, Response } from 'express';
import { refuseAbandoned } from 'shared/http/refuse-abandoned.ts';
import { csrfToken, type FormFields, isCsrfToken } from 'shared/pages/form/form.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import { pageLanguage } from 'shared/pages/shell/page-language.ts';
import { findPerson } from 'shared/pages/shell/page-session.ts';
import { seeOther } from 'shared/pages/shell/see-other.ts';
import type { Keys } from 'shared/process/keys.ts';
import type { SignInLink } from '../access/sign-in-link-store.ts';
import { addressLinkPage, type NoMove, noMovePage } from './address-link-pages.ts';
import { deadLink } from './asking-browser.ts';
import type { MoveAccount } from './move-account.ts';

type AddressLinkParts = { keys: Keys; moveAccount: MoveAccount };
type LinkRequest = Request<{ secret: string }>;

/** Why a link moves nothing for whoever opens it: it is over, or they are not signed in to its account. */
const refusalOf = (keys: Keys, request: LinkRequest, link: SignInLink): NoMove | undefined => {
  if (deadLink(link, new Date())) return 'over';
  return findPerson(keys, request)?.account.id === link.moves ? undefined : 'signInFirst';
};

/** What a link shows that moves an account (`C13.address`). */
export const showAddressLink = (
  { keys }: AddressLinkParts,
  request: LinkRequest,
  link: SignInLink,
  isRefused = false,
): Page => {
  const language = pageLanguage(request, link.language);
  const refusal = refusalOf(keys, request, link);
  if (refusal) return noMovePage(language, refusal);
  return addressLinkPage(language, {
    email: link.email,
    csrf: csrfToken(keys, request.params.secret),
    isRefused,
  });
};

/** Moves the account of the signed-in person, and sends them on; returns the page that says why not. */
export const followAddressLink = async (
  parts: AddressLinkParts,
  request: LinkRequest,
  response: Response,
  link: SignInLink,
): Promise<Page | undefined> => {
  const { csrf }: FormFields = request.body;
  const isOurs = isCsrfToken(parts.keys, request.params.secret, csrf);
  if (!isOurs || refusalOf(parts.keys, request, link)) return showAddressLink(parts, request, link, !isOurs);
  refuseAbandoned(response);
  const move = await parts.moveAccount(link, new Date());
  if (move !== 'moved') return noMovePage(pageLanguage(request, link.language), move);
  seeOther(request, response, '/account', { notice: 'address_changed' });
  return undefined;
};
