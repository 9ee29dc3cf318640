import { AsyncResource } from 'node:async_hooks';
import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import { TURNS } from 'shared/turns.ts';

const waiting = new WeakMap<Socket, number>();

/**
 * Handles pipelined requests (RFC 9112, 9.3.2) one after another: each once the answer before it has been sent. Node would
 * begin all at once, and end the answers that wait with an error when the caller hangs up. A connection on which too many wait
 * is cut off: Node reads on however many wait, until there is no memory left, and clients send far fewer ahead.
 */
export const answerPipelined: RequestHandler = ({ socket }, response, next) => {
  // Node gives a response its socket when it is its turn.
  if (response.socket) return next();
  const ahead = waiting.get(socket) ?? 0;
  if (ahead === TURNS.pipelined) return void socket.destroy();
  waiting.set(socket, ahead + 1);
  response.once(
    'socket',
    // The end of the previous answer emits this: bound here, the trace is that of this request.
    AsyncResource.bind(() => {
      waiting.set(socket, (waiting.get(socket) ?? 0) - 1);
      next();
    }),
  );
};
