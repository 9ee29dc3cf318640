import type { Request } from 'express';

/**
 * Which of a page's `notices` its address (`?notice=`) asks for: what was done a moment ago. Another word is no notice, nor is any
 * where a browser says that it comes from elsewhere than our own form: a link in a mail could make a page say what nobody did.
 */
export const readNotice = <Notice extends string>(
  notices: Readonly<Record<Notice, unknown>>,
  { query: { notice }, headers }: Request,
): Notice | undefined => {
  const isOurs = (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
  return isOurs && typeof notice === 'string' && Object.hasOwn(notices, notice)
    ? (notice as Notice)
    : undefined;
};
