import { PRINCIPAL_HEADER } from 'shared/calls/principal.ts';
import { type Replicas, serviceAgent } from 'shared/calls/replicas.ts';
import { isWrite, type Operation, type ServiceName } from 'shared/contract/operation.ts';
import { unavailable } from 'shared/contract/problem.ts';
import type { Tool } from 'shared/documents/tool.ts';
import { request } from 'undici';
import type { McpCaller } from './caller.ts';

/** What a service says of an answer to a used idempotency key, by headers. */
const MARKS = ['idempotency-replayed', 'idempotency-record-deleted'];

/** A service's answer: `text` is JSON, a problem where the status says so; `marks` are the headers that are true of it. */
export type ServiceAnswer = { status: number; text: string; marks?: string[] };

/** Calls an operation at the service that owns it, as the caller, until the caller's deadline. Throws `unavailable` and `timeout`. */
export type CallService = (
  operation: Operation,
  input: Record<string, unknown>,
  caller: McpCaller,
) => Promise<ServiceAnswer>;

/** The answer of an operation without input that mcp itself reads. Throws `unavailable`, also where it is a problem. */
export const readAnswer = async <S extends Tool['output']>(
  callService: CallService,
  operation: Operation & { response: S },
  caller: McpCaller,
) => {
  const { status, text } = await callService(operation, {}, caller);
  if (status >= 300) throw unavailable();
  return operation.response.parse(JSON.parse(text));
};

/** The services that own the operation of a tool, and auth. */
export type Services = Readonly<Partial<Record<ServiceName, Replicas>>>;

const dispatcher = serviceAgent();

/** Spreads calls over the replicas of each service, on connections that are kept. */
export const createServiceClient =
  (services: Services): CallService =>
  async (operation, input, caller) => {
    const replicas = services[operation.owner];
    if (!replicas) throw new Error(`nothing is known of the service ${operation.owner}`);
    // Unsent: `timeout` would leave open whether it was done.
    if (caller.deadline.aborted) throw unavailable();
    const { path, ...call } = toHttp(operation, input, caller);
    const send = async (origin: string): Promise<ServiceAnswer> => {
      const { statusCode, headers, body } = await request(`${origin}${path}`, {
        ...call,
        dispatcher,
        signal: caller.deadline,
      });
      const marks = MARKS.filter((name) => headers[name] === 'true');
      return { status: statusCode, text: await body.text(), marks };
    };
    return replicas.call(send, { onlyReads: !isWrite(operation) });
  };

/** What an operation's path, query and body take of a tool's input, as an HTTP request. */
const toHttp = (operation: Operation, input: Record<string, unknown>, caller: McpCaller) => {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(input[name])));
  const query = new URLSearchParams(pick(input, operation.query) as Record<string, string>).toString();
  const body = operation.body ? JSON.stringify(pick(input, operation.body)) : null;
  const key = input.idempotency_key ?? caller.idempotencyKey;
  return {
    method: operation.method,
    path: `/api/v1${path}${query && `?${query}`}`,
    headers: {
      [PRINCIPAL_HEADER]: caller.principal,
      'x-request-id': caller.requestId,
      ...(body !== null && { 'content-type': 'application/json' }),
      ...(typeof key === 'string' && { 'idempotency-key': key }),
      ...(typeof input.if_version === 'number' && { 'if-match': `"${input.if_version}"` }),
    },
    body,
  };
};

/** The fields of a schema that are there; a null counts as absent. */
const pick = (input: Record<string, unknown>, fields: Operation['query']): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(fields?.shape ?? {})
      .filter((name) => input[name] !== undefined && input[name] !== null)
      .map((name) => [name, input[name]]),
  );
