import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { ALL_SCOPES } from 'shared/contract/scopes.ts';
import { askedScopes, knownScopes } from './asked-scopes.ts';
import type { Resources } from './resources.ts';

const KNOWN = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'request',
  'request_uri',
  'login_hint',
  'ui_locales',
  // Of the page on which a person reads of an error.
  'language',
];

/** Stands for every mode but `query`: the library would serve `fragment` and `form_post`, and refuses a mode that it does not know. */
const NO_RESPONSE_MODE = 'not_query';

/** Stands for every response type but `code`: the library knows it, does not serve it, and says so in the query. */
const NO_RESPONSE_TYPE = 'none';

type Query = KoaContextWithOIDC['query'];

/**
 * What we know of an authorization request's parameters; others, those of OpenID Connect among them, are ignored (RFC 6749,
 * part 3.1). `resource` becomes all that may be granted (resources.ts).
 */
export const knownParameters = (query: Query, resources: Resources): Query => ({
  ...Object.fromEntries(Object.entries(query).filter(([name]) => KNOWN.includes(name))),
  // Given twice, the library would take it for absent, and answer to the only one that the client has.
  ...(Array.isArray(query.redirect_uri) && { redirect_uri: query.redirect_uri.join(' ') }),
  // The library refuses one with a space at its end.
  ...(typeof query.scope === 'string' && { scope: askedScopes(query.scope).join(' ') }),
  // To any other the library would answer in the fragment.
  ...(query.response_type && { response_type: query.response_type === 'code' ? 'code' : NO_RESPONSE_TYPE }),
  ...(query.prompt === 'none' && { prompt: 'none' }),
  ...(query.response_mode && { response_mode: query.response_mode === 'query' ? 'query' : NO_RESPONSE_MODE }),
  resource: resources.grantable([query.resource ?? []].flat().filter(Boolean)),
});

/**
 * Makes `scope` what can be granted of it: unknown scopes are left out, all are meant where none is named (`C5.scopes`). Throws
 * `InvalidScope` where nothing is left.
 */
export const grantableScope = ({ oidc }: KoaContextWithOIDC, requested: string | undefined): void => {
  const granted = requested ? knownScopes(requested.split(' ')) : ALL_SCOPES;
  if (granted.length === 0)
    throw new errors.InvalidScope('none of the requested scopes is known', requested ?? '');
  Object.assign(oidc.params ?? {}, { scope: granted.join(' ') });
};
