import { PREFETCH_HEADERS } from 'shared/http/prefetch.ts';

/**
 * What a service gets of the caller's headers; all others, Forwarded, X-Forwarded-* and cookies among them, end here. Without
 * transfer-encoding node:http would send a chunked body bare, and the service read it as its next request.
 */
export const PASSED_HEADERS = [
  'accept',
  'accept-language',
  'content-encoding',
  'content-length',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'origin',
  'sec-fetch-site',
  ...PREFETCH_HEADERS,
  'transfer-encoding',
  'user-agent',
];

/** What a service gets beside them: poll tokens and clients of OAuth authenticate at auth, pages of a session read its cookie. */
export const ALSO_PASSED = {
  operation: [],
  poll: ['authorization'],
  oauth: ['authorization'],
  mcp: ['mcp-protocol-version', 'mcp-method', 'mcp-name'],
  page: [],
  cookiePage: ['cookie'],
} as const;
