import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestHandler } from 'express';
import { uuidv7 } from 'uuidv7';

declare module 'node:http' {
  interface IncomingMessage {
    id: string;
  }
}

const requestIds = new AsyncLocalStorage<string>();

/** The id of the request that is being answered, from anywhere in its handling; undefined in background work. */
export const currentRequestId = (): string | undefined => requestIds.getStore();

/** Tells another service which request it is called for. */
export const requestIdHeader = (): Record<string, string> => {
  const id = currentRequestId();
  return id ? { 'x-request-id': id } : {};
};

/** Gives a request its id: the one that another service of ours sent, or a new one. All that comes after knows it, the caller too. */
export const identifyRequest: RequestHandler = (request, response, next) => {
  const { 'x-request-id': given } = request.headers;
  request.id = typeof given === 'string' ? given : uuidv7();
  response.setHeader('X-Request-Id', request.id);
  requestIds.run(request.id, next);
};
