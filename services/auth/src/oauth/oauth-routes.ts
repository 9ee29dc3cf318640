import { type Request, type RequestHandler, Router } from 'express';
import type { HourlyLimit } from 'shared/admission/hourly-limit.ts';
import { callersNetwork } from 'shared/calls/principal.ts';
import { OAUTH_PATHS } from 'shared/contract/oauth.ts';
import { Problem } from 'shared/contract/problem.ts';
import { oauthError } from 'shared/http/oauth-error.ts';
import { problemHandler } from 'shared/http/problem.ts';
import { readBytes } from 'shared/http/read-bytes.ts';
import type { ClientStore } from './client-store.ts';
import { type OauthSignInParts, oauthSignInRoutes } from './oauth-sign-in-routes.ts';
import { type RegistrationParts, registrationRoutes } from './registration-routes.ts';

export type OauthParts = RegistrationParts & OauthSignInParts & { limitAuthorizations: HourlyLimit };

/** The authorization server's addresses: registration and the sign-in page are ours, the rest is the library's. */
export const oauthRoutes = (parts: OauthParts): Router => {
  const answer = parts.provider.callback();
  return Router()
    .use('/oauth', fixAddress(parts.authUrl))
    .use(OAUTH_PATHS.authorization, keepOpener)
    .use(registrationRoutes(parts))
    .get(OAUTH_PATHS.authorization, limited(parts.limitAuthorizations), answer)
    .post(OAUTH_PATHS.token, acceptJson, readFirst(parts.clients), answer)
    .post(OAUTH_PATHS.revocation, acceptJson, readFirst(parts.clients), answer)
    .use([OAUTH_PATHS.token, OAUTH_PATHS.revocation], problemHandler(parts.siteUrl, oauthError))
    .use(oauthSignInRoutes(parts));
};

/** Where the library lets a client choose, one that prefers HTML gets its errors as pages; they are JSON (RFC 6749, part 5.2). */
const acceptJson: RequestHandler = (request, _response, next) => {
  request.headers.accept = 'application/json';
  next();
};

/** As much as the library reads. */
const MAX_BODY_BYTES = 56 * 1024;

/**
 * The library would hold the bodies of any number of callers, and warns where it finds one read: so it reads this one once more.
 * One that cannot be read it refuses itself.
 */
const readFirst =
  (clients: ClientStore): RequestHandler =>
  async (request, _response, next) => {
    const body = await readBytes(request, MAX_BODY_BYTES).catch((error: Error) => error);
    if (body instanceof Problem) throw body;
    const form = body instanceof Error ? body : await idAsParameter(clients, request, body);
    const iterator = async function* () {
      if (form instanceof Error) throw form;
      yield form;
    };
    Object.defineProperties(request, { readable: { value: true }, iterator: { value: iterator } });
    next();
  };

/**
 * Some clients, those with requests-oauthlib among them, have no secret and send their id as Basic credentials with an empty one,
 * encoded as in a form (RFC 6749, part 2.3.1). Our library knows it as a parameter alone, so it becomes one. Of a client that has a
 * secret the library says itself that it is missing.
 */
const idAsParameter = async (clients: ClientStore, { headers }: Request, form: Buffer): Promise<Buffer> => {
  const [, credentials = ''] = /^Basic ([^ ]+)$/i.exec(headers.authorization ?? '') ?? [];
  const [, encodedId] = /^(.+):$/.exec(Buffer.from(credentials, 'base64').toString()) ?? [];
  const id = new URLSearchParams(`client_id=${encodedId ?? ''}`).get('client_id');
  if (!id) return form;
  const sent = new URLSearchParams(form.toString()).get('client_id');
  if ((sent !== null && sent !== id) || (await clients.find(id, new Date()))?.secret_hash) return form;
  delete headers.authorization;
  if (sent !== null) return form;
  const withId = Buffer.from(`${form}&${new URLSearchParams({ client_id: id })}`);
  headers['content-length'] = String(withId.length);
  return withId;
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
