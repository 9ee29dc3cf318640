import { type Request, type Response, Router } from 'express';
import { callersNetwork } from 'shared/calls/principal.ts';
import { refuseAbandoned } from 'shared/http/refuse-abandoned.ts';
import { noSessionCookie, sessionCookie } from 'shared/http/session-cookie.ts';
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
import type { AccountStore } from '../accounts/account-store.ts';
import { isUnknownZone } from '../accounts/begin-account.ts';
import type { SendLimitedMail } from '../mail/limited-mail.ts';
import { mailToAddress } from '../mail/mail-to-address.ts';
import { browserName } from './browser-name.ts';
import {
  type ConfirmError,
  confirmSignInPage,
  type DeadLink,
  deadLinkPage,
  signInPage,
  signInSentPage,
} from './sign-in-pages.ts';
import type { UseSignInLink } from './use-sign-in-link.ts';

export type SignInParts = {
  siteUrl: string;
  keys: Keys;
  accounts: AccountStore;
  sessions: SessionStore;
  signInLinks: SignInLinkStore;
  useSignInLink: UseSignInLink;
  sendSignInMail: SendLimitedMail;
};

type LinkRequest = Request<{ secret: string }>;

/** Signing in by a mailed link, and signing out (`C4.sign_in`, `C4.sign_out`, `H13`, `H18`). */
export const signInRoutes = (parts: SignInParts): Router =>
  Router()
    .get('/signin', (request, response) => {
      const { notice, return_to } = request.query;
      findPerson(parts.keys, request);
      const language = pageLanguage(request);
      const returnTo = returnPage(return_to);
      if (readNotice({ sent: true }, request)) return sendPage(response, signInSentPage(language, returnTo));
      sendPage(response, signInPage(language, { wasSentHere: notice === 'signed_out', returnTo }));
    })
    .post('/signin', acceptForm(parts.siteUrl), async (request: Request, response: Response) => {
      const { email = '' }: FormFields = request.body;
      const returnTo = returnPage(request.query.return_to);
      const error = await mailToAddress(email, (address) => sendLink(parts, request, address, returnTo));
      if (error) {
        const page = signInPage(pageLanguage(request), { email, error, returnTo });
        return sendPage(response.set(error.headers), page);
      }
      seeOther(request, response, '/signin', { notice: 'sent', ...(returnTo && { return_to: returnTo }) });
    })
    .get('/signin/:secret', async (request: LinkRequest, response) => {
      sendPage(response, await linkPage(parts, request, await findLink(parts, request)));
    })
    .post('/signin/:secret', acceptForm(parts.siteUrl), async (request: LinkRequest, response: Response) => {
      const refusal = await signIn(parts, request, response);
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
  { siteUrl, signInLinks, sendSignInMail }: SignInParts,
  request: Request,
  email: string,
  returnTo: PersonsPage | undefined,
): Promise<void> => {
  const secret = randomLinkSecret();
  const link = newSignInLink(hashSecret(secret), { email, returnTo }, new Date());
  const { language } = await sendSignInMail(email, callersNetwork(request), (reader) => ({
    template: 'sign_in',
    to: email,
    language: reader?.language ?? pageLanguage(request),
    link: `${siteUrl}/signin/${secret}`,
    expires_at: link.expires_at.toISOString(),
    time_zone: reader?.timeZone,
  }));
  await signInLinks.create({ ...link, language });
};

const findLink = ({ signInLinks }: SignInParts, { params }: LinkRequest): Promise<SignInLink | null> =>
  signInLinks.find(hashSecret(params.secret));

/** Why a link signs nobody in any more; undefined while it does. */
const deadLink = (found: SignInLink): DeadLink | undefined => {
  if (found.used_at) return 'used';
  return found.expires_at <= new Date() ? 'expired' : undefined;
};

/** The form while the link is good, else why it is not. */
const linkPage = async (
  { keys, accounts }: SignInParts,
  request: LinkRequest,
  found: SignInLink | null,
  error?: ConfirmError,
): Promise<Page> => {
  const language = pageLanguage(request, found?.language);
  if (!found) return deadLinkPage(language, 'unknown');
  const dead = deadLink(found);
  if (dead) return deadLinkPage(language, dead, found.return_to);
  return confirmSignInPage({
    language,
    email: found.email,
    csrf: csrfToken(keys, request.params.secret),
    begins: !(await accounts.findByEmail(found.email)),
    returnTo: found.return_to,
    error,
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
): Promise<Page | undefined> => {
  const { keys, accounts } = parts;
  const form: FormFields = request.body;
  const found = await findLink(parts, request);
  if (!found || deadLink(found)) return linkPage(parts, request, found);
  if (!isCsrfToken(keys, request.params.secret, form.csrf)) return linkPage(parts, request, found, 'form');
  const known = await accounts.findByEmail(found.email);
  if (!known && !form.terms) return linkPage(parts, request, found, 'terms');
  const beginner = {
    email: found.email,
    language: pageLanguage(request, found.language),
    timeZone: form.time_zone,
  };
  const session = { browser: browserName(request.get('user-agent')), network: callersNetwork(request) };
  const replaced = findPerson(keys, request);
  refuseAbandoned(response);
  const secret = await parts.useSignInLink(
    { link: found._id, owner: known ?? beginner, session, replaced },
    new Date(),
  );
  // Another tab was faster: the page says so.
  if (!secret) return linkPage(parts, request, await findLink(parts, request));

  response.set('Set-Cookie', sessionCookie(parts.siteUrl, secret));
  if (!known && isUnknownZone(form.time_zone))
    seeOther(request, response, '/account/profiles', { notice: 'unknown_zone' });
  else seeOther(request, response, found.return_to ?? '/report');
  return undefined;
};
