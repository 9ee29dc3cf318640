import { hash } from 'node:crypto';
import { type ErrorRequestHandler, Router } from 'express';
import type { HourlyLimit } from 'shared/admission/hourly-limit.ts';
import { callersNetwork } from 'shared/calls/principal.ts';
import { OAUTH_PATHS } from 'shared/contract/oauth.ts';
import { Problem, unavailable } from 'shared/contract/problem.ts';
import { jsonBody } from 'shared/http/json-body.ts';
import { oauthError } from 'shared/http/oauth-error.ts';
import { toLoggedProblem } from 'shared/http/problem.ts';
import { hashSecret, randomSecret } from 'shared/process/keys.ts';
import { addSeconds } from 'shared/process/time.ts';
import { uuidv7 } from 'uuidv7';
import { type ClientMetadata, InvalidMetadata, readClientMetadata } from './client-metadata.ts';
import { type ClientStore, type RegisteredClient, UNAPPROVED_SECONDS } from './client-store.ts';

export type RegistrationParts = { clients: ClientStore; limitRegistrations: HourlyLimit };

/** Dynamic client registration (RFC 7591). */
export const registrationRoutes = (parts: RegistrationParts): Router =>
  Router()
    .post(OAUTH_PATHS.registration, jsonBody, async (request, response) => {
      const metadata = readClientMetadata(request.body);
      const network = callersNetwork(request);
      const registered =
        metadata.token_endpoint_auth_method === 'none'
          ? await registerPublic(parts, metadata, network)
          : await registerConfidential(parts, metadata, network);
      response.status(201).json(registered);
    })
    .use(OAUTH_PATHS.registration, answerError);

const newClient = (id: string, metadata: ClientMetadata) => ({
  _id: id,
  metadata,
  issued_at: new Date(),
  unused_until: addSeconds(new Date(), UNAPPROVED_SECONDS),
});

const present = ({ _id, issued_at, metadata }: RegisteredClient) => ({
  client_id: _id,
  client_id_issued_at: Math.floor(issued_at.getTime() / 1000),
  ...metadata,
});

/** Public clients that say the same of themselves are one: its id follows from what they say, in whatever order. */
const registerPublic = async (parts: RegistrationParts, metadata: ClientMetadata, network: string) => {
  const said = { ...metadata, redirect_uris: [...new Set(metadata.redirect_uris)].sort() };
  const client = newClient(`client_${hash('sha256', JSON.stringify(said), 'base64url')}`, metadata);
  const known = await parts.clients.renew(client._id, client.unused_until);
  if (!known) await create(parts, client, network);
  return present(known ?? client);
};

const registerConfidential = async (parts: RegistrationParts, metadata: ClientMetadata, network: string) => {
  const secret = randomSecret();
  const client = { ...newClient(`client_${uuidv7()}`, metadata), secret_hash: hashSecret(secret) };
  await create(parts, client, network);
  return { ...present(client), client_secret: secret, client_secret_expires_at: 0 };
};

const create = async (
  { clients, limitRegistrations }: RegistrationParts,
  client: RegisteredClient,
  network: string,
): Promise<void> => {
  await limitRegistrations(network).catch((error: unknown) => {
    throw error instanceof Problem ? error : unavailable();
  });
  await clients.create(client);
};

/** Errors in the form of RFC 7591, part 3.2.2. */
const answerError: ErrorRequestHandler = (error, request, response, _next) => {
  if (error instanceof InvalidMetadata)
    return void response.status(400).json({ error: error.code, error_description: error.message });
  const problem = toLoggedProblem(error, request.log);
  const answer = oauthError(problem);
  // What it calls a request that is wrong.
  if (answer.error === 'invalid_request') answer.error = 'invalid_client_metadata';
  response.status(problem.status).set(problem.headers).json(answer);
};
