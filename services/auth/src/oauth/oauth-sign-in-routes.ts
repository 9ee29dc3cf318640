import { type Response, Router } from 'express';
import type { InteractionResults, Provider } from 'oidc-provider';
import { callersNetwork } from 'shared/calls/principal.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import { OAUTH_PATHS } from 'shared/contract/oauth.ts';
import { acceptForm, type FormFields } from 'shared/pages/form/form.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import { pageLanguage } from 'shared/pages/shell/page-language.ts';
import { sendPage } from 'shared/pages/shell/send-page.ts';
import type { Keys } from 'shared/process/keys.ts';
import { addSeconds } from 'shared/process/time.ts';
import type { Connection } from '../access/connection-store.ts';
import { statusAt } from '../access/request-state.ts';
import type { ConnectionRequest } from '../access/request-store.ts';
import { twoDigits } from '../access/two-digits.ts';
import { type ApprovalMailParts, askForApproval } from '../connect/ask-for-approval.ts';
import type { Deliver } from '../connect/deliver.ts';
import { mailToAddress } from '../mail/mail-to-address.ts';
import type { ClientStore } from './client-store.ts';
import {
  findOauthSignIn,
  type OauthSignIn,
  type OauthSignInState,
  type PageRequest,
  stateOf,
} from './oauth-sign-in.ts';
import { checkMailPage, oauthSignInPage, signInOverPage } from './oauth-sign-in-page.ts';

export type OauthSignInParts = ApprovalMailParts & {
  authUrl: string;
  keys: Keys;
  provider: Provider;
  clients: ClientStore;
  deliver: Deliver;
};

/**
 * The page between client and mail (`C5.sign_in`). Whoever approves, on whichever device: only the browser that holds the
 * cookie gets on from here to the client (H12). Nobody else can post to it, for its address is as secret as the cookie.
 */
export const oauthSignInRoutes = (parts: OauthSignInParts): Router => {
  const path = `${OAUTH_PATHS.authorization}/:uid`;
  const toClient = parts.provider.callback();
  const send = (response: Response, page: Page) => sendPage(response, { ...page, site: parts.siteUrl });
  return Router()
    .get(path, async (request: PageRequest, response) => {
      const signIn = await findOauthSignIn(parts, request, response);
      const state = signIn && stateOf(signIn, new Date());
      // The script of the waiting page asks, and loads the page anew at a 204.
      if (request.method === 'HEAD') return void response.status(isOpen(state) ? 200 : 204).end();
      if (!signIn || !state) return send(response, signInOverPage(pageLanguage(request), parts.siteUrl));
      if (!isDecided(state)) return send(response, pageOf(signIn, state, 'again' in request.query));
      const result =
        state.status === 'approved' ? await grant(parts, signIn, state.connectionRequest) : DENIED;
      await parts.provider.interactionResult(request, response, result, { mergeWithLastSubmission: false });
      return toClient(request, response);
    })
    .post(path, acceptForm(parts.authUrl), async (request: PageRequest, response: Response) => {
      const signIn = await findOauthSignIn(parts, request, response);
      if (!signIn || signIn.endsAt < addSeconds(new Date(), NEEDED_SECONDS))
        return send(response, signInOverPage(pageLanguage(request), parts.siteUrl));
      const state = stateOf(signIn, new Date());
      if (!isDecided(state)) {
        const { email = '' }: FormFields = request.body;
        const error = await mailToAddress(email, (address) => sendMail(parts, signIn, address, request));
        const startsOver = state.status === 'waiting';
        if (error)
          return send(response.set(error.headers), oauthSignInPage({ ...signIn, email, error, startsOver }));
      }
      response.redirect(303, signIn.path);
    });
};

/** The rest of a sign-in's time has to suffice for a mail that is answered in its last minute. */
const NEEDED_SECONDS = LIMITS.connectLifetimeSeconds + LIMITS.approvedLifetimeSeconds;

const DENIED: InteractionResults = { error: 'access_denied', error_description: 'the person declined' };

const isDecided = ({ status }: OauthSignInState): boolean => status === 'approved' || status === 'denied';

const isOpen = (state: OauthSignInState | undefined): boolean =>
  state?.status === 'new' || state?.status === 'waiting';

const pageOf = (signIn: OauthSignIn, state: OauthSignInState, wantsForm: boolean): Page => {
  if (state.status === 'waiting' && !wantsForm) {
    const { email, oauth } = state.connectionRequest;
    return checkMailPage({ ...signIn, email, number: oauth?.number ?? '' });
  }
  const email = signIn.connectionRequests[0]?.email ?? signIn.loginHint;
  const { status } = state;
  return oauthSignInPage({
    ...signIn,
    email,
    expired: status === 'expired',
    startsOver: status === 'waiting',
  });
};

/** Makes the connection of an approved request, once, and says what the person granted to whom. */
const grant = async (
  { clients, deliver }: OauthSignInParts,
  { client, resources, endsAt }: OauthSignIn,
  approved: ConnectionRequest,
): Promise<InteractionResults> => {
  const now = new Date();
  const accountId = approved.account_id ?? '';
  const id = approved._id.replace(/^req/, 'tok');
  if (statusAt(approved, now) === 'approved') {
    await clients.keep(client.id);
    const connection: Connection = {
      _id: id,
      account_id: accountId,
      client_name: approved.client_name,
      scopes: approved.scopes,
      access: 'oauth',
      token_hash: id,
      grant: { client_id: client.id, resources },
      created_at: now,
      last_used_at: null,
      // A grant that its client never fetches expires with the page that leads to it.
      expires_at: endsAt,
    };
    await deliver(approved, connection, now);
  }
  return { login: { accountId }, consent: { grantId: id } };
};

/** Mails the link, and ends what this sign-in asked of other addresses. */
const sendMail = async (
  parts: OauthSignInParts,
  { client, scopes, language, interactionHash }: OauthSignIn,
  email: string,
  request: PageRequest,
): Promise<void> => {
  await askForApproval(parts, {
    email,
    client_name: client.name,
    scopes,
    language,
    network: callersNetwork(request),
    oauth: {
      interaction_hash: interactionHash,
      number: twoDigits(parts.keys, interactionHash, email),
      wrong_numbers: 0,
      redirect_host: client.redirectHost,
    },
  });
  await parts.requests.endEarlier(interactionHash, new Date());
};
