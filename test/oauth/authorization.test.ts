import { describe, expect, test } from '@jest/globals';
import { createResources } from '../../services/auth/src/oauth/resources.ts';
import { sendRaw } from '../rest/gateway-raw.ts';
import { answerApproval, call, meStatus, newConnection, newEmail } from '../support/client.ts';
import { linkIn, mailTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import {
  type AuthorizationRequest,
  approve,
  authorize,
  connectClient,
  newClient,
  newCode,
  openPage,
  parametersOf,
  redeem,
  refresh,
  requestApproval,
} from './steps.ts';

const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const MCP = `${site.url}/mcp`;
const REST = site.base;
const ALL = 'records:read records:write reports:read share:manage';

/** The error that the client gets. */
const errorFor = ({ client, status, location }: AuthorizationRequest): Record<string, string> => {
  expect(status).toBe(303);
  expect(location.startsWith(`${client.redirectUri}?`)).toBe(true);
  const { state, iss, ...error } = parametersOf(location);
  expect([state, iss]).toEqual(['the state', site.url]);
  return error;
};

describe('an authorization request', () => {
  proves(
    ['C5.redirect'],
    'of an unknown client gets an error page in the language of the browser',
    async () => {
      const headers = { 'accept-language': 'es' };
      const refused = await authorize(
        { id: 'client_unknown', redirectUri: 'https://x.example' },
        {},
        { headers },
      );
      expect([refused.status, refused.location]).toEqual([400, '']);
      expect(refused.html).toContain('No podemos seguir con esto');
      expect(refused.html).toContain('invalid_client');
      expect(refused.html).toContain('client not found');
      expect(refused.html).toContain('quita allí la conexión y añádela otra vez');
    },
  );

  for (const secret of [false, true])
    for (const [parameters, what] of [
      [{ code_challenge: undefined, code_challenge_method: undefined }, 'without PKCE'],
      [{ code_challenge: CHALLENGE, code_challenge_method: 'plain' }, 'with plain PKCE'],
      [{ code_challenge: CHALLENGE, code_challenge_method: undefined }, 'with PKCE that names no method'],
      [{ code_challenge: 'short', code_challenge_method: 'S256' }, 'with a challenge that is none'],
    ] as const)
      proves(
        ['H8', 'H10'],
        `${what} is refused, of a ${secret ? 'confidential' : 'public'} client`,
        async () => {
          const client = await newClient(secret ? { token_endpoint_auth_method: 'client_secret_post' } : {});
          expect(errorFor(await authorize(client, parameters)).error).toBe('invalid_request');
        },
      );

  proves(['H8', 'C5.no_pkce'], 'without PKCE is refused; /connect.md says what works instead', async () => {
    const refused = await authorize(await newClient({ redirect_uris: ['https://chat.openai.com/cb'] }), {
      code_challenge: undefined,
      code_challenge_method: undefined,
    });
    const { error, error_description } = errorFor(refused);
    expect([error, error_description]).toEqual(['invalid_request', expect.stringContaining('PKCE')]);
    const text = await (await fetch(`${site.url}/connect.md`)).text();
    const walk = /\*\*A custom GPT\*\*.*?(?=\n\n\*\*)/s.exec(text)?.[0];
    for (const step of ['connector', MCP, '"API key"', '"Bearer"']) expect(walk).toContain(step);
    // The second of the two ways.
    const { token } = await newConnection();
    expect(await meStatus(token)).toBe(200);
  });

  proves(['H8'], 'gets a code that needs its verifier', async () => {
    const code = await newCode();
    const wrong = await redeem({ ...code, verifier: 'x'.repeat(43) });
    expect([wrong.status, wrong.body.error]).toEqual([400, 'invalid_grant']);
    const none = await redeem(code, { code_verifier: '' });
    expect([none.status, none.body.error]).toEqual([400, 'invalid_grant']);
    expect((await redeem(code)).status).toBe(200);
  });

  proves(['H10', 'S5.oauth'], 'that asks for something unsupported redirects with the error', async () => {
    const client = await newClient();
    for (const [parameters, error] of [
      [{ response_type: 'none' }, 'unsupported_response_type'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ response_type: 'code id_token' }, 'unsupported_response_type'],
      [{ response_mode: 'form_post' }, 'unsupported_response_mode'],
      [{ response_mode: 'fragment' }, 'unsupported_response_mode'],
      [{ request: 'x.y.z' }, 'request_not_supported'],
      [{ request_uri: 'https://client.example/request' }, 'request_uri_not_supported'],
      [{ prompt: 'none' }, 'interaction_required'],
    ] as const)
      expect([parameters, errorFor(await authorize(client, parameters)).error]).toEqual([parameters, error]);
  });

  proves(['S5.oauth'], 'may have unknown parameters, among them those of OpenID Connect', async () => {
    const client = await newClient();
    const signIn = await authorize(client, {
      scope: 'openid profile records:read offline_access',
      nonce: 'n',
      prompt: 'consent',
      max_age: '0',
      claims: '{}',
      id_token_hint: 'x',
      acr_values: 'x',
      registration: '{}',
      display: 'popup',
      shape: 'round',
    });
    expect(signIn.location).toContain('/oauth/authorize/');
  });

  proves(['C5.scopes', 'H8'], 'gets the known scopes that it names, or all if it names none', async () => {
    for (const [scope, granted] of [
      [undefined, ALL],
      ['', ALL],
      [' ', ALL],
      ['openid profile email address phone offline_access', ALL],
      [' offline_access', ALL],
      ['share:manage openid records:read meals:eat', 'records:read share:manage'],
      [' records:read   records:write ', 'records:read records:write'],
    ])
      expect([scope, (await connectClient({ scope })).scope]).toEqual([scope, granted]);
    const client = await newClient();
    for (const scope of ['openid meals:eat', 'RECORDS:READ'])
      expect([scope, errorFor(await authorize(client, { scope })).error]).toEqual([scope, 'invalid_scope']);
  });

  proves(
    ['H10', 'C5.resource'],
    'for an unknown resource is an invalid_target, as is the token request',
    async () => {
      const client = await newClient();
      for (const resource of [
        'https://other.example/mcp',
        `${MCP}#x`,
        `${site.url}/api/v2`,
        `${site.url}/api/v2?x=/mcp`,
        'mcp',
        [MCP, 'https://other.example'],
      ])
        expect([resource, errorFor(await authorize(client, { resource })).error]).toEqual([
          resource,
          'invalid_target',
        ]);
      for (const resource of ['https://other.example/mcp', 'mcp', REST]) {
        const { status, body } = await redeem(await newCode({ resource: MCP }, { client }), { resource });
        expect([resource, status, body.error]).toEqual([resource, 400, 'invalid_target']);
      }
      const { code, verifier } = await newCode({}, { client });
      const fields = new URLSearchParams({ grant_type: 'authorization_code', code, code_verifier: verifier });
      fields.append('client_id', client.id);
      for (const resource of [MCP, 'https://other.example']) fields.append('resource', resource);
      const several = await fetch(`${site.url}/oauth/token`, { method: 'POST', body: fields });
      expect(await several.json()).toMatchObject({ error: 'invalid_target' });
    },
  );

  proves(['C5.resource'], 'for one resource gets a token for that one only, otherwise for both', async () => {
    const on = async (path: string, token: string) =>
      (
        await fetch(`${site.url}${path}`, {
          method: path === '/mcp' ? 'POST' : 'GET',
          headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
        })
      ).status !== 401;
    const works = async (parameters: Record<string, string | string[]>) => {
      const { access_token } = await connectClient(parameters);
      return { rest: await on('/api/v1/me', access_token), mcp: await on('/mcp', access_token) };
    };
    const [mcp, rest, both] = [
      { rest: false, mcp: true },
      { rest: true, mcp: false },
      { rest: true, mcp: true },
    ];
    expect(await works({ resource: MCP })).toEqual(mcp);
    expect(await works({ resource: `${MCP}/` })).toEqual(mcp);
    expect(await works({ resource: REST })).toEqual(rest);
    expect(await works({})).toEqual(both);
    expect(await works({ resource: site.url })).toEqual(both);
    expect(await works({ resource: `${site.url}/` })).toEqual(both);
    expect(await works({ resource: [MCP, REST] })).toEqual(both);
  });

  proves(['C5.resource'], 'for both can be redeemed for one', async () => {
    const code = await newCode();
    const { body } = await redeem(code, { resource: MCP });
    expect(await meStatus(body.access_token)).toBe(401);
  });

  test.each([
    ['https://diary.example:443/mcp', 'https://diary.example/mcp'],
    ['HTTPS://Diary.Example/mcp/?source=x', 'https://diary.example/mcp'],
    ['https://diary.example:443', 'https://diary.example'],
    ['https://diary.example:8443/mcp', undefined],
    ['http://diary.example/mcp', undefined],
    ['https://diary.example/mcp#x', undefined],
  ])('that names %s means %s', (identifier, audience) => {
    expect(createResources('https://diary.example').audienceOf(identifier)).toBe(audience);
  });

  proves(
    ['C5.resource'],
    'may write the resource with a final slash, a query or its host in capitals, each time as it likes',
    async () => {
      const { port } = new URL(site.url);
      for (const [requested, redeemed] of [
        [MCP, `${MCP}/`],
        [`${MCP}/`, MCP],
        [[], `${REST}/`],
        [`${MCP}?source=x`, MCP],
        [MCP, `${MCP}/?source=x`],
        [MCP.replace('http', 'HTTP'), `${MCP}?`],
        [MCP, MCP.replace(`:${port}`, `:0${port}`)],
      ] as const) {
        const code = await newCode({ resource: [...[requested].flat()] });
        const { status, body } = await redeem(code, { resource: redeemed });
        expect([requested, redeemed, status]).toEqual([requested, redeemed, 200]);
        const again = await refresh(code.client, body.refresh_token, { resource: redeemed });
        expect([requested, redeemed, again.status]).toEqual([requested, redeemed, 200]);
      }
    },
  );

  proves(['H10'], 'asks for consent each time, even right after it was given', async () => {
    const first = await connectClient();
    const again = await requestApproval(await authorize(first.client), first.email);
    expect((await openPage(again)).status).toBe(200);
    await approve(again);
    expect(parametersOf((await openPage(again)).location).code).toBeDefined();
    const { body } = await call('GET', '/tokens', { token: first.access_token });
    expect(body.tokens).toHaveLength(2);
  });

  proves(['H10'], 'shows host, scopes and unverified name, and redirects back with iss', async () => {
    const client = await newClient({
      client_name: 'Kitchen assistant',
      redirect_uris: ['https://kitchen.example/cb'],
    });
    const mailed = await requestApproval(await authorize(client, { scope: 'reports:read' }));
    const page = await (await fetch(mailed.link)).text();
    expect(page).toContain('Kitchen assistant');
    expect(page).toContain('It chose this name itself. We cannot tell you who is behind it.');
    expect(page).toContain('<code>kitchen.example</code>');
    expect(page).toContain('read the daily, weekly and monthly reports of all your diaries');
    expect(page).not.toContain('add and delete meals');
    expect(page).toMatch(/<input[^>]*name="number"/);
    await approve(mailed);
    const { location } = await openPage(mailed);
    expect(parametersOf(location)).toEqual({ code: expect.any(String), state: 'the state', iss: site.url });
  });

  proves(['H10'], 'for an app on the same device says so', async () => {
    for (const [uri, shown] of [
      ['http://127.0.0.1:18299/cb', '127.0.0.1:18299'],
      ['http://[::1]:18299/cb', '[::1]:18299'],
      ['cursor://anysphere.cursor-mcp/cb', 'cursor:'],
    ] as const) {
      const signIn = await authorize(await newClient({ redirect_uris: [uri] }), { redirect_uri: uri });
      expect((await openPage(signIn)).html).toMatch(/an app on this device.*<code>/s);
      const page = await (await fetch((await requestApproval(signIn)).link)).text();
      expect(page).toContain('an app on the device where you began');
      expect(page).toContain(`<code>${shown}</code>`);
      expect(page).not.toContain('If that is not where you came from');
    }
  });

  proves(['H10', 'C5.number'], 'that is declined redirects with access_denied and iss', async () => {
    const mailed = await requestApproval(await authorize(await newClient()));
    await answerApproval(mailed.link, { decision: 'deny' });
    const { location } = await openPage(mailed);
    expect(parametersOf(location)).toMatchObject({
      error: 'access_denied',
      state: 'the state',
      iss: site.url,
    });
  });

  proves(['H3'], 'leads to the same URLs whatever host the request names', async () => {
    // Not by `fetch`, which always sends its own Host header.
    const forged = [
      'Host: evil.example',
      'Forwarded: host=evil.example',
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Proto: https',
    ];
    const client = await newClient();
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: client.id,
      redirect_uri: client.redirectUri,
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
    });
    const { headers } = await sendRaw([`GET /oauth/authorize?${query} HTTP/1.1`, ...forged]);
    expect(new URL(headers.location ?? '', site.url).href.startsWith(`${site.url}/oauth/authorize/`)).toBe(
      true,
    );
    expect(Object.values(headers).join()).not.toContain('evil');

    const { location, cookie } = await authorize(client);
    const email = newEmail();
    const body = `email=${email}`;
    const lines = [
      `Origin: ${site.url}`,
      `Cookie: ${cookie}`,
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${body.length}`,
    ];
    const answer = await sendRaw([`POST ${new URL(location).pathname} HTTP/1.1`, ...forged, ...lines], body);
    expect(answer.status).toBe(303);
    const mail = await mailTo(email);
    expect(linkIn(mail).startsWith(`${site.url}/approve/`)).toBe(true);
    expect(mail.html).not.toContain('evil');
  });
});
