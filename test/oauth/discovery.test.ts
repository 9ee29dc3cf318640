import { describe, expect } from '@jest/globals';
import { discoverOAuthServerInfo as discoverWithSdk2 } from '@modelcontextprotocol/client';
import { discoverOAuthServerInfo as discoverWithSdk1 } from '@modelcontextprotocol/sdk/client/auth.js';
import { OpenIdProviderDiscoveryMetadataSchema } from '@modelcontextprotocol/sdk/shared/auth.js';
import * as oauth from 'oauth4webapi';
import { ALL_SCOPES } from 'shared/contract/scopes.ts';
import { sendRaw } from '../rest/gateway-raw.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';

const ALIASES = ['oauth-authorization-server', 'openid-configuration'].flatMap((name) => [
  ...['', '/mcp', '/mcp/', '/api/v1'].map((about) => `/.well-known/${name}${about}`),
  `/mcp/.well-known/${name}`,
]);
const RESOURCES = [
  ['/.well-known/oauth-protected-resource', ''],
  ['/.well-known/oauth-protected-resource/mcp', '/mcp'],
  ['/.well-known/oauth-protected-resource/mcp/', '/mcp/'],
  ['/.well-known/oauth-protected-resource/api/v1', '/api/v1'],
  ['/mcp/.well-known/oauth-protected-resource', '/mcp'],
] as const;

const read = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${site.url}${path}`, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('server metadata', () => {
  proves(['H2', 'C5.server_metadata', 'S5.oauth'], "lists what is supported, at the site's URL", async () => {
    const { status, headers, text } = await read('/.well-known/oauth-authorization-server');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(JSON.parse(text)).toEqual({
      issuer: site.url,
      authorization_endpoint: `${site.url}/oauth/authorize`,
      token_endpoint: `${site.url}/oauth/token`,
      registration_endpoint: `${site.url}/oauth/register`,
      revocation_endpoint: `${site.url}/oauth/revoke`,
      scopes_supported: [...ALL_SCOPES],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
      revocation_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      protected_resources: [`${site.url}/mcp`, `${site.url}/api/v1`],
      ui_locales_supported: ['en', 'es', 'ru'],
      service_documentation: `${site.url}/connect.md`,
      jwks_uri: `${site.url}/.well-known/jwks.json`,
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      op_policy_uri: `${site.url}/privacy`,
      op_tos_uri: `${site.url}/terms`,
    });
  });

  proves(['H2'], 'is the same at every alias that clients try, and read-only', async () => {
    const [first] = await Promise.all(ALIASES.map((path) => read(path)));
    for (const path of ALIASES) {
      expect((await read(path)).text).toBe(first?.text);
      expect((await read(path, { method: 'HEAD' })).status).toBe(200);
      const posted = await read(path, { method: 'POST' });
      expect([path, posted.status, posted.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD, OPTIONS']);
    }
  });

  proves(['H2', 'S5.oauth'], 'satisfies a strict client', async () => {
    const issuer = new URL(site.url);
    for (const algorithm of ['oauth2', 'oidc'] as const) {
      const response = await oauth.discoveryRequest(issuer, {
        algorithm,
        [oauth.allowInsecureRequests]: true,
      });
      const server = await oauth.processDiscoveryResponse(issuer, response);
      expect(server.issuer).toBe(site.url);
      // What the official SDK requires of OpenID Connect's document.
      expect(OpenIdProviderDiscoveryMetadataSchema.safeParse(server).error).toBeUndefined();
    }
    expect(JSON.parse((await read('/.well-known/jwks.json')).text)).toEqual({ keys: [] });
  });
});

describe('protected-resource metadata', () => {
  proves(['C5.resource_metadata'], 'names each resource exactly, without requiring a token', async () => {
    for (const [path, suffix] of RESOURCES) {
      const { status, text } = await read(path);
      expect([status, JSON.parse(text)]).toEqual([
        200,
        expect.objectContaining({
          resource: `${site.url}${suffix}`,
          authorization_servers: [site.url],
          scopes_supported: [...ALL_SCOPES],
          bearer_methods_supported: ['header'],
        }),
      ]);
    }
  });

  proves(
    ['H2', 'C5.resource_metadata'],
    'is where both majors of the SDK look, whatever was typed',
    async () => {
      for (const discover of [discoverWithSdk1, discoverWithSdk2])
        for (const typed of ['', '/mcp', '/mcp/', '/api/v1']) {
          const { authorizationServerMetadata, resourceMetadata } = await discover(`${site.url}${typed}`);
          expect([typed, resourceMetadata?.authorization_servers]).toEqual([typed, [site.url]]);
          expect([typed, authorizationServerMetadata?.issuer]).toEqual([typed, site.url]);
        }
    },
  );

  proves(['C5.resource_metadata'], 'satisfies a strict client', async () => {
    for (const suffix of ['/mcp', '/api/v1']) {
      const resource = new URL(`${site.url}${suffix}`);
      const response = await oauth.resourceDiscoveryRequest(resource, {
        [oauth.allowInsecureRequests]: true,
      });
      const metadata = await oauth.processResourceDiscoveryResponse(resource, response);
      expect(metadata.authorization_servers).toEqual([site.url]);
    }
  });
});

describe('all metadata', () => {
  proves(['H3'], 'is the same whatever host the request names', async () => {
    // Not by `fetch`, which always sends its own Host header.
    const forged = [
      'Host: evil.example',
      'Forwarded: host=evil.example;proto=https',
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Proto: https',
      'X-Forwarded-Port: 444',
      'X-Forwarded-Prefix: /evil',
    ];
    for (const path of [...ALIASES, ...RESOURCES.map(([path]) => path)]) {
      const plain = await read(path);
      expect((await sendRaw([`GET ${path} HTTP/1.1`, ...forged])).text).toBe(plain.text);
    }
  });

  proves(['C5.any_origin'], 'and the OAuth endpoints allow pages of any origin', async () => {
    const origin = 'https://client.example';
    for (const path of [...ALIASES, ...RESOURCES.map(([path]) => path)])
      expect((await read(path, { headers: { origin } })).headers.get('access-control-allow-origin')).toBe(
        '*',
      );
    for (const path of ['/oauth/token', '/oauth/register', '/oauth/revoke']) {
      const preflight = await read(path, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,mcp-protocol-version',
        },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
      expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
      expect(preflight.headers.get('access-control-allow-headers')).toContain('mcp-protocol-version');
      const posted = await read(path, { method: 'POST', headers: { origin }, body: new URLSearchParams() });
      expect([path, posted.status >= 400 && posted.status < 500]).toEqual([path, true]);
      expect(posted.headers.get('access-control-allow-origin')).toBe('*');
      expect(posted.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });
});
