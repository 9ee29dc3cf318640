import { generateKeyPairSync } from 'node:crypto';
import { type Configuration, errors, interactionPolicy, Provider } from 'oidc-provider';
import type { HourlyLimit } from 'shared/admission/hourly-limit.ts';
import { NETWORK_HEADER } from 'shared/calls/principal.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import { OAUTH_PATHS, TOKEN_ENDPOINT_AUTH_METHODS } from 'shared/contract/oauth.ts';
import { Problem } from 'shared/contract/problem.ts';
import { ALL_SCOPES } from 'shared/contract/scopes.ts';
import { hashSecret, type Keys, randomSecret } from 'shared/process/keys.ts';
import { DAY_SECONDS, HOUR_SECONDS } from 'shared/process/time.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import { type AdapterParts, createAdapter } from './adapter.ts';
import { answerFault, explainRefusal, showRefusal } from './answer-errors.ts';
import { grantableScope, knownParameters } from './authorization-parameters.ts';
import { createMetadataFetch } from './fetch-client-metadata.ts';
import { checkResourceBeforeUse } from './requested-resource.ts';
import { createResources, type Resources } from './resources.ts';

type ProviderParts = Omit<AdapterParts, 'successorOf'> & {
  siteUrl: string;
  authUrl: string;
  keys: Keys;
  accounts: AccountStore;
  /** How often a network may have us fetch the metadata document of a new client. */
  limitFetches: HourlyLimit;
  /** How often a network may have us fetch one that was read before. */
  limitRefetches: HourlyLimit;
};

/** Browsers take a name with this prefix over https alone. `__Host-` would not do: the cookie belongs to one sign-in's address. */
const signInCookie = (authUrl: string): string =>
  authUrl.startsWith('https:') ? '__Secure-sign_in' : 'sign_in';

