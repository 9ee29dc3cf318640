import { RESOURCE_PATHS } from 'shared/contract/oauth.ts';

/** The protected resources of the site (RFC 8707): `{site}/mcp` and `{site}/api/v1`; `{site}` means both (`C5.resource`). */
export const createResources = (siteUrl: string) => {
  const both = siteUrl;
  const all = [both, ...[RESOURCE_PATHS.mcp, RESOURCE_PATHS.rest].map((path) => `${siteUrl}${path}`)];

  /** Which of the three an identifier names, with or without a slash at its end; undefined for anything else. */
  const audienceOf = (identifier: string): string | undefined => {
    const href = URL.parse(identifier)?.href.replace(/\/$/, '');
    return all.find((resource) => resource === href);
  };

  return {
    audienceOf,

    /** All identifiers for which a client that asked for these may request tokens. Unknown ones stay, to be refused. */
    grantable: (requested: string[]): string[] => {
      const audiences = new Set(requested.map(audienceOf));
      const asksForBoth = requested.length === 0 || audiences.has(both) || audiences.size > 1;
      const granted = all.filter((resource) => asksForBoth || audiences.has(resource));
      // A client may write it with a slash here and without one at the token endpoint.
      return [...new Set([...granted.flatMap((resource) => [resource, `${resource}/`]), ...requested])];
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
