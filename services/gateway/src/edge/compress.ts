import compression from 'compression';
import type { RequestHandler } from 'express';

const compressGet = compression();

/**
 * Compresses what a GET is answered with. `compression` skips a HEAD, whose length would then be that of an uncompressed GET (RFC
 * 9110, 8.6): it is shown a GET, and Node sends no content. The headers are the caller's, of which the proxy leaves few.
 */
export const compress: RequestHandler = (request, response, next) =>
  compressGet(
    Object.create(request, { method: { value: 'GET' }, headers: { value: request.headers } }),
    response,
    next,
  );
