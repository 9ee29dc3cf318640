import type { Request } from 'express';

/** Whether a request says that a body comes with it (RFC 9112, 6). */
export const hasBody = ({ headers }: Request): boolean =>
  'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
