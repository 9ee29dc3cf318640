import { describe, expect } from '@jest/globals';
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { connectClient } from '../oauth/steps.ts';
import { expectProblem } from '../rest/answers.ts';
import { meal } from '../rest/samples.ts';
import { meStatus } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { followAuthorization } from './follow-authorization.ts';
import { callTool } from './mcp-client.ts';

const MCP = new URL(`${site.url}/mcp`);
const INFO = { name: 'test', version: '1' };

/** The OAuth state that an application keeps, in memory. */
const newProvider = () => {
  // biome-ignore lint/suspicious/noExplicitAny: what a client keeps is its own affair
  const kept = new Map<string, any>();
  const keep = (name: string) => (value: unknown) => void kept.set(name, value);
  const provider = {
    redirectUrl: 'http://localhost:7777/callback',
    clientMetadata: {
      client_name: 'Desktop assistant',
      redirect_uris: ['http://localhost:7777/callback'],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    },
    clientInformation: () => kept.get('client'),
    saveClientInformation: keep('client'),
    tokens: () => kept.get('tokens'),
    saveTokens: keep('tokens'),
    redirectToAuthorization: keep('authorization address'),
    codeVerifier: () => kept.get('verifier'),
    saveCodeVerifier: keep('verifier'),
    discoveryState: () => kept.get('discovery'),
    saveDiscoveryState: keep('discovery'),
  } as unknown as OAuthClientProvider;
  return { provider, kept };
};

type Session = {
  connect: () => Promise<void>;
  finish: (callback: URLSearchParams) => Promise<void>;
  logMeal: () => Promise<unknown>;
};

const CLIENTS: Record<string, (provider: OAuthClientProvider) => Session> = {
  'SDK 1.x': (authProvider) => {
    const client = new ClientV1(INFO);
    const newTransport = () =>
      new TransportV1(MCP, { authProvider } as ConstructorParameters<typeof TransportV1>[1]);
    const first = newTransport();
    let transport = first;
    return {
      connect: () => client.connect(transport as Parameters<ClientV1['connect']>[0]),
      finish: async (callback) => {
        await first.finishAuth(callback.get('code') ?? '');
        transport = newTransport();
      },
      logMeal: () => client.callTool({ name: 'log_meal', arguments: meal }),
    };
  },
  'SDK 2.x': (authProvider) => {
    const client = new Client(INFO, { versionNegotiation: { mode: 'auto' } });
    const newTransport = () => new StreamableHTTPClientTransport(MCP, { authProvider });
    const first = newTransport();
    let transport = first;
    return {
      connect: () => client.connect(transport),
      finish: async (callback) => {
        await first.finishAuth(callback);
        transport = newTransport();
      },
      logMeal: () => client.callTool({ name: 'log_meal', arguments: meal }),
    };
  },
};

describe.each(Object.entries(CLIENTS))('an application with the client of %s', (_name, open) => {
  proves(['H1', 'C6.versions'], 'connects with nothing but the URL of /mcp, and records a meal', async () => {
    const { provider, kept } = newProvider();
    const { connect, finish, logMeal } = open(provider);
    await expect(connect()).rejects.toThrow();
    const address: URL = kept.get('authorization address');
    expect(address.href.startsWith(`${site.url}/oauth/authorize?`)).toBe(true);
    expect(address.searchParams.get('resource')).toBe(MCP.href);

    const callback = await followAuthorization(address);
    await finish(new URL(callback).searchParams);
    await connect();
    await logMeal();
    const token = () => kept.get('tokens').access_token;
    expect((await callTool('list_meals', {}, { token: token() })).body.result).toMatchObject({
      structuredContent: { meals: [{ client_name: 'Desktop assistant' }] },
    });

    // When the access token has expired, the client refreshes it without involving the person.
    const [first, ended] = [token(), 'A'.repeat(43)];
    kept.set('tokens', { ...kept.get('tokens'), access_token: ended });
    await logMeal();
    expect([first, ended].includes(token())).toBe(false);
  });
});

describe('a token', () => {
  proves(['H1'], 'for the REST interface only is not valid for /mcp', async () => {
    const { access_token: token } = await connectClient({ resource: site.base });
    expect(await meStatus(token)).toBe(200);
    expectProblem(await callTool('whoami', {}, { token }), 401, 'token_invalid');
  });
});
