import type { RequestHandler } from 'express';
import { meaningOf } from 'shared/contract/methods.ts';
import { validationFailed } from 'shared/http/validate.ts';

const CONDITIONS = ['If-Match', 'If-None-Match', 'If-Unmodified-Since', 'Content-Range'];

/**
 * Refuses conditional and partial writes: no record has a version to compare, and writing anyway is what the caller wanted to
 * prevent (RFC 9110, 13.1 and 14.5).
 */
export const refuseConditions: RequestHandler = (request, _response, next) => {
  const condition = CONDITIONS.find((name) => request.get(name) !== undefined);
  if (condition && !meaningOf(request.method)?.conditions)
    throw validationFailed([
      {
        pointer: `header/${condition}`,
        code: 'invalid_value',
        message:
          'cannot be met: records have no versions and are written whole. Read the record, and send the call without this header',
      },
    ]);
  next();
};
