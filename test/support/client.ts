import { randomUUID } from 'node:crypto';
import type { Scope } from 'shared/contract/scopes.ts';
import { eventually } from './eventually.ts';
import { linkIn, mailTo } from './mailbox.ts';
import { type SetAddresses, site } from './set.ts';

export type CallOptions = {
  token?: string | undefined;
  /** Sent as JSON; a string or bytes are sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
  query?: Record<string, string>;
  set?: SetAddresses;
  signal?: AbortSignal;
};

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely; their shape is proved by the contract's schemas
export type Answer = { status: number; headers: Headers; body: any; text: string };

/** Calls an operation by method and path below the REST base. */
export const call = async (method: string, path: string, options: CallOptions = {}): Promise<Answer> => {
  const { token, body, query, set = site } = options;
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(`${set.base}${path}${query ? `?${new URLSearchParams(query)}` : ''}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body !== undefined && { body: isRaw ? (body as string) : JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text ? JSON.parse(text) : text,
    text,
  };
};

/** A new e-mail address. */
export const newEmail = (): string => `person-${randomUUID()}@example.org`;

/** The value of the first hidden `csrf` field. */
export const csrfIn = (html: string): string => /name="csrf"\s+value="([^"]+)"/.exec(html)?.[1] ?? '';

/** A step on the way to a connection, for which a machine may be too busy: it is repeated while its status is one of `notNow`. */
const untilDone = <T extends { status: number }>(
  step: () => Promise<T>,
  what: string,
  notNow = [503, 504],
): Promise<T> =>
  eventually(async () => {
    const answer = await step();
    return !notNow.includes(answer.status) && answer;
  }, what);

/**
 * Opens a mailed approval link and posts its form, as a browser without JavaScript would; where it declines, with what the page
 * that asks once more adds.
 */
export const answerApproval = async (
  link: string,
  fields: Record<string, string> = { terms: 'on', decision: 'approve' },
): Promise<{ status: number; html: string }> => {
  const open = async (init?: RequestInit) => {
    const response = await fetch(link, init);
    return { status: response.status, html: await response.text() };
  };
  const page = await untilDone(open, 'the approval page');
  const headers = { origin: new URL(link).origin };
  const sure = fields.decision === 'deny' && { sure: 'on' };
  const body = new URLSearchParams({ csrf: csrfIn(page.html), ...sure, ...fields });
  return untilDone(() => open({ method: 'POST', headers, body }), 'the approval');
};

/** A connection request whose mail has arrived. */
export type ConnectRequest = {
  email: string;
  requestId: string;
  pollToken: string;
  link: string;
  set: SetAddresses;
};

/** Requests a connection and opens the mail. */
export const requestConnection = async (
  body: Record<string, unknown> = {},
  set: SetAddresses = site,
): Promise<ConnectRequest> => {
  const email = String(body.email ?? newEmail());
  const request = () =>
    call('POST', '/connect', { set, body: { client_name: 'Test assistant', ...body, email } });
  // A mail sent too late is a 502, which does not count (`C4.mail_failure`).
  const answer = await untilDone(request, 'a mail to be sent', [502, 503, 504]);
  if (answer.status !== 202) throw new Error(`POST /connect answered ${answer.status}: ${answer.text}`);
  const link = linkIn(await mailTo(email, set));
  return { email, requestId: answer.body.request_id, pollToken: answer.body.poll_token, link, set };
};

/** Polls a connection request once. */
export const poll = ({ requestId, pollToken, set }: ConnectRequest): Promise<Answer> =>
  call('GET', `/connect/${requestId}`, { token: pollToken, set });

export type Connection = {
  token: string;
  email: string;
  account: { id: string; email: string; language: string };
  requestId: string;
};

/** Connects an assistant as one would: request, mail, approval, poll. */
export const newConnection = async (
  options: {
    scopes?: Scope[];
    email?: string;
    language?: string;
    timeZone?: string;
    clientName?: string;
    set?: SetAddresses;
  } = {},
): Promise<Connection> => {
  const { scopes, email, language, timeZone, clientName = 'Test assistant', set } = options;
  const request = await requestConnection({ email, client_name: clientName, scopes, language }, set);
  const approved = await answerApproval(request.link, {
    terms: 'on',
    decision: 'approve',
    ...(timeZone && { time_zone: timeZone }),
  });
  if (approved.status !== 200) throw new Error(`the approval page answered ${approved.status}`);
  // A poll that ended so may have begun the interval all the same.
  const { status, body, text } = await untilDone(() => poll(request), 'the token', [429, 503, 504]);
  if (!body.token) throw new Error(`the poll answered ${status}: ${text}`);
  return { token: body.token, email: request.email, account: body.account, requestId: request.requestId };
};

/** The status of GET /me: 200 while a token is valid, then 401. */
export const meStatus = async (token: string, set: SetAddresses = site): Promise<number> =>
  (await call('GET', '/me', { token, set })).status;
