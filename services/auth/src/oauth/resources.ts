import { RESOURCE_PATHS } from 'shared/contract/oauth.ts';

/** The protected resources of the site (RFC 8707): `{site}/mcp` and `{site}/api/v1`; `{site}` means both (`C5.resource`). */
export const createResources = (siteUrl: string) => {
  const both = siteUrl;
  const all = [both, ...[RESOURCE_PATHS.mcp, RESOURCE_PATHS.rest].map((path) => `${siteUrl}${path}`)];

  /**
   * Which of the three an identifier names, however a client writes it: with a slash at its end, a query, the port of its scheme;
   * undefined for anything else (`C5.resource`).
   */
  const audienceOf = (identifier: string): string | undefined => {
    const url = URL.parse(identifier);
    if (url) url.search = '';
    return all.find((resource) => resource === url?.href.replace(/\/$/, ''));
  };

  /** An identifier as we write it. Unknown ones stay, to be refused. */
  const canonical = (identifier: string): string => audienceOf(identifier) ?? identifier;

  return {
    audienceOf,

    canonical,

    /** All identifiers for which a client that asked for these may request tokens. Unknown ones stay, to be refused. */
    grantable: (requested: string[]): string[] => {
      const audiences = new Set(requested.map(audienceOf));
      const asksForBoth = requested.length === 0 || audiences.has(both) || audiences.size > 1;
      const granted = all.filter((resource) => asksForBoth || audiences.has(resource));
      return [...new Set([...granted, ...requested.map(canonical)])];
    },

    /** The resource of a token that was requested for several; if one of them is unknown, that one, to be refused. */
    common: (identifiers: string[]): string => {
      const unknown = identifiers.find((identifier) => !audienceOf(identifier));
      const isOne = new Set(identifiers.map(audienceOf)).size === 1;
      return unknown ?? (isOne ? identifiers[0] : undefined) ?? both;
    },
  };
};

export type Resources = ReturnType<typeof createResources>;
