import { csrfIn, newEmail } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { linkIn, mailTo } from '../support/mailbox.ts';
import { type SetAddresses, site } from '../support/set.ts';

/** A signed-in browser without JavaScript: to the server it is just its cookie. */
export type SignedIn = { email: string; cookie: string; set: SetAddresses };

export type PageAnswer = { status: number; headers: Headers; html: string };

const answerOf = async (response: Response): Promise<PageAnswer> => ({
  status: response.status,
  headers: response.headers,
  html: await response.text(),
});

/** The pages that require a session. */
export const PERSONAL_PAGES = [
  '/account',
  '/account/profiles',
  '/account/links',
  '/clients',
  '/account/download',
  '/report',
];

/** What a browser that asked to sign in holds, by the link that it was mailed. */
const askingCookies = new Map<string, string>();

/** The cookies that a browser sends to a page; to that of a link as the browser that asked for it, unless it is another's. */
const cookiesFor = (path: string, cookie: string, elsewhere = false): string =>
  [cookie, elsewhere ? '' : askingCookies.get(path)].filter(Boolean).join('; ');

/** Opens a page of the site by path or URL; `elsewhere`: in another browser than the one that asked for a link. */
export const open = async (
  path: string,
  {
    cookie = '',
    set = site,
    method = 'GET',
    accept = 'text/html',
    elsewhere,
  }: { cookie?: string; set?: SetAddresses; method?: string; accept?: string; elsewhere?: boolean } = {},
): Promise<PageAnswer> =>
  answerOf(
    await fetch(new URL(path, set.url), {
      method,
      redirect: 'manual',
      headers: { accept, 'accept-language': 'en', cookie: cookiesFor(path, cookie, elsewhere) },
    }),
  );

/** Posts a form to a page of the site. */
export const post = async (
  path: string,
  fields: Record<string, string>,
  {
    cookie = '',
    set = site,
    headers,
    elsewhere,
  }: { cookie?: string; set?: SetAddresses; headers?: Record<string, string>; elsewhere?: boolean } = {},
): Promise<PageAnswer> =>
  answerOf(
    await fetch(new URL(path, set.url), {
      method: 'POST',
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        'accept-language': 'en',
        origin: set.url,
        cookie: cookiesFor(path, cookie, elsewhere),
        ...headers,
      },
      body: new URLSearchParams(fields),
    }),
  );

/** The cookie of a `Set-Cookie`, as a browser sends it back. */
export const cookieOf = ({ headers }: PageAnswer): string => headers.getSetCookie()[0]?.split(';')[0] ?? '';

/** Has a sign-in link mailed and returns it. */
export const requestSignInLink = async (email: string, set: SetAddresses = site): Promise<string> => {
  const answer = await post('/signin', { email }, { set });
  if (answer.status !== 303) throw new Error(`POST /signin answered ${answer.status}`);
  const link = linkIn(await mailTo(email, set));
  if (!link.includes('/signin/')) throw new Error('the newest mail is no sign-in mail');
  askingCookies.set(link, cookieOf(answer));
  return link;
};

/** The cookie of the browser that asked for a link. */
export const askingCookieOf = (link: string): string => askingCookies.get(link) ?? '';

/** Posts the form of a sign-in link. */
export const followLink = async (
  link: string,
  options: {
    cookie?: string;
    set?: SetAddresses;
    fields?: Record<string, string>;
    headers?: Record<string, string>;
    elsewhere?: boolean;
  } = {},
): Promise<PageAnswer> => {
  const { html } = await open(link, options);
  return post(link, { csrf: csrfIn(html), terms: 'on', ...options.fields }, options);
};

/** Signs in as a person does: form, mail, confirmation. */
export const signIn = async (email = newEmail(), set: SetAddresses = site): Promise<SignedIn> => {
  const answer = await followLink(await requestSignInLink(email, set), { set });
  if (answer.status !== 303) throw new Error(`the sign-in link answered ${answer.status}`);
  return { email, cookie: cookieOf(answer), set };
};

/** Posts a form as a signed-in person, with the CSRF token from their page. */
export const postAs = async (
  person: SignedIn,
  path: string,
  fields: Record<string, string> = {},
): Promise<PageAnswer> => {
  const { html } = await open('/account', person);
  return post(path, { csrf: csrfIn(html), ...fields }, person);
};

export const isSignedIn = async (person: { cookie: string; set?: SetAddresses }): Promise<boolean> =>
  (await open('/account', person)).status === 200;

/** The rows of the call log as text: time, function, application, outcome. */
export const rowsOf = (html: string): string[][] =>
  [...html.matchAll(/<tr>\s*(<td>.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<(?:td|small)>(.*?)(?=<small>|<\/td>)/gs)].map(([, cell = '']) =>
      cell.replace(/<[^>]*>/g, '').trim(),
    ),
  );

/** The account of a person, as it is stored. */
export const accountOf = ({ email }: { email: string }) =>
  onDatabase((db) => db.collection('accounts').findOne({ email }));
