import type { RequestHandler } from 'express';
import { CONDITIONS } from 'shared/contract/methods.ts';
import { conditionsOf, type Operation } from 'shared/contract/operation.ts';
import { validationFailed } from 'shared/http/validate.ts';

/**
 * Refuses the conditions that an operation does not take, and partial writes: doing it anyway is what the caller wanted to prevent
 * (RFC 9110, 13.1 and 14.5).
 */
export const refuseConditions = (operation: Operation): RequestHandler => {
  const taken = conditionsOf(operation);
  const refused = CONDITIONS.filter((name) => !taken.includes(name));
  const instead = taken.length > 0 ? `send ${taken.join(' or ')} with the ETag of a version` : 'leave it out';
  return (request, _response, next) => {
    const condition = refused.find((name) => request.get(name) !== undefined);
    if (condition)
      throw validationFailed([
        { pointer: `header/${condition}`, code: 'invalid_value', message: `cannot be met here: ${instead}` },
      ]);
    next();
  };
};
