import type { Problem } from '../contract/problem.ts';

/**
 * The members that OAuth has for an error (RFC 6749, part 5.2): its clients look for nothing else. After `temporarily_unavailable`
 * they can try again with what they have; after any other fault of ours, MCP's TypeScript SDK asks the person to sign in anew.
 */
export const oauthError = ({ status, message }: Problem) => ({
  error: errorOf(status),
  error_description: message,
});

const errorOf = (status: number): string => {
  if ([429, 503, 504].includes(status)) return 'temporarily_unavailable';
  return status < 500 ? 'invalid_request' : 'server_error';
};
