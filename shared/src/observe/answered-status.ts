import type { ServerResponse } from 'node:http';

/** The status that a caller got; 499, as proxies call it, where it left before there was one. */
export const answeredStatus = ({ headersSent, statusCode }: ServerResponse): number =>
  headersSent ? statusCode : 499;
