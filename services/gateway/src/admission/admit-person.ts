import type { RequestHandler } from 'express';
import { onlyReads } from 'shared/contract/methods.ts';
import type { PageRoute } from 'shared/contract/pages.ts';
import { Problem } from 'shared/contract/problem.ts';
import { sessionSecret } from 'shared/http/session-cookie.ts';
import { seeOther } from 'shared/pages/shell/see-other.ts';
import { personsPageOf } from 'shared/pages/shell/sign-in-address.ts';
import { hashSecret } from 'shared/process/keys.ts';
import type { AdmissionParts } from './admit-operation.ts';

/**
 * Finds out who is signed in and leaves the principal in `response.locals`. Where a page needs somebody and nobody is
 * there, whoever looks is sent to sign in, and whoever posts learns by a 401 that nothing was done.
 * auth is asked each time: people open few pages, and what ended or changed a moment ago shows at once.
 */
export const admitPerson =
  ({ siteUrl, introspector }: Pick<AdmissionParts, 'siteUrl' | 'introspector'>) =>
  ({ session, path }: PageRoute): RequestHandler =>
  async (request, response, next) => {
    if (session === 'none') return next();
    const secret = sessionSecret(siteUrl, request.headers.cookie);
    const looks = onlyReads(request.method);
    const holder =
      secret &&
      (await introspector
        .introspectFresh({ credential: 'session', hash: hashSecret(secret) })
        .catch((error) => {
          // What everybody may read is there for a signed-in person, too, while nobody can tell that they are.
          if (session === 'required' || !looks) throw error;
        }));
    if (holder) {
      response.locals.principal = holder.principal;
      request.personsLanguage = holder.principal.account.language;
      return next();
    }
    if (session === 'optional') return next();
    if (!looks) throw new Problem('token_missing', 'Sign in first.');
    const page = personsPageOf(path);
    seeOther(request, response, '/signin', { notice: 'signed_out', ...(page && { return_to: page }) });
  };
