import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { answerApproval, newEmail } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { linkIn, mailTo } from '../support/mailbox.ts';
import { type SetAddresses, site } from '../support/set.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
type Json = any;

export const REDIRECT_URI = 'http://127.0.0.1/callback';

export const register = async (
  metadata: unknown,
  { set = site, headers = {} }: { set?: SetAddresses; headers?: Record<string, string> } = {},
): Promise<{ status: number; headers: Headers; body: Json }> => {
  const response = await fetch(`${set.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
};

export type Client = { id: string; secret?: string; redirectUri: string };

/** A new client; public unless specified otherwise. */
export const newClient = async (
  metadata: Record<string, unknown> = {},
  set: SetAddresses = site,
): Promise<Client> => {
  const { body } = await register(
    {
      client_name: `Client ${randomUUID()}`,
      redirect_uris: [REDIRECT_URI],
      token_endpoint_auth_method: 'none',
      ...metadata,
    },
    { set },
  );
  const [redirectUri] = body.redirect_uris;
  return { id: body.client_id, secret: body.client_secret, redirectUri };
};

export type AuthorizationRequest = {
  client: Client;
  verifier: string;
  set: SetAddresses;
  status: number;
  headers: Headers;
  /** Where the browser is redirected: the sign-in page or, with an error, the client. */
  location: string;
  html: string;
  /** The cookies that a browser keeps and sends with its next request there. */
  cookie: string;
};

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** Sends a browser to the authorization endpoint. A parameter that is undefined is left out. */
export const authorize = async (
  client: Client,
  parameters: Record<string, string | string[] | undefined> = {},
  { set = site, headers = {} }: { set?: SetAddresses; headers?: Record<string, string> } = {},
): Promise<AuthorizationRequest> => {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams();
  const all = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: client.redirectUri,
    state: 'the state',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    ...parameters,
  };
  for (const [name, value] of Object.entries(all))
    for (const single of [value ?? []].flat()) query.append(name, single);
  const response = await fetch(`${set.url}/oauth/authorize?${query}`, {
    redirect: 'manual',
    headers: { accept: 'text/html', ...headers },
  });
  const location = response.headers.get('location');
  return {
    client: { ...client, redirectUri: all.redirect_uri },
    verifier,
    set,
    status: response.status,
    headers: response.headers,
    location: location ? new URL(location, set.url).href : '',
    html: await response.text(),
    cookie: response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  };
};

/** Starts a sign-in with a new client. */
export const newSignIn = async (parameters: Record<string, string> = {}): Promise<AuthorizationRequest> =>
  authorize(await newClient(), parameters);

/** The parameters of a redirect to the client. */
export const parametersOf = (address: string): Record<string, string> =>
  Object.fromEntries(new URL(address).searchParams);

/** Whether a redirect contains a code. */
export const isCode = (location: string): boolean => parametersOf(location).code !== undefined;

export type PageAnswer = { status: number; location: string; html: string; headers: Headers };

/** Requests the sign-in page as the browser that started. */
export const openPage = async (
  { location, cookie }: AuthorizationRequest,
  { query = '', ...init }: RequestInit & { query?: string } = {},
): Promise<PageAnswer> => {
  const response = await fetch(`${location}${query}`, {
    redirect: 'manual',
    ...init,
    headers: { accept: 'text/html', cookie, ...(init.headers as Record<string, string>) },
  });
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    html: await response.text(),
    headers: response.headers,
  };
};

/** The status that the waiting page polls: 200 as long as nothing has changed, then 204. */
export const pollSignInPage = async (signIn: AuthorizationRequest): Promise<number> =>
  (await openPage(signIn, { method: 'HEAD' })).status;

export const postAddress = (signIn: AuthorizationRequest, email: string): Promise<PageAnswer> =>
  openPage(signIn, {
    method: 'POST',
    headers: { origin: signIn.set.url },
    body: new URLSearchParams({ email }),
  });

/** The number on the waiting page. */
export const numberOn = (html: string): string => {
  const number = /id="number">(\d{2})</.exec(html)?.[1];
  if (!number) throw new Error('the page shows no number');
  return number;
};

export type MailedSignIn = AuthorizationRequest & { email: string; number: string; link: string };

/** Enters an address on the sign-in page and opens the mail. */
export const requestApproval = async (
  signIn: AuthorizationRequest,
  email = newEmail(),
): Promise<MailedSignIn> => {
  const { status } = await postAddress(signIn, email);
  if (status !== 303) throw new Error(`the sign-in page answered ${status}`);
  const number = numberOn((await openPage(signIn)).html);
  return { ...signIn, email, number, link: linkIn(await mailTo(email, signIn.set)) };
};

/** The id of the request that the mail belongs to. */
export const requestIdOf = ({ email, set }: MailedSignIn): Promise<string> =>
  onDatabase(async (db) => {
    const requests = db.collection<{ _id: string; email: string }>('connection_requests');
    const request = await requests.findOne({ email });
    if (!request) throw new Error(`nothing was asked of ${email}`);
    return request._id;
  }, set);

export const approve = ({ link, number }: MailedSignIn, fields: Record<string, string> = {}) =>
  answerApproval(link, { terms: 'on', decision: 'approve', number, ...fields });

export type TokenAnswer = { status: number; headers: Headers; body: Json };

const post = async (
  path: string,
  client: Client,
  fields: Record<string, string>,
  set: SetAddresses,
): Promise<TokenAnswer> => {
  const response = await fetch(`${set.url}${path}`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: client.id,
      ...(client.secret && { client_secret: client.secret }),
      ...fields,
    }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : '' };
};

export const errorOf = ({ status, body }: TokenAnswer) => [status, body.error];

export type Code = { client: Client; code: string; verifier: string; set: SetAddresses };

export const redeem = ({ client, code, verifier, set }: Code, fields: Record<string, string> = {}) =>
  post(
    '/oauth/token',
    client,
    {
      grant_type: 'authorization_code',
      code,
      redirect_uri: client.redirectUri,
      code_verifier: verifier,
      ...fields,
    },
    set,
  );

export const refresh = (
  client: Client,
  refreshToken: string,
  fields: Record<string, string> = {},
  set: SetAddresses = site,
) =>
  post('/oauth/token', client, { grant_type: 'refresh_token', refresh_token: refreshToken, ...fields }, set);

export const revoke = (client: Client, token: string, set: SetAddresses = site) =>
  post('/oauth/revoke', client, { token }, set);

/** From the client to the code, through all steps of a person. */
export const newCode = async (
  parameters: Record<string, string | string[] | undefined> = {},
  options: { client?: Client; set?: SetAddresses; email?: string } = {},
): Promise<Code & { email: string }> => {
  const { set = site, email } = options;
  const client = options.client ?? (await newClient({}, set));
  const mailed = await requestApproval(await authorize(client, parameters, { set }), email);
  await approve(mailed);
  const { location } = await openPage(mailed);
  const { code } = parametersOf(location);
  if (!code) throw new Error(`the page led to ${location}`);
  return { client: mailed.client, code, verifier: mailed.verifier, set, email: mailed.email };
};

type Tokens = { access_token: string; refresh_token: string; scope: string };
export type Connected = Tokens & Code & { email: string };

/** The whole flow, up to the tokens. */
export const connectClient = async (
  parameters: Record<string, string | string[] | undefined> = {},
  options: { client?: Client; set?: SetAddresses; email?: string } = {},
): Promise<Connected> => {
  const code = await newCode(parameters, options);
  const { status, body } = await redeem(code);
  if (status !== 200) throw new Error(`the token endpoint answered ${status}: ${JSON.stringify(body)}`);
  return { ...code, ...(body as Tokens) };
};
