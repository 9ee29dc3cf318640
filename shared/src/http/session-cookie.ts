import { parseCookie } from 'cookie';
import { LIMITS } from '../contract/limits.ts';
import { DAY_SECONDS } from '../process/time.ts';

/** `asked` is that of a browser that asked to sign in. */
type CookieName = 'session' | 'asked';

/** On https, browsers restrict a name with this prefix to this host. */
const fullName = (siteUrl: string, name: CookieName): string =>
  siteUrl.startsWith('https:') ? `__Host-${name}` : name;

/** The longest that browsers keep a cookie. When a session ends is decided by auth. */
const MAX_AGE_SECONDS = 400 * DAY_SECONDS;

const setCookie = (siteUrl: string, name: CookieName, value: string, maxAgeSeconds: number): string => {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  return `${fullName(siteUrl, name)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
};

/** The `Set-Cookie` of a session that begins. */
export const sessionCookie = (siteUrl: string, secret: string): string =>
  setCookie(siteUrl, 'session', secret, MAX_AGE_SECONDS);

/** The `Set-Cookie` of a session that is over. */
export const noSessionCookie = (siteUrl: string): string => setCookie(siteUrl, 'session', '', 0);

/** The `Set-Cookie` of a browser that asks to sign in, for as long as its link can bring it on. */
export const signInCookie = (siteUrl: string, secret: string): string =>
  setCookie(siteUrl, 'asked', secret, LIMITS.signInLinkSeconds + LIMITS.approvedLifetimeSeconds);

/** A secret in a `Cookie` header; undefined where there is none that could be one of ours (`randomSecret`). */
const secretIn = (siteUrl: string, name: CookieName, cookies: string | undefined): string | undefined => {
  const secret = parseCookie(cookies ?? '')[fullName(siteUrl, name)];
  return secret && /^[\w-]{43}$/.test(secret) ? secret : undefined;
};

/** The secret of a person's session. */
export const sessionSecret = (siteUrl: string, cookies: string | undefined): string | undefined =>
  secretIn(siteUrl, 'session', cookies);

/** The secret of a browser that asked to sign in. */
export const signInSecret = (siteUrl: string, cookies: string | undefined): string | undefined =>
  secretIn(siteUrl, 'asked', cookies);
