import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';

const requests = new AsyncLocalStorage<string>();

/** The id of the request that is being answered, wherever in its answering this is asked; undefined in background work. */
export const currentRequestId = (): string | undefined => requests.getStore();

/** The id of the request that `response` answers. */
export const requestId = (response: ServerResponse): string =>
  String(response.getHeader('X-Request-Id') ?? '');

/** What tells one of our services which request it is asked for. */
export const requestIdHeader = (): Record<string, string> => {
  const id = currentRequestId();
  return id ? { 'x-request-id': id } : {};
};

/** Everything after this handler knows the request's id. */
export const keepRequestId: RequestHandler = (request, _response, next) =>
  requests.run(String(request.id), next);
