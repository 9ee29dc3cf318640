import { AsyncResource } from 'node:async_hooks';
import type { RequestHandler } from 'express';

/**
 * Takes up what a caller sends without waiting for answers (RFC 9112, 9.3.2) one after another: the next when the answer before
 * it is out. Node would begin all at once, and end the answers that wait with an error when the caller hangs up.
 */
export const inTurn: RequestHandler = (_request, response, next) => {
  if (response.socket) next();
  else
    response.once(
      'socket',
      AsyncResource.bind(() => next()),
    );
};
