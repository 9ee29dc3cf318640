import { ALL_SCOPES, type Scope } from 'shared/contract/scopes.ts';

/** Scopes of OpenID Connect, which clients ask for whatever a server offers: none of them changes what is granted. */
const OF_OPENID_CONNECT = ['openid', 'profile', 'email', 'address', 'phone', 'offline_access'];

/**
 * The scopes that a request asks for, whether or not they are known; none where it asks for none but those of OpenID Connect. Any
 * run of spaces separates them (`C5.scopes`).
 */
export const askedScopes = (scope: string): string[] =>
  scope.split(' ').filter((name) => name && !OF_OPENID_CONNECT.includes(name));

/** Those of them that there are, in our order. */
export const knownScopes = (asked: string[]): Scope[] => ALL_SCOPES.filter((scope) => asked.includes(scope));
