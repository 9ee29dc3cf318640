import { type Request, type Response, Router } from 'express';
import { callersNetwork } from 'shared/calls/principal.ts';
import { refuseAbandoned } from 'shared/http/refuse-abandoned.ts';
import { noSessionCookie, sessionCookie, signInCookie } from 'shared/http/session-cookie.ts';
import { acceptForm, csrfToken, type FormFields, isCsrfToken } from 'shared/pages/form/form.ts';
import type { PersonsPage } from 'shared/pages/shell/navigation.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import { pageLanguage } from 'shared/pages/shell/page-language.ts';
import { acceptPersonsForm, findPerson, requirePerson } from 'shared/pages/shell/page-session.ts';
import { readNotice } from 'shared/pages/shell/read-notice.ts';
import { seeOther } from 'shared/pages/shell/see-other.ts';
import { sendPage } from 'shared/pages/shell/send-page.ts';
import { returnPage } from 'shared/pages/shell/sign-in-address.ts';
import { hashSecret, type Keys, randomLinkSecret } from 'shared/process/keys.ts';
import type { SessionStore } from '../access/session-store.ts';
import { newSignInLink, type SignInLink, type SignInLinkStore } from '../access/sign-in-link-store.ts';
import { twoDigits } from '../access/two-digits.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import { isUnknownZone } from '../accounts/begin-account.ts';
import type { SendLimitedMail } from '../mail/limited-mail.ts';
import { mailToAddress } from '../mail/mail-to-address.ts';
import { followAddressLink, showAddressLink } from './address-link.ts';
import { askingBrowser, askingSecret, askingState, deadLink, isAskedBy } from './asking-browser.ts';
import { browserName } from './browser-name.ts';
import type { MoveAccount } from './move-account.ts';
import {
  type ConfirmError,
  confirmSignInPage,
  deadLinkPage,
  signedInTherePage,
  signInPage,
  signInSentPage,
} from './sign-in-pages.ts';
import type { HandOverSignInLink, TakeSignInLink, UseSignInLink } from './use-sign-in-link.ts';

export type SignInParts = {
  siteUrl: string;
  keys: Keys;
  accounts: AccountStore;
  sessions: SessionStore;
  signInLinks: SignInLinkStore;
  useSignInLink: UseSignInLink;
  handOverSignInLink: HandOverSignInLink;
  takeSignInLink: TakeSignInLink;
  sendSignInMail: SendLimitedMail;
  moveAccount: MoveAccount;
};

type LinkRequest = Request<{ secret: string }>;

/** Signing in by a mailed link, and signing out (`C4.sign_in`, `C4.sign_out`, `H13`, `H18`). */
export const signInRoutes = (parts: SignInParts): Router =>
  Router()
    .get('/signin', async (request, response) => {
      const { notice, return_to } = request.query;
      findPerson(parts.keys, request);
      const language = pageLanguage(request);
      const returnTo = returnPage(return_to);
      if (readNotice({ sent: true }, request)) return goOn(parts, request, response, returnTo);
      sendPage(response, signInPage(language, { wasSentHere: notice === 'signed_out', returnTo }));
    })
    .post('/signin', acceptForm(parts.siteUrl), async (request: Request, response: Response) => {
      const { email = '' }: FormFields = request.body;
      const returnTo = returnPage(request.query.return_to);
      const asking = askingSecret(parts.siteUrl, request);
      const error = await mailToAddress(email, (address) =>
        sendLink(parts, request, { address, asking, returnTo }),
      );
      if (error) {
        const page = signInPage(pageLanguage(request), { email, error, returnTo });
        return sendPage(response.set(error.headers), page);
      }
      response.set('Set-Cookie', signInCookie(parts.siteUrl, asking));
      seeOther(request, response, '/signin', { notice: 'sent', ...(returnTo && { return_to: returnTo }) });
    })
    .get('/signin/:secret', async (request: LinkRequest, response) => {
      const link = await findLink(parts, request);
      const page = link?.moves ? showAddressLink(parts, request, link) : await linkPage(parts, request, link);
      sendPage(response, page);
    })
    .post('/signin/:secret', acceptForm(parts.siteUrl), async (request: LinkRequest, response: Response) => {
      const link = await findLink(parts, request);
      const refusal = link?.moves
        ? await followAddressLink(parts, request, response, link)
        : await signIn(parts, request, response, link);
      if (refusal) sendPage(response, refusal);
    })
    .post(
      '/signout',
      acceptPersonsForm(parts.keys, parts.siteUrl),
      async (request: Request, response: Response) => {
        const { account, session } = requirePerson(parts.keys, request);
        await parts.sessions.remove(account.id, session.id);
        response.set('Set-Cookie', noSessionCookie(parts.siteUrl));
        seeOther(request, response, '/', { notice: 'signed_out', language: pageLanguage(request) });
      },
    );

/**
 * Mails a link. It is stored only when the mail is accepted: if a mail is delivered after we gave it up, its link leads
 * nowhere.
 */
const sendLink = async (
  { siteUrl, keys, signInLinks, sendSignInMail }: SignInParts,
  request: Request,
  {
    address: email,
    asking,
    returnTo,
  }: { address: string; asking: string; returnTo: PersonsPage | undefined },
): Promise<void> => {
  const browser = hashSecret(asking);
  const asked = { browser, number: twoDigits(keys, browser, email), wrong_numbers: 0 };
  const secret = randomLinkSecret();
  const link = newSignInLink(hashSecret(secret), { email, returnTo, asked }, new Date());
  const { language } = await sendSignInMail(email, callersNetwork(request), (to, reader) => ({
    template: 'sign_in',
    to,
    language: reader?.language ?? pageLanguage(request),
    link: `${siteUrl}/signin/${secret}`,
    expires_at: link.expires_at.toISOString(),
    time_zone: reader?.timeZone,
  }));
  await signInLinks.create({ ...link, language });
};

