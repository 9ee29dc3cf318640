import { LIMITS } from './limits.ts';
import type { ServiceName } from './operation.ts';

/** One address of the person's pages: what the gateway routes by, and whose session it asks for. */
export type PageRoute = {
  method: 'GET' | 'POST';
  /** Below the site, with `{name}` for a path parameter. */
  path: string;
  owner: Exclude<ServiceName, 'gateway'>;
  /**
   * `none`: no session is looked up; `optional`: a signed-in person is told apart; `required`: whoever is not signed in gets a
   * 303 to `/signin`, for a POST a 401, as nothing was done.
   */
  session: 'none' | 'optional' | 'required';
  /** Whether the page has a cookie of its own; the gateway withholds cookies from all others. */
  cookies?: true;
  /** Whether it is sent compressed: a long page, without a secret that is the same each time, for its lengths would tell (BREACH). */
  compressed?: true;
  /** Whether a file is sent to it: how large it may be; its bytes may take hours, and end with the session. */
  fileBytes?: number;
};

/** Every page, as data. HEAD is served wherever GET is. */
export const PAGES: readonly PageRoute[] = [
  { method: 'GET', path: '/', owner: 'auth', session: 'optional' },
  { method: 'GET', path: '/signin', owner: 'auth', session: 'optional', cookies: true },
  { method: 'POST', path: '/signin', owner: 'auth', session: 'none', cookies: true },
  { method: 'GET', path: '/signin/{secret}', owner: 'auth', session: 'optional', cookies: true },
  { method: 'POST', path: '/signin/{secret}', owner: 'auth', session: 'optional', cookies: true },
  { method: 'POST', path: '/demo', owner: 'auth', session: 'optional' },
  { method: 'POST', path: '/signout', owner: 'auth', session: 'required' },
  { method: 'GET', path: '/account', owner: 'auth', session: 'required' },
  { method: 'POST', path: '/account/disconnect', owner: 'auth', session: 'required' },
  { method: 'POST', path: '/account/sessions/end', owner: 'auth', session: 'required' },
  { method: 'POST', path: '/account/sessions/end-all', owner: 'auth', session: 'required' },
  { method: 'POST', path: '/account/language', owner: 'auth', session: 'required' },
  { method: 'POST', path: '/account/address', owner: 'auth', session: 'required' },
  { method: 'POST', path: '/account/delete', owner: 'auth', session: 'required' },
  { method: 'GET', path: '/approve/{secret}', owner: 'auth', session: 'none' },
  { method: 'POST', path: '/approve/{secret}', owner: 'auth', session: 'none' },
  { method: 'GET', path: '/oauth/authorize', owner: 'auth', session: 'none' },
  { method: 'GET', path: '/oauth/authorize/{uid}', owner: 'auth', session: 'none', cookies: true },
  { method: 'POST', path: '/oauth/authorize/{uid}', owner: 'auth', session: 'none', cookies: true },
  { method: 'GET', path: '/report', owner: 'reports', session: 'required', compressed: true },
  { method: 'GET', path: '/report/days.csv', owner: 'reports', session: 'required' },
  { method: 'GET', path: '/report/records/{id}', owner: 'diary', session: 'required' },
  { method: 'POST', path: '/report/records/{id}', owner: 'diary', session: 'required' },
  { method: 'GET', path: '/report/records/{kind}/{id}/delete', owner: 'diary', session: 'required' },
  { method: 'POST', path: '/report/records/{kind}/{id}/delete', owner: 'diary', session: 'required' },
  { method: 'GET', path: '/account/profiles', owner: 'diary', session: 'required' },
  { method: 'POST', path: '/account/profiles', owner: 'diary', session: 'required' },
  { method: 'GET', path: '/account/profiles/{id}/delete', owner: 'diary', session: 'required' },
  { method: 'POST', path: '/account/profiles/{id}/delete', owner: 'diary', session: 'required' },
  { method: 'GET', path: '/account/links', owner: 'reports', session: 'required' },
  { method: 'POST', path: '/account/links', owner: 'reports', session: 'required' },
  { method: 'GET', path: '/account/download', owner: 'diary', session: 'required' },
  { method: 'GET', path: '/account/download/json', owner: 'diary', session: 'required' },
  { method: 'GET', path: '/account/download/csv', owner: 'diary', session: 'required' },
  { method: 'GET', path: '/account/download/xlsx', owner: 'diary', session: 'required' },
  { method: 'GET', path: '/account/import', owner: 'diary', session: 'required' },
  {
    method: 'POST',
    path: '/account/import',
    owner: 'diary',
    session: 'required',
    fileBytes: LIMITS.importBytes,
  },
  { method: 'GET', path: '/account/import/{id}', owner: 'diary', session: 'required' },
  { method: 'POST', path: '/account/import/{id}', owner: 'diary', session: 'required' },
  { method: 'GET', path: '/r/{secret}', owner: 'reports', session: 'optional', compressed: true },
  { method: 'POST', path: '/r/{secret}', owner: 'reports', session: 'required' },
  { method: 'GET', path: '/r/{secret}/days.csv', owner: 'reports', session: 'none' },
  { method: 'GET', path: '/clients', owner: 'reports', session: 'required' },
  { method: 'POST', path: '/clients', owner: 'reports', session: 'required' },
  { method: 'GET', path: '/clients/{id}/next', owner: 'reports', session: 'required' },
  { method: 'GET', path: '/clients/{id}/previous', owner: 'reports', session: 'required' },
  { method: 'GET', path: '/check', owner: 'auth', session: 'optional' },
  { method: 'GET', path: '/terms', owner: 'auth', session: 'optional' },
  { method: 'GET', path: '/privacy', owner: 'auth', session: 'optional' },
];
