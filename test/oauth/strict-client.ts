import * as oauth from 'oauth4webapi';
import { site } from '../support/set.ts';
import { listenForCallback } from './callback.ts';

/** The tests' set uses plain http. */
export const insecure = { [oauth.allowInsecureRequests]: true } as const;
/** The scopes that it requests. */
export const SCOPE = 'records:read records:write';

/** A strict client that has discovered the server, registered, and made the authorization URL. */
export const newStrictClient = async (uiLocales = 'en') => {
  const callback = await listenForCallback();
  const resource = new URL(site.base);
  const metadata = await oauth.processResourceDiscoveryResponse(
    resource,
    await oauth.resourceDiscoveryRequest(resource, insecure),
  );
  const issuer = new URL(metadata.authorization_servers?.[0] ?? '');
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
  );
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(
      server,
      {
        client_name: 'Strict client',
        redirect_uris: ['http://127.0.0.1/callback'],
        token_endpoint_auth_method: 'none',
      },
      insecure,
    ),
  );
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
  const address = new URL(server.authorization_endpoint ?? '');
  address.search = `${new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: callback.redirectUri,
    scope: SCOPE,
    resource: resource.href,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ui_locales: uiLocales,
  })}`;
  return { callback, server, client, verifier, state, address: address.href };
};

type StrictClient = Awaited<ReturnType<typeof newStrictClient>>;

/** Redeems the code once the browser is back. Throws where anything deviates from the RFCs. */
export const finish = async ({ callback, server, client, verifier, state }: StrictClient) => {
  const parameters = oauth.validateAuthResponse(server, client, await callback.arrived, state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    callback.redirectUri,
    verifier,
    insecure,
  );
  return oauth.processAuthorizationCodeResponse(server, client, response);
};
