import { type RequestHandler, Router } from 'express';
import type { HourlyLimit } from 'shared/admission/hourly-limit.ts';
import { callersNetwork } from 'shared/calls/principal.ts';
import { OAUTH_PATHS } from 'shared/contract/oauth.ts';
import { Problem } from 'shared/contract/problem.ts';
import { oauthError } from 'shared/http/oauth-error.ts';
import { problemHandler } from 'shared/http/problem.ts';
import { type OauthSignInParts, oauthSignInRoutes } from './oauth-sign-in-routes.ts';
import { type RegistrationParts, registrationRoutes } from './registration-routes.ts';
import { createResources } from './resources.ts';
import { readForm } from './token-form.ts';

export type OauthParts = RegistrationParts & OauthSignInParts & { limitAuthorizations: HourlyLimit };

/** The authorization server's addresses: registration and the sign-in page are ours, the rest is the library's. */
export const oauthRoutes = (parts: OauthParts): Router => {
  const answer = parts.provider.callback();
  const read = readForm(parts.clients, createResources(parts.siteUrl));
  return Router()
    .use('/oauth', fixAddress(parts.authUrl))
    .use(OAUTH_PATHS.authorization, keepOpener)
    .use(registrationRoutes(parts))
    .get(OAUTH_PATHS.authorization, limited(parts.limitAuthorizations), answer)
    .post(OAUTH_PATHS.token, acceptJson, read, answer)
    .post(OAUTH_PATHS.revocation, acceptJson, read, answer)
    .use([OAUTH_PATHS.token, OAUTH_PATHS.revocation], problemHandler(parts.siteUrl, oauthError))
    .use(oauthSignInRoutes(parts));
};

/** Where the library lets a client choose, one that prefers HTML gets its errors as pages; they are JSON (RFC 6749, part 5.2). */
const acceptJson: RequestHandler = (request, _response, next) => {
  request.headers.accept = 'application/json';
  next();
};

/** A client in the browser may open us in a separate window, through which it learns the result. */
const keepOpener: RequestHandler = (_request, response, next) => {
  response.set('Cross-Origin-Opener-Policy', 'unsafe-none');
  next();
};

/** Every visit writes a sign-in that waits for its person. With Redis down none is counted: no mail goes out then either. */
const limited =
  (limit: HourlyLimit): RequestHandler =>
  async (request, _response, next) => {
    await limit(callersNetwork(request)).catch((error: unknown) => {
      if (error instanceof Problem) throw error;
    });
    next();
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
