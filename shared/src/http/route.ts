import type { Request, Response, Router } from 'express';
import type { z } from 'zod';
import { type Assistant, principalOf } from '../calls/principal.ts';
import { needsToken, type Operation, refusesBodyPlainly } from '../contract/operation.ts';
import { Problem } from '../contract/problem.ts';
import type { Scope } from '../contract/scopes.ts';
import type { Keys } from '../process/keys.ts';
import { limitConcurrency } from '../process/limit-concurrency.ts';
import { createTurns, takeTurn } from '../process/take-turn.ts';
import { TURNS } from '../turns.ts';
import { hasBody } from './has-body.ts';
import { readJson } from './json-body.ts';
import { validate } from './validate.ts';

type Parsed<F> = F extends z.ZodType ? z.output<F> : undefined;

/** One admitted and validated call of an operation. */
export type Call<O extends Operation> = {
  operation: O;
  /** Who calls; undefined for an operation that takes no bearer token. */
  assistant: O['access'] extends Scope ? Assistant : undefined;
  params: Parsed<O['params']>;
  query: Parsed<O['query']>;
  body: Parsed<O['body']>;
  request: Request;
  response: Response;
};

/** `/meals/{id}` as Express writes it. */
export const expressPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** The assistant that the gateway vouches for. Throws `token_missing` where nobody does. */
export const requireAssistant = (keys: Keys, request: Request): Assistant => {
  const principal = principalOf(keys, request);
  if (principal?.kind !== 'assistant') throw new Problem('token_missing', 'Send a bearer token.');
  return principal;
};

/** A turn ends when the answer is made: whoever reads it slowly is in nobody's way. */
const operationTurns = createTurns(TURNS.operations);

/**
 * Serves operations on a router: validate, handle, present. The handler gets what the schemas made of the input and
 * returns the response body.
 */
export const createRoute =
  (router: Router, keys: Keys) =>
  <O extends Operation>(
    operation: O,
    handle: (call: Call<O>) => Promise<z.input<O['response']>> | z.input<O['response']>,
  ): void => {
    const method = operation.method.toLowerCase() as Lowercase<O['method']>;
    router[method](expressPath(`/api/v1${operation.path}`), async (request: Request, response: Response) => {
      request.operationId = operation.id;
      const assistant = needsToken(operation) ? requireAssistant(keys, request) : undefined;
      if (operation.body || hasBody(request)) request.body = await readInput(operation, request);
      const input = validate(operation, request);
      const answer = async () => {
        const body = await handle({ operation, assistant, ...input, request, response } as Call<O>);
        response.status(operation.status).json(body);
      };
      if (!assistant) return answer();
      const inTurn = () =>
        takeTurn(operationTurns, async () => {
          // What nobody waits for any more must not be in the way of what somebody does.
          if (!response.destroyed) await answer();
        });
      // The gateway limits reads too, pages among them; but mcp calls the services directly.
      await limitConcurrency(assistant.account.id, response, inTurn);
    });
  };

/** What `createRoute` returns: serves an operation with a handler. */
export type Route = ReturnType<typeof createRoute>;

const readInput = (operation: Operation, request: Request): Promise<unknown> =>
  // Some proxies send a chunked body with nothing in it where the caller sent none.
  readJson(request, operation.body !== undefined).catch((error) => {
    const isRefused =
      error instanceof Problem && [413, 415].includes(error.status) && refusesBodyPlainly(operation);
    throw isRefused ? new Problem('invalid_json', error.message) : error;
  });