/**
 * The page that waits in the browser that asked, until another hands the link over: then it signs in and goes on (`C4.number`).
 * Its script asks by HEAD, and loads it anew at a 204.
 */
const goOn = async (
  { siteUrl, signInLinks, accounts, takeSignInLink, ...parts }: SignInParts,
  request: Request,
  response: Response,
  returnTo: PersonsPage | undefined,
): Promise<void> => {
  const now = new Date();
  const browser = askingBrowser(siteUrl, request);
  const links = browser ? await signInLinks.listAsked(browser) : [];
  const state = askingState(links, now);
  if (request.method === 'HEAD' && links.length > 0)
    return void response.status(state?.status === 'waiting' ? 200 : 204).end();
  if (state?.status === 'handed_over' && (await accounts.findOpen(state.accountId))) {
    const { link, accountId } = state;
    const replaced = findPerson(parts.keys, request);
    const secret = await takeSignInLink(
      { link: link._id, accountId, session: sessionOf(request), replaced },
      now,
    );
    if (secret) {
      response.set('Set-Cookie', sessionCookie(siteUrl, secret));
      return seeOther(request, response, link.return_to ?? '/report');
    }
  }
  const number = state?.status === 'waiting' ? state.number : undefined;
  sendPage(response, signInSentPage(pageLanguage(request), returnTo, number));
};

/** What a session keeps of the browser that it begins in. */
const sessionOf = (request: Request) => ({
  browser: browserName(request.get('user-agent')),
  network: callersNetwork(request),
});

const findLink = ({ signInLinks }: SignInParts, { params }: LinkRequest): Promise<SignInLink | null> =>
  signInLinks.find(hashSecret(params.secret));

/** The form while the link is good, else why it is not. */
const linkPage = async (
  { siteUrl, keys, accounts }: SignInParts,
  request: LinkRequest,
  found: SignInLink | null,
  refused: { error?: ConfirmError; number?: string | undefined } = {},
): Promise<Page> => {
  const language = pageLanguage(request, found?.language);
  if (!found) return deadLinkPage(language, 'unknown');
  const dead = deadLink(found, new Date());
  if (dead) return deadLinkPage(language, dead, found.return_to);
  const begins = !(await accounts.findByEmail(found.email));
  return confirmSignInPage({
    language,
    email: found.email,
    csrf: csrfToken(keys, request.params.secret),
    begins,
    hasMoved: begins && (await accounts.hasMovedFrom(found.email, new Date())),
    returnTo: found.return_to,
    isAsking: isAskedBy(found, askingBrowser(siteUrl, request)),
    ...refused,
  });
};

/**
 * Signs in as the posted form says, in place of the session that the browser had, if any; sets the cookie and sends on. Returns the
 * page that says why not.
 */
const signIn = async (
  parts: SignInParts,
  request: LinkRequest,
  response: Response,
  found: SignInLink | null,
): Promise<Page | undefined> => {
  const { keys, accounts } = parts;
  const form: FormFields = request.body;
  if (!found || deadLink(found, new Date())) return linkPage(parts, request, found);
  if (!isCsrfToken(keys, request.params.secret, form.csrf))
    return linkPage(parts, request, found, { error: 'form' });
  const known = await accounts.findByEmail(found.email);
  if (!known && !form.terms) return linkPage(parts, request, found, { error: 'terms', number: form.number });
  const isAsking = isAskedBy(found, askingBrowser(parts.siteUrl, request));
  if (!isAsking && form.number?.trim() !== found.asked?.number) return refuseNumber(parts, request, found);
  const beginner = {
    email: found.email,
    language: pageLanguage(request, found.language),
    timeZone: form.time_zone,
  };
  const owner = known ?? beginner;
  const isZoneUnknown = !known && isUnknownZone(form.time_zone);
  refuseAbandoned(response);
  if (!isAsking && form.where === 'there') {
    if (!(await parts.handOverSignInLink({ link: found._id, owner }, new Date())))
      return linkPage(parts, request, await findLink(parts, request));
    return signedInTherePage(beginner.language, isZoneUnknown);
  }
  const replaced = findPerson(keys, request);
  const secret = await parts.useSignInLink(
    { link: found._id, owner, session: sessionOf(request), replaced },
    new Date(),
  );
  // Another tab was faster: the page says so.
  if (!secret) return linkPage(parts, request, await findLink(parts, request));

  response.set('Set-Cookie', sessionCookie(parts.siteUrl, secret));
  if (isZoneUnknown) seeOther(request, response, '/account/profiles', { notice: 'unknown_zone' });
  else seeOther(request, response, found.return_to ?? '/report');
  return undefined;
};

/** The form again or, the third time, the end of the link. A field left empty is no number. */
const refuseNumber = async (parts: SignInParts, request: LinkRequest, found: SignInLink): Promise<Page> => {
  const { number = '' }: FormFields = request.body;
  if (!number.trim()) return linkPage(parts, request, found, { error: 'no_number' });
  const left = await parts.signInLinks.noteWrongNumber(found);
  const error = left === 1 ? 'last_number' : 'wrong_number';
  // At the third it is over, and where another tab was faster it may be: the page says what has become of it.
  return linkPage(parts, request, await findLink(parts, request), { error, number });
};
