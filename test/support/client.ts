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

/** Opens a mailed approval link and posts its form, as a browser without JavaScript would. */
export const answerApproval = async (
  link: string,
  fields: Record<string, string> = { terms: 'on', decision: 'approve' },
): Promise<{ status: number; html: string }> => {
  const page = await (await fetch(link)).text();
  const response = await fetch(link, {
    method: 'POST',
    headers: { origin: new URL(link).origin },
    body: new URLSearchParams({ csrf: csrfIn(page), ...fields }),
  });
  return { status: response.status, html: await response.text() };
};

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
  const { set = site, email = newEmail(), clientName = 'Test assistant', timeZone } = options;
  const body = { email, client_name: clientName, scopes: options.scopes, language: options.language };
  // A busy machine may send a mail too late. That is a 502, which does not count (contract §4).
  const asked = await eventually(async () => {
    const answer = await call('POST', '/connect', { set, body });
    return answer.status !== 502 && answer;
  }, 'a mail to be sent');
  if (asked.status !== 202) throw new Error(`POST /connect answered ${asked.status}: ${asked.text}`);
  const link = linkIn(await mailTo(email, set));
  const approved = await answerApproval(link, {
    terms: 'on',
    decision: 'approve',
    ...(timeZone && { time_zone: timeZone }),
  });
  if (approved.status !== 200) throw new Error(`the approval page answered ${approved.status}`);
  const poll = await call('GET', `/connect/${asked.body.request_id}`, { set, token: asked.body.poll_token });
  if (!poll.body.token) throw new Error(`the poll answered ${poll.status}: ${poll.text}`);
  return { token: poll.body.token, email, account: poll.body.account, requestId: asked.body.request_id };
};
