import { AsyncResource } from 'node:async_hooks';
import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';

/** Far more than clients send ahead. Node reads on however many wait, until there is no memory left. */
const MOST_WAITING = 100;
const waiting = new WeakMap<Socket, number>();

/**
 * Takes up what a caller sends without waiting for answers (RFC 9112, 9.3.2) one after another: the next when the answer before
 * it is out. Node would begin all at once, and end the answers that wait with an error when the caller hangs up. A connection on
 * which too many wait is cut off.
 */
export const answerPipelined: RequestHandler = ({ socket }, response, next) => {
  // Node gives a response its socket when it is its turn.
  if (response.socket) return next();
  const ahead = waiting.get(socket) ?? 0;
  if (ahead === MOST_WAITING) return void socket.destroy();
  waiting.set(socket, ahead + 1);
  response.once(
    'socket',
    // The end of the answer before it is what emits this: the trace is to be of its own request.
    AsyncResource.bind(() => {
      waiting.set(socket, (waiting.get(socket) ?? 0) - 1);
      next();
    }),
  );
};
