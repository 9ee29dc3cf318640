import { LOOPBACK_HOSTS } from 'shared/process/loopback.ts';

/** Clients that call from a page in a browser, and who reported it (an issue or pull request of that repository). */
const KNOWN_CLIENTS: Readonly<Record<string, string>> = {
  'https://claude.ai': 'koala73/worldmonitor#4808',
  'https://claude.com': 'koala73/worldmonitor#4808',
  'https://chatgpt.com': 'koala73/worldmonitor#4802',
  'https://vscode.dev': 'actionhero/keryx#499',
  'https://github.dev': 'actionhero/keryx#499',
};

export type IsAllowedOrigin = (origin: string) => boolean;

/**
 * Whether pages of an origin may call `/mcp` and the API (`C6.origins`): those of the site, of loopback addresses (the Inspector and other
 * tools of whoever sits at the machine), of known clients, and the operator's `further` ones.
 */
export const allowedOrigins = (siteUrl: string, further: readonly string[]): IsAllowedOrigin => {
  const named = new Set([siteUrl, ...Object.keys(KNOWN_CLIENTS), ...further]);
  return (origin) => named.has(origin) || isLoopback(origin);
};

const isLoopback = (origin: string): boolean => {
  const url = URL.parse(origin);
  return url?.origin === origin && LOOPBACK_HOSTS.includes(url.hostname);
};
