import type { IncomingHttpHeaders } from 'node:http';

/** Where browsers say that nobody opened the page yet: of today, of Chromium before, of Safari, of Firefox. */
export const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/** Whether a browser fetches a page ahead, or for a picture of it (Fetch Standard, `Sec-Purpose`). */
export const isPrefetch = (headers: IncomingHttpHeaders): boolean =>
  PREFETCH_HEADERS.some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? '')));
