import { finished } from 'node:stream';
import type { RequestHandler } from 'express';
import { hasBody } from 'shared/service/has-body.ts';

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
