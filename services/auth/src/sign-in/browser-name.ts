import { BROWSER_MAP, OS_MAP, parse } from 'bowser';

const KNOWN = new Set([BROWSER_MAP, OS_MAP].flatMap((names) => Object.values(names)));

/** What a person would call the browser of a `User-Agent`, `Firefox, Android`; null where it tells nothing that bowser knows. */
export const browserName = (userAgent = ''): string | null => {
  if (!userAgent) return null;
  const { browser, os } = parse(userAgent);
  // A browser that it does not know bowser calls by words of the header, which may be any.
  const [name = '', system = ''] = [browser.name, os.name].map((each = '') => (KNOWN.has(each) ? each : ''));
  // The name of some says it: Samsung Internet for Android.
  return [name, name.includes(system) ? '' : system].filter(Boolean).join(', ') || null;
};
