import type { Request, RequestHandler } from 'express';
import { type Person, principalOf } from '../../calls/principal.ts';
import { LIMITS } from '../../contract/limits.ts';
import { Problem } from '../../contract/problem.ts';
import type { Keys } from '../../process/keys.ts';
import { addSeconds } from '../../process/time.ts';
import { acceptForm, csrfToken, type FormFields, formRefused, isCsrfToken } from '../form/form.ts';
import type { SignedIn } from './navigation.ts';

/**
 * The signed-in person that the gateway vouches for; undefined where nobody is (a page with the session `optional`). Leaves the
 * person's language in the request, for `pageLanguage`: call this first.
 */
export const findPerson = (keys: Keys, request: Request): Person | undefined => {
  const principal = principalOf(keys, request);
  if (principal?.kind !== 'person') return undefined;
  request.personsLanguage = principal.account.language;
  return principal;
};

/** The signed-in person of a page with the session `required`. Throws a 401, which the gateway has prevented. */
export const requirePerson = (keys: Keys, request: Request): Person => {
  const person = findPerson(keys, request);
  if (!person) throw new Problem('token_missing', 'Sign in first.');
  return person;
};

/** Whether the person signed in so lately that they may end something for good. */
export const signedInRecently = ({ session }: Person): boolean =>
  session.signed_in_at !== undefined &&
  new Date(session.signed_in_at) > addSeconds(new Date(), -LIMITS.recentSignInSeconds);

/** A page's `signedIn`: `path` is its own address, the `csrf` in it serves every form of the page. */
export const signedInAs = (keys: Keys, { session }: Person, path: string): SignedIn => ({
  path,
  csrf: csrfToken(keys, session.id),
});

/**
 * For every route that a signed-in person's form posts to: `acceptForm`, and the same refusal unless its `csrf` was made
 * for the session. The fields are then in `request.body` (`FormFields`).
 */
export const acceptPersonsForm = (
  keys: Keys,
  siteUrl: string,
  maxBytes?: number,
  lists?: readonly string[],
): RequestHandler[] => [...acceptForm(siteUrl, maxBytes, lists), requireSessionCsrf(keys)];

const requireSessionCsrf =
  (keys: Keys): RequestHandler =>
  (request, _response, next) => {
    const { csrf }: FormFields = request.body;
    if (!isCsrfToken(keys, requirePerson(keys, request).session.id, csrf)) throw formRefused();
    next();
  };
