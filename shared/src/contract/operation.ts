import type { z } from 'zod';
import { type Condition, METHODS, type Method, type MethodWithBody } from './methods.ts';
import type { ProblemCode } from './problem.ts';
import type { Scope } from './scopes.ts';

export type ServiceName = 'gateway' | 'auth' | 'diary' | 'reports' | 'mcp';

type Fields = z.ZodObject;

/** One operation of the REST interface: what is routed, admitted, validated, answered, documented and tested by. */
export type Operation = {
  /** The operationId, and the function's name in the call log. */
  id: string;
  method: Method;
  /** Below the REST base, with `{name}` for a path parameter. */
  path: string;
  owner: ServiceName;
  /** The scope that a bearer token needs; `none` is open, `poll_token` takes the secret of a connection request. */
  access: Scope | 'none' | 'poll_token';
  summary: string;
  description?: string;
  params?: Fields;
  query?: Fields;
  body?: Fields;
  status: 200 | 201 | 202;
  response: Fields | z.ZodDiscriminatedUnion | z.ZodUnion;
  /** Conditions that it takes beyond those of its method. */
  conditions?: readonly Condition[];
  /** `false`: left out of `/openapi-actions.json`, as a GPT does without it. */
  inActions?: false;
  /** Codes beyond those that `problemCodes` derives. */
  problems?: readonly ProblemCode[];
  example: {
    params?: Record<string, string>;
    query?: Record<string, string>;
    body?: unknown;
    response: unknown;
  };
};

/** Keeps the literal types of an operation, so that its handler is typed by its schemas; one with a body has a method for it. */
export const operation = <const O extends Operation>(
  definition: O & (O extends { body: Fields } ? { method: MethodWithBody } : unknown),
): O => definition;

/** A write counts against the write limit. */
export const isWrite = ({ method }: Operation): boolean => METHODS[method].writes;

/** Whether a bearer token is needed. */
export const needsToken = (operation: Operation): operation is Operation & { access: Scope } =>
  operation.access !== 'none' && operation.access !== 'poll_token';

/** Whether `/openapi-actions.json` has it: ChatGPT itself gets the token, so what needs none is not for its models (`C1.actions`). */
export const isInActions = (operation: Operation): boolean =>
  needsToken(operation) && operation.inActions !== false;

/** Whether `Idempotency-Key` is accepted: by what makes something, and by every change of records (`C7.key`). */
export const takesIdempotencyKey = (operation: Operation): boolean =>
  METHODS[operation.method].key &&
  needsToken(operation) &&
  (operation.method === 'POST' || operation.access === 'records:write');

/** Which conditions a call can have (`C10.conditions`): those of its method, where it changes a record that the path names. */
export const conditionsOf = ({
  method,
  access,
  params,
  conditions = [],
}: Operation): readonly Condition[] => {
  const ofRecord = access === 'records:write' && params !== undefined;
  return [...(ofRecord || !METHODS[method].writes ? METHODS[method].conditions : []), ...conditions];
};

/** Whether a body of a wrong type or size is a plain 400: where no token is needed (`C4.plain_400`), and where no body belongs. */
export const refusesBodyPlainly = (operation: Operation): boolean =>
  !needsToken(operation) || !operation.body;

/** Every problem code that an operation can answer with, beyond the faults of any HTTP server. */
export const problemCodes = (operation: Operation): ProblemCode[] => {
  // An unknown query parameter is refused everywhere (`C1.malformed`).
  const codes: ProblemCode[] = [...(operation.problems ?? []), 'validation_failed'];
  if (needsToken(operation)) {
    codes.push('token_missing', 'token_invalid', 'insufficient_scope', 'not_found', 'rate_limited');
    if (!refusesBodyPlainly(operation)) codes.push('payload_too_large', 'unsupported_media_type');
  }
  // A body where none belongs, or one that cannot be read.
  if (operation.owner !== 'gateway') codes.push('invalid_json', 'unavailable', 'timeout');
  if (takesIdempotencyKey(operation)) codes.push('idempotency_conflict', 'idempotency_in_progress');
  if (isWrite(operation) && conditionsOf(operation).length > 0) codes.push('version_conflict');
  return codes;
};
