import { language } from './fields.ts';
import { ALL_SCOPES } from './scopes.ts';
import { SERVICE_NAME } from './service.ts';

/** Where the authorization server is, below AUTH_URL (`C5.server_metadata`). */
export const OAUTH_PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
} as const;

/** The protected resources, below the site's address: what a token is for (RFC 8707). */
export const RESOURCE_PATHS = { rest: '/api/v1', mcp: '/mcp' } as const;
/** `/mcp` as some people type it: clients compare what they typed with the `resource` of the metadata (`C5.resource_metadata`). */
export const MCP_WITH_SLASH = `${RESOURCE_PATHS.mcp}/` as const;
export type ResourcePath = (typeof RESOURCE_PATHS)[keyof typeof RESOURCE_PATHS] | typeof MCP_WITH_SLASH;

const { authorization, ...forClients } = OAUTH_PATHS;

/** The addresses that clients post to. The one that people come to is a page (pages.ts). */
export const OAUTH_ENDPOINTS = Object.values(forClients).map((path) => ({ method: 'POST' as const, path }));

export const TOKEN_ENDPOINT_AUTH_METHODS = ['none', 'client_secret_post', 'client_secret_basic'] as const;

/** What differs from one installation to another. */
export type OauthSettings = { siteUrl: string; authUrl: string; offersClientDocuments: boolean };

const JWKS_PATH = '/.well-known/jwks.json';

/** RFC 8414, and OpenID Connect Discovery 1.0 under its addresses. */
const serverMetadata = ({ siteUrl, authUrl, offersClientDocuments }: OauthSettings) => ({
  issuer: siteUrl,
  authorization_endpoint: `${authUrl}${authorization}`,
  token_endpoint: `${authUrl}${forClients.token}`,
  registration_endpoint: `${authUrl}${forClients.registration}`,
  revocation_endpoint: `${authUrl}${forClients.revocation}`,
  scopes_supported: ALL_SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: TOKEN_ENDPOINT_AUTH_METHODS,
  revocation_endpoint_auth_methods_supported: TOKEN_ENDPOINT_AUTH_METHODS,
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: offersClientDocuments,
  protected_resources: [`${siteUrl}${RESOURCE_PATHS.mcp}`, `${siteUrl}${RESOURCE_PATHS.rest}`],
  ui_locales_supported: language.options,
  service_documentation: `${siteUrl}/connect.md`,
  // OpenID Connect's discovery requires these three, and its clients look no further where they are not. No ID token is issued.
  jwks_uri: `${siteUrl}${JWKS_PATH}`,
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  op_policy_uri: `${siteUrl}/privacy`,
  op_tos_uri: `${siteUrl}/terms`,
});

/** RFC 9728. */
const resourceMetadata = (siteUrl: string, path: string) => ({
  resource: `${siteUrl}${path}`,
  authorization_servers: [siteUrl],
  scopes_supported: ALL_SCOPES,
  bearer_methods_supported: ['header'],
  resource_name: SERVICE_NAME,
  resource_documentation: `${siteUrl}/connect.md`,
  resource_policy_uri: `${siteUrl}/privacy`,
  resource_tos_uri: `${siteUrl}/terms`,
});

/** What a client can be told to connect to, and asks for metadata about; `''` is the site. */
const ASKED_ABOUT = ['', RESOURCE_PATHS.mcp, MCP_WITH_SLASH, RESOURCE_PATHS.rest];

/**
 * Where clients look for a document: the name before the path (RFC 8414 and 9728, 3.1), and, as in OpenID Connect's discovery, behind it,
 * which PrefectHQ/fastmcp#2077, akutishevsky/nutrition-mcp#51 and microsoft/vscode#256236 tell of.
 */
const addressesOf = (name: string) => [
  ...ASKED_ABOUT.map((about) => ({ path: `/.well-known/${name}${about}`, about })),
  { path: `${RESOURCE_PATHS.mcp}/.well-known/${name}`, about: RESOURCE_PATHS.mcp },
];

/** Every metadata document with the path that it is served at. */
export const oauthMetadata = (settings: OauthSettings) => [
  ...['oauth-authorization-server', 'openid-configuration']
    .flatMap(addressesOf)
    .map(({ path }) => ({ path, document: serverMetadata(settings) })),
  ...addressesOf('oauth-protected-resource').map(({ path, about }) => ({
    path,
    document: resourceMetadata(settings.siteUrl, about),
  })),
  { path: JWKS_PATH, document: { keys: [] } },
];
