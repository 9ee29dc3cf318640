import { finished } from 'node:stream';
import type { RequestHandler } from 'express';
import { hasBody } from 'shared/http/has-body.ts';

/**
 * For callers that want their connection closed: first reads the rest of a body and discards it. A connection that is closed
 * while bytes still come in is reset, and the reset can overtake the answer (RFC 9112, 9.6).
 */
export const lingeringClose: RequestHandler = (request, response, next) => {
  if (hasBody(request) && !response.shouldKeepAlive) {
    response.shouldKeepAlive = true;
    // Otherwise Node would tell the caller that the connection is kept.
    response.removeHeader('Connection');
    response.once('finish', () => finished(request, () => request.socket.end()));
  }
  next();
};

/**
 * Node loses what it reads together with the end of a body if the headers ask for an upgrade, as Java's HttpClient does over plain
 * http. A caller that was answered before that end sends its next request right behind it, and would wait for an answer in vain:
 * the connection ends instead.
 */
export const endAfterEarlyAnswer: RequestHandler = (request, response, next) => {
  if (hasBody(request) && request.headers.upgrade !== undefined)
    response.once('finish', () =>
      // By then a body that came together with its headers is known to be complete.
      setImmediate(() => {
        if (!request.complete) finished(request, () => request.socket.destroySoon());
      }),
    );
  next();
};
