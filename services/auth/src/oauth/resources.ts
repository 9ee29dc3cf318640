import { ALL_SCOPES } from 'shared/contract/scopes.ts';

/** The protected resources of the site (RFC 8707): `{site}/mcp` and `{site}/api/v1`; `{site}` means both (contract §5). */
export const createResources = (siteUrl: string) => {
  const both = siteUrl;
  const all = [both, `${siteUrl}/mcp`, `${siteUrl}/api/v1`];

  /** Which of the three an identifier names, with or without a slash at its end; undefined for anything else. */
  const audienceOf = (identifier: string): string | undefined => {
    const href = URL.parse(identifier)?.href.replace(/\/$/, '');
    return all.find((resource) => resource === href);
  };

  return {
    audienceOf,

    /** All identifiers that a client which asked for these may ask tokens for. Unknown ones stay, to be refused. */
    grantable: (asked: string[]): string[] => {
      const audiences = new Set(asked.map(audienceOf));
      const asksForBoth = asked.length === 0 || audiences.has(both) || audiences.size > 1;
      return [...new Set([...(asksForBoth ? all : []), ...asked])];
    },

    /** The one that a token is for which was asked for several. */
    common: (identifiers: string[]): string => {
      const [first = both, ...others] = identifiers.map(audienceOf);
      return others.every((other) => other === first) ? (identifiers[0] ?? both) : both;
    },
  };
};

export type Resources = ReturnType<typeof createResources>;

/** Every scope can be used at each resource. */
export const RESOURCE_SCOPES = ALL_SCOPES.join(' ');
