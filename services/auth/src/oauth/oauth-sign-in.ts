import type { Request, Response } from 'express';
import { errors, type Provider } from 'oidc-provider';
import { email } from 'shared/contract/email-address.ts';
import { language } from 'shared/contract/fields.ts';
import { OAUTH_PATHS } from 'shared/contract/oauth.ts';
import { ALL_SCOPES } from 'shared/contract/scopes.ts';
import { pageLanguage } from 'shared/pages/shell/page-language.ts';
import { hashSecret } from 'shared/process/keys.ts';
import { statusAt } from '../access/request-state.ts';
import type { ConnectionRequest, RequestStore } from '../access/request-store.ts';
import { redirectHost, redirectSource } from './client-metadata.ts';

/** For a sign-in's page; `uid` is the secret end of its address. */
export type PageRequest = Request<{ uid: string }>;

/** An authorization request that waits for its person, in the browser that it came with. */
export type OauthSignIn = Awaited<ReturnType<typeof describe>>;

/** Where a sign-in stands; `expired`: nobody approved in time. */
export type OauthSignInState =
  | { status: 'new' | 'denied' | 'expired' }
  | { status: 'waiting' | 'approved'; connectionRequest: ConnectionRequest };

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;
type Client = NonNullable<Awaited<ReturnType<Provider['Client']['find']>>>;

/** The sign-in of a page's address, where the browser holds its cookie; undefined where it does not, or when it is over. */
export const findOauthSignIn = async (
  { provider, requests }: { provider: Provider; requests: RequestStore },
  request: PageRequest,
  response: Response,
): Promise<OauthSignIn | undefined> => {
  const interaction = await provider.interactionDetails(request, response).catch(undefinedIfGone);
  if (interaction?.uid !== request.params.uid) return undefined;
  const client = await provider.Client.find(String(interaction.params.client_id)).catch(undefinedIfGone);
  return client && describe(requests, request, interaction, client);
};

const undefinedIfGone = (error: unknown): undefined => {
  if (!(error instanceof errors.OIDCProviderError)) throw error;
};

const describe = async (
  requests: RequestStore,
  request: PageRequest,
  interaction: Interaction,
  client: Client,
) => {
  const params = interaction.params as Record<string, string | undefined>;
  const interactionHash = hashSecret(interaction.uid);
  const connectionRequests = await requests.listByInteraction(interactionHash);
  const redirectUri = params.redirect_uri ?? '';
  return {
    path: `${OAUTH_PATHS.authorization}/${interaction.uid}`,
    client: {
      id: client.clientId,
      // A metadata document could change its name once it knows the number, to tell the person that.
      name: connectionRequests[0]?.client_name ?? client.clientName ?? redirectHost(redirectUri),
      redirectHost: redirectHost(redirectUri),
      redirectSource: redirectSource(redirectUri),
    },
    scopes: ALL_SCOPES.filter((scope) => params.scope?.split(' ').includes(scope)),
    resources: [interaction.params.resource].flat().map(String),
    loginHint: email.safeParse(params.login_hint).data ?? '',
    language: pageLanguage(request, connectionRequests[0]?.language ?? languageOf(params.ui_locales)),
    interactionHash,
    endsAt: new Date(interaction.exp * 1000),
    connectionRequests,
  };
};

/** The first of the client's wishes (`es-MX fr`) that we speak. */
const languageOf = (uiLocales = '') =>
  uiLocales
    .split(' ')
    .map((locale) => language.safeParse(locale.split('-')[0]?.toLowerCase()).data)
    .find((known) => known !== undefined);

/** What came of the mails of a sign-in. */
export const stateOf = ({ connectionRequests }: OauthSignIn, now: Date): OauthSignInState => {
  const find = (...statuses: (string | undefined)[]) =>
    connectionRequests.find((request) => statuses.includes(statusAt(request, now)));
  // All mails of a page lead to one connection: once there is one, to that.
  const approved = find('consumed') ?? find('approved');
  if (approved) return { status: 'approved', connectionRequest: approved };
  if (find('denied')) return { status: 'denied' };
  const pending = find('pending');
  if (pending) return { status: 'waiting', connectionRequest: pending };
  return { status: connectionRequests.length > 0 ? 'expired' : 'new' };
};
