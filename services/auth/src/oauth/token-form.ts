import type { Request, RequestHandler } from 'express';
import { Problem } from 'shared/contract/problem.ts';
import { readBytes } from 'shared/http/read-bytes.ts';
import { askedScopes, knownScopes } from './asked-scopes.ts';
import type { ClientStore } from './client-store.ts';
import type { Resources } from './resources.ts';

/** As much as the library reads. */
const MAX_BODY_BYTES = 56 * 1024;

/**
 * The library would hold the bodies of any number of callers, and warns where it finds one read: so it reads this one once more.
 * One that cannot be read it refuses itself.
 */
export const readForm =
  (clients: ClientStore, resources: Resources): RequestHandler =>
  async (request, _response, next) => {
    const body = await readBytes(request, MAX_BODY_BYTES).catch((error: Error) => error);
    if (body instanceof Problem) throw body;
    const form = body instanceof Error ? body : await toKnownForm(clients, resources, request, body);
    const iterator = async function* () {
      if (form instanceof Error) throw form;
      yield form;
    };
    Object.defineProperties(request, { readable: { value: true }, iterator: { value: iterator } });
    next();
  };

/** The form as the library knows it. */
const toKnownForm = async (
  clients: ClientStore,
  resources: Resources,
  { headers }: Request,
  sent: Buffer,
): Promise<Buffer> => {
  const form = new URLSearchParams(sent.toString());
  const id = await idOfPublicClient(clients, headers.authorization, form.get('client_id'));
  if (id) {
    delete headers.authorization;
    form.set('client_id', id);
  }
  knowScopes(form);
  knowResources(resources, form);
  const known = Buffer.from(form.toString());
  headers['content-length'] = String(known.length);
  return known;
};

/**
 * Some clients, those with requests-oauthlib among them, have no secret and send their id as Basic credentials with an empty one,
 * encoded as in a form (RFC 6749, part 2.3.1). Our library knows it as a parameter alone, so it becomes one. Of a client that has a
 * secret the library says itself that it is missing.
 */
const idOfPublicClient = async (
  clients: ClientStore,
  authorization: string | undefined,
  sent: string | null,
): Promise<string | undefined> => {
  const [, credentials = ''] = /^Basic ([^ ]+)$/i.exec(authorization ?? '') ?? [];
  const [, encodedId] = /^(.+):$/.exec(Buffer.from(credentials, 'base64').toString()) ?? [];
  const id = new URLSearchParams(`client_id=${encodedId ?? ''}`).get('client_id');
  if (!id || (sent !== null && sent !== id)) return undefined;
  return (await clients.find(id, new Date()))?.secret_hash ? undefined : id;
};

/**
 * Leaves out what a refresh cannot be granted anyway (`C5.scopes`): it is for all of the grant where nothing else was asked. Scopes
 * of which none is known stay, to be refused.
 */
const knowScopes = (form: URLSearchParams): void => {
  if (form.getAll('scope').length !== 1) return;
  const asked = askedScopes(form.get('scope') ?? '');
  const known = knownScopes(asked);
  if (asked.length === 0) form.delete('scope');
  else form.set('scope', (known.length > 0 ? known : asked).join(' '));
};

const knowResources = (resources: Resources, form: URLSearchParams): void => {
  const sent = form.getAll('resource').filter(Boolean);
  form.delete('resource');
  for (const resource of sent) form.append('resource', resources.canonical(resource));
};
