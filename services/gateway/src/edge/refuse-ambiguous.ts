import type { RequestHandler } from 'express';
import { Problem } from 'shared/contract/problem.ts';
import { validationFailed } from 'shared/http/validate.ts';

/** Headers that two readers could read differently if they came twice. */
const SINGLE = ['host', 'authorization', 'content-type', 'idempotency-key'];

const wrongHeader = (name: string, code: string, message: string): Problem =>
  validationFailed([{ pointer: `header/${name}`, code, message }]);

/**
 * Refuses what a service, or a proxy before us, might understand differently from the gateway: a doubled header, a target that is
 * no plain path, a body in a transfer coding other than chunked, or in any with HTTP/1.0 (RFC 9112, part 6.1), or of a length
 * that JavaScript cannot count exactly.
 */
export const refuseAmbiguous: RequestHandler = (request, response, next) => {
  if (!/^\/[^#]*$/.test(request.url))
    throw new Problem('validation_failed', 'The request target must be a path on this site.');
  if (!request.headers.host && request.httpVersion !== '1.0')
    throw wrongHeader('host', 'required', 'is required');
  if (/[^\w.:[\]%~!$&'()*+,;=-]/.test(request.headers.host ?? ''))
    throw wrongHeader('host', 'invalid_value', 'is not a host');
  const { 'transfer-encoding': coding = 'chunked' } = request.headers;
  if (coding.toLowerCase() !== 'chunked')
    throw wrongHeader('transfer-encoding', 'invalid_value', 'must be only chunked');
  if (request.httpVersion === '1.0' && request.headers['transfer-encoding']) {
    response.set('Connection', 'close');
    throw wrongHeader('transfer-encoding', 'invalid_value', 'needs HTTP/1.1');
  }
  if (Number(request.headers['content-length'] ?? 0) > Number.MAX_SAFE_INTEGER)
    throw new Problem('payload_too_large', 'The body is too large.');
  const doubled = SINGLE.find((name) => (request.headersDistinct[name]?.length ?? 0) > 1);
  if (doubled) throw wrongHeader(doubled, 'duplicate', 'is given more than once');
  next();
};
