import type { RequestHandler } from 'express';
import { Problem } from '../../contract/problem.ts';
import { hasBody } from '../../http/has-body.ts';
import { readBytes } from '../../http/read-bytes.ts';
import { type Keys, randomSecret } from '../../process/keys.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';
const MAX_FORM_BYTES = 16 * 1024;

/**
 * The value of a form's hidden `csrf` field, bound to `subject`: a session's id, or the link's secret where there is none. Another
 * each time, so that nobody finds it out by the lengths of many compressed pages (BREACH).
 */
export const csrfToken = (keys: Keys, subject: string): string => {
  const salt = randomSecret();
  return `${salt}.${keys.sign('csrf', `${salt} ${subject}`)}`;
};

/** Whether a posted `csrf` value was made for `subject`. */
export const isCsrfToken = (keys: Keys, subject: string, given: string | undefined): boolean => {
  const [salt, mac] = given?.split('.') ?? [];
  return mac !== undefined && keys.verify('csrf', `${salt} ${subject}`, mac);
};

/** The refusal of a form that another page may have made somebody post. */
export const formRefused = (): Problem =>
  new Problem('validation_failed', 'This form did not come from one of our own pages.', { status: 403 });

/**
 * Refuses posts from pages of other sites. Where a browser withholds the origin of its page (`null`), its fetch metadata
 * decides. A request with neither is from no browser: nobody can be tricked into posting by it.
 */
export const requireSameOrigin =
  (siteUrl: string): RequestHandler =>
  (request, _response, next) => {
    const { origin, 'sec-fetch-site': fetchSite } = request.headers;
    const isNoBrowser = origin === undefined && fetchSite === undefined;
    const isOurs = (origin ?? 'null') === 'null' ? fetchSite === 'same-origin' : origin === siteUrl;
    if (isOurs || isNoBrowser) return next();
    throw formRefused();
  };

const readForm =
  (maxBytes: number, lists: readonly string[]): RequestHandler =>
  async (request, _response, next) => {
    if (hasBody(request) && !request.is(FORM_TYPE))
      throw new Problem('unsupported_media_type', `Send the form as ${FORM_TYPE}.`);
    const bytes = await readBytes(request, maxBytes).catch((error) => {
      if (error.type === 'entity.too.large')
        throw new Problem('payload_too_large', `The form is larger than ${maxBytes / 1024} KiB.`);
      throw error instanceof Problem ? error : unreadable();
    });
    const fields = fieldsOf(bytes);
    for (const list of lists) if (fields.has(list)) fields.set(list, fields.getAll(list).join(' ').trim());
    request.body = Object.fromEntries(fields);
    if (Object.keys(request.body).length < fields.size)
      throw new Problem('validation_failed', 'A field of the form came more than once.');
    next();
  };

const unreadable = (): Problem => new Problem('validation_failed', 'The form could not be read.');

const fieldsOf = (bytes: Buffer): URLSearchParams => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // Throws where the escaped text is not UTF-8, either: what parses the fields would put U+FFFD there. A lone % is text.
    decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25'));
    return new URLSearchParams(text);
  } catch {
    throw unreadable();
  }
};

/** What `acceptForm` makes of a posted form. */
export type FormFields = Record<string, string | undefined>;

/**
 * For every route that a form posts to: puts the fields into `request.body` (`FormFields`). Throws `validation_failed`, with
 * status 403 for a form of another origin and 400 where there is no reading it, `payload_too_large` and `unsupported_media_type`.
 * Of `lists`, such as boxes of one name, a form may have several: their values are put together with spaces.
 */
export const acceptForm = (
  siteUrl: string,
  maxBytes = MAX_FORM_BYTES,
  lists: readonly string[] = [],
): RequestHandler[] => [requireSameOrigin(siteUrl), readForm(maxBytes, lists)];
