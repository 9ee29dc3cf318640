import { finished } from 'node:stream';
import type { RequestHandler } from 'express';
import { sessionSecret } from 'shared/http/session-cookie.ts';
import { hashSecret } from 'shared/process/keys.ts';
import type { AdmissionParts } from './admit-operation.ts';

const CHECKED_EVERY_MS = 2000;

/**
 * For a body that takes long: it is cut off once the session that it was admitted by is over (`C14.session`). While auth cannot be
 * asked, it goes on.
 */
export const endWithSession =
  ({ siteUrl, introspector }: Pick<AdmissionParts, 'siteUrl' | 'introspector'>): RequestHandler =>
  (request, response, next) => {
    const hash = hashSecret(sessionSecret(siteUrl, request.headers.cookie) ?? '');
    const check = async (): Promise<void> => {
      const holder = await introspector.introspectFresh({ credential: 'session', hash });
      if (!holder && !request.complete) response.destroy();
    };
    const timer = setInterval(() => check().catch(() => {}), CHECKED_EVERY_MS);
    finished(request, () => clearInterval(timer));
    next();
  };
