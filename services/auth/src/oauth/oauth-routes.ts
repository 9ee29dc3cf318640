import { type RequestHandler, Router } from 'express';
import { OAUTH_PATHS } from 'shared/contract/oauth.ts';
import { type OauthSignInParts, oauthSignInRoutes } from './oauth-sign-in-routes.ts';
import { type RegistrationParts, registrationRoutes } from './registration-routes.ts';

export type OauthParts = RegistrationParts & OauthSignInParts;

/** The authorization server's addresses: registration and the sign-in page are ours, the rest is the library's. */
export const oauthRoutes = (parts: OauthParts): Router => {
  const answer = parts.provider.callback();
  const named =
    (operationId: string): RequestHandler =>
    (request, response) => {
      request.operationId = operationId;
      return answer(request, response);
    };
  return Router()
    .use('/oauth', fixAddress(parts.authUrl))
    .use(registrationRoutes(parts))
    .get(OAUTH_PATHS.authorization, named('oauth_authorization'))
    .post(OAUTH_PATHS.token, named('oauth_token'))
    .post(OAUTH_PATHS.revocation, named('oauth_revocation'))
    .use(oauthSignInRoutes(parts));
};

/** The library takes its address from these headers: they say what is configured, whatever was sent (H3). */
const fixAddress = (authUrl: string): RequestHandler => {
  const { host, protocol } = new URL(authUrl);
  return (request, _response, next) => {
    Object.assign(request.headers, {
      host,
      'x-forwarded-host': host,
      'x-forwarded-proto': protocol.slice(0, -1),
    });
    next();
  };
};