/** The authorization server (`S5.oauth`): OAuth 2.1 and nothing of OpenID Connect. */
export const createProvider = (parts: ProviderParts): Provider => {
  const { siteUrl, keys } = parts;
  const successorOf = (refreshToken: string) => keys.sign('refresh-token', refreshToken);
  const resources = createResources(siteUrl);
  const provider = new Provider(siteUrl, configuration(parts, resources, successorOf));

  // Its address comes from what `fixAddress` (oauth-routes.ts) writes into these headers.
  provider.proxy = true;
  // It would print errors with their messages, which can hold what somebody wrote; `server_error` logs them.
  provider.silent = true;
  // Of a client's secret only the SHA-256 is kept.
  provider.Client.prototype.compareClientSecret = function (secret) {
    return this.clientSecret === hashSecret(secret);
  };
  // Two refreshes of the same token get the same successor (`refreshTokenAdapter`).
  Object.assign(provider.RefreshToken.prototype, {
    generateTokenId: () => {
      const used = Provider.ctx?.oidc.entities.RotatedRefreshToken;
      return used ? successorOf(used.jti) : randomSecret();
    },
  });
  checkResourceBeforeUse(provider, resources);
  provider.use(async (context, next) => {
    if (context.path === OAUTH_PATHS.authorization) context.query = knownParameters(context.query, resources);
    await next();
    // The redirect back to the client sets no session cookie, and does not end the page that led there.
    if (context.path !== OAUTH_PATHS.authorization) context.remove('Set-Cookie');
    // Which pages may ask is the gateway's to say.
    for (const header of ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'])
      context.remove(header);
  });
  provider.on('server_error', answerFault);
  provider.on('grant.error', explainRefusal);
  provider.on('revocation.error', explainRefusal);
  provider.on('grant.revoked', (context, grantId) =>
    context.req.log.info({ connection_id: grantId }, 'grant revoked'),
  );
  return provider;
};

const configuration = (
  parts: ProviderParts,
  resources: Resources,
  successorOf: AdapterParts['successorOf'],
): Configuration => {
  const { siteUrl, authUrl, keys, accounts, artifacts, limitRefetches } = parts;
  const fetchMetadata = createMetadataFetch(artifacts, () => isWithin(limitRefetches));
  return {
    adapter: createAdapter({ ...parts, successorOf }),
    routes: OAUTH_PATHS,
    scopes: ALL_SCOPES,
    claims: {},
    responseTypes: ['code'],
    clientAuthMethods: TOKEN_ENDPOINT_AUTH_METHODS,
    pkce: { required: () => true },
    cookies: {
      names: { interaction: signInCookie(authUrl), resume: signInCookie(authUrl) },
      short: { httpOnly: true, sameSite: 'lax', overwrite: true },
      keys: {
        sign: (data) => keys.sign('cookie', data),
        verify: (data, mac) => keys.verify('cookie', data, mac),
        index: (data, mac) => (keys.verify('cookie', data, mac) ? 0 : -1),
      },
    },
    ttl: {
      AuthorizationCode: 60,
      AccessToken: HOUR_SECONDS,
      RefreshToken: LIMITS.tokenUnusedDays * DAY_SECONDS,
      Interaction: 2 * HOUR_SECONDS,
      Session: HOUR_SECONDS,
    },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    revokeGrantPolicy: async () => true,
    expiresWithSession: async () => false,
    findAccount: async (_context, id) => {
      const account = await accounts.findOpen(id);
      return account ? { accountId: id, claims: async () => ({ sub: id }) } : undefined;
    },
    interactions: {
      url: (_context, { uid }) => `${OAUTH_PATHS.authorization}/${uid}`,
      policy: [APPROVAL],
    },
    extraParams: { scope: grantableScope },
    features: features(resources, parts),
    fetch: (address) => fetchMetadata(String(address)),
    clientBasedCORS: () => true,
    renderError: showRefusal(siteUrl),
    // The library wants a key; nothing is ever signed with it.
    jwks: { keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
  };
};

/** Counts by network; all sign-in pages, where there is no context, are one. With Redis down none is counted. */
const isWithin = (limit: HourlyLimit): Promise<boolean> =>
  limit(Provider.ctx?.get(NETWORK_HEADER) ?? '').then(
    () => true,
    (error: unknown) => !(error instanceof Problem),
  );

/** What of the library is offered beside the code flow, and what it would offer unasked. */
const features = (
  resources: Resources,
  { artifacts, limitFetches }: ProviderParts,
): Configuration['features'] => ({
  clientIdMetadataDocument: {
    enabled: true,
    ack: 'draft-02',
    // One that was read before is not refused, for its assistant would forget its connection: beyond the limit it is not fetched.
    allowFetch: async (_context, id) =>
      (await artifacts.findDocument(id, new Date())) !== null || isWithin(limitFetches),
  },
  resourceIndicators: {
    enabled: true,
    defaultResource: (_context, _client, several = []) => resources.common([...several]),
    useGrantedResource: async () => true,
    getResourceServerInfo: async (_context, identifier) => {
      const audience = resources.audienceOf(identifier);
      if (!audience) throw new errors.InvalidTarget();
      return { scope: ALL_SCOPES.join(' '), audience };
    },
  },
  revocation: {
    enabled: true,
    allowedPolicy: async (_context, client, token) => {
      // Without an error, the client would take the token for revoked (RFC 7009, part 2.1).
      if (token.clientId !== client.clientId) throw new errors.InvalidGrant('client mismatch');
      return true;
    },
  },
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: false },
});

/** A person approves every time (H10): nothing is remembered of the last. If the account was deleted since, there is no grant. */
const APPROVAL = new interactionPolicy.Prompt(
  { name: 'approval' },
  new interactionPolicy.Check(
    'not_approved',
    'the person has to approve',
    'interaction_required',
    ({ oidc }) => oidc.result?.consent === undefined || !oidc.grant,
  ),
);
