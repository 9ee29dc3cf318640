import { errors } from 'oidc-provider';
import { InvalidMetadata } from './client-metadata.ts';

/**
 * What is wrong with a request, for the author of its client, where the library would say no more than `description` ("grant
 * request is invalid"). Failures to reach the host of a client id metadata document are not disclosed: they would tell of hosts
 * and ports (H11).
 */
export const describeRefusal = (error: Error, description?: string): string | undefined => {
  if (error.cause instanceof InvalidMetadata) return `${description}: ${error.cause.message}`;
  const isTellable =
    error instanceof errors.InvalidGrant ||
    error instanceof errors.InvalidClientAuth ||
    (error instanceof errors.InvalidClient && !error.cause);
  return (isTellable && error.error_detail) || description;
};
