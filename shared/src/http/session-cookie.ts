import { parseCookie } from 'cookie';
import { DAY_SECONDS } from '../process/time.ts';

/** The cookie that holds the secret of a person's session. On https, browsers restrict a name with this prefix to this host. */
const sessionCookieName = (siteUrl: string): string =>
  siteUrl.startsWith('https:') ? '__Host-session' : 'session';

/** The longest that browsers keep a cookie. When a session ends is decided by auth. */
const MAX_AGE_SECONDS = 400 * DAY_SECONDS;

const setCookie = (siteUrl: string, value: string, maxAgeSeconds: number): string => {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  return `${sessionCookieName(siteUrl)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
};

/** The `Set-Cookie` of a session that begins. */
export const sessionCookie = (siteUrl: string, secret: string): string =>
  setCookie(siteUrl, secret, MAX_AGE_SECONDS);

/** The `Set-Cookie` of a session that is over. */
export const noSessionCookie = (siteUrl: string): string => setCookie(siteUrl, '', 0);

/** The session secret in a `Cookie` header; undefined where there is none that could be one of ours (`randomSecret`). */
export const sessionSecret = (siteUrl: string, cookies: string | undefined): string | undefined => {
  const secret = parseCookie(cookies ?? '')[sessionCookieName(siteUrl)];
  return secret && /^[\w-]{43}$/.test(secret) ? secret : undefined;
};
