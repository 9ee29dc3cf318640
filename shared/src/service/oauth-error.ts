import type { Problem } from './problem.ts';

/**
 * A problem in OAuth's form (RFC 6749, part 5.2): its clients look for nothing else. After `temporarily_unavailable` they try
 * again with what they have; after anything else that is our fault, they ask the person to sign in anew.
 */
export const oauthError = ({ status, message }: Problem) => ({
  error: errorOf(status),
  error_description: message,
});

const errorOf = (status: number): string => {
  if ([429, 503, 504].includes(status)) return 'temporarily_unavailable';
  return status < 500 ? 'invalid_request' : 'server_error';
};
