import { describe, expect } from '@jest/globals';
import fc from 'fast-check';
import { newClient, register } from '../oauth/steps.ts';
import type { Answer } from '../support/client.ts';
import { INTERNALS } from '../support/internals.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { expectNoCrash, expectNoFault, fuzzOptions } from './expectations.ts';
import { HOSTILE_NAMES, hostileText, MARKUP, mutatedForm } from './hostile-text.ts';
import { mutated } from './mutated-json.ts';
import { send } from './send.ts';

expectNoCrash();

/** Expects an OAuth error (RFC 6749, part 5.2), or a problem of the request as a whole. */
const expectRefused = (answer: Answer): void => {
  expectNoFault(answer);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.headers.get('content-type')).toMatch(/^application\/(problem\+)?json/);
  const { error = answer.body.code, error_description = '' } = answer.body;
  expect([error, error_description]).toEqual([
    expect.stringMatching(/^[a-z_]+$/),
    expect.not.stringMatching(INTERNALS),
  ]);
};

/** RFC 3986, and what URL parsers and browsers accept beyond it. */
const address = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'https://client.example/cb',
      'http://127.0.0.1/cb',
      'com.example.app:/cb',
      'https://xn--80ak6aa92e.com/cb',
    ),
  },
  fc
    .tuple(
      fc.constantFrom(
        'https:',
        'http:',
        'javascript:',
        'JAVA\tSCRIPT:',
        'data:',
        'search-ms:',
        'ms-settings:',
        'x:',
        ' https:',
        'https',
        '\u0000https:',
      ),
      fc.constantFrom(
        '//',
        '',
        '/',
        '\\\\',
        '////',
        '//@',
        '//a:b@',
        '//[::1]',
        '//127.1',
        '//0x7f.1',
        '//2130706433',
        '//localhost.',
        '//localhost%00.',
      ),
      fc.oneof(
        hostileText,
        fc.constantFrom(
          'client.example',
          'a.example;script-src',
          "a.example'",
          'a.example,b',
          'a_b.example',
          '%6c',
          '[fe80::1%25x]',
        ),
      ),
      fc.constantFrom('', '/cb', '/*', '#', '?code=1', ':99999/', ':0/', '/%', '/\u202e', '\\@evil.example'),
    )
    .map((parts) => parts.join('')),
);

const metadata = fc.record(
  {
    redirect_uris: fc.array(address, { minLength: 1, maxLength: 3 }),
    client_name: fc.oneof(fc.constant('Fuzz'), hostileText),
    application_type: fc.constantFrom('web', 'native'),
    grant_types: fc.constantFrom(
      ['authorization_code'],
      ['authorization_code', 'refresh_token'],
      ['implicit'],
      [],
    ),
    response_types: fc.constantFrom(['code'], ['token'], []),
    token_endpoint_auth_method: fc.constantFrom(
      'none',
      'client_secret_post',
      'client_secret_basic',
      'private_key_jwt',
    ),
    logo_uri: hostileText,
    jwks_uri: hostileText,
    scope: hostileText,
    software_statement: hostileText,
  },
  { requiredKeys: ['redirect_uris'] },
);

/** A redirect there ends at the client, and a policy that contains it allows nothing else. */
const isSafe = (address: string): boolean => {
  const { protocol, hostname, username, hash } = new URL(address);
  if (username || hash || address.includes('*')) return false;
  if (protocol === 'https:') return /^[\w.-]+$|^\[[\da-f:.]+\]$/.test(hostname);
  if (protocol === 'http:') return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return !/^(java|vb)script:|^(data|file|blob|about|search|ms)\b/.test(protocol);
};

proves(['Z.fuzz', 'H7'], 'whatever is sent, only safe metadata is registered', async () => {
  const property = fc.asyncProperty(
    fc.oneof(
      metadata.map((one) => JSON.stringify(one)),
      mutated(metadata),
    ),
    async (body) => {
      const headers: [string, string][] = [['Content-Type', 'application/json']];
      const answer = await send({ method: 'POST', target: '/oauth/register', headers, body });
      if (answer.status !== 201) return expectRefused(answer);
      expectNoFault(answer);
      const { redirect_uris, client_name = 'none', response_types } = answer.body;
      expect(redirect_uris.filter((one: string) => !isSafe(one))).toEqual([]);
      expect(client_name).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
      expect(response_types).toEqual(['code']);
      const authorize = new URLSearchParams({
        client_id: answer.body.client_id,
        redirect_uri: redirect_uris[0],
        response_type: 'code',
      });
      expectNoFault(await send({ method: 'GET', target: `/oauth/authorize?${authorize}`, headers: [] }));
    },
  );
  await fc.assert(property, fuzzOptions(150));
});

describe('a registered client', () => {
  proves(['Z.fuzz', 'H7'], 'is redirected only to its own URI, whatever the request contains', async () => {
    const redirectUri = 'https://client.example/cb?a=b';
    const client = await newClient({ redirect_uris: [redirectUri] });
    const right = {
      client_id: client.id,
      redirect_uri: redirectUri,
      response_type: 'code',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      scope: 'records:read',
      state: 'the state',
    };
    const others = [
      'resource',
      'prompt',
      'response_mode',
      'request',
      'request_uri',
      'claims',
      'login_hint',
      'ui_locales',
      'max_age',
      'nonce',
      'id_token_hint',
      'dpop_jkt',
      'registration',
      'web_message_uri',
    ];
    const property = fc.asyncProperty(mutatedForm(right, others), async (query) => {
      const answer = await send({
        method: 'GET',
        target: `/oauth/authorize?${query}`,
        headers: [['Accept', 'text/html']],
      });
      expectNoFault(answer);
      expect(answer.text).not.toContain(MARKUP);
      const location = answer.headers.get('location');
      if (!location) return expect([400, 401, 429, 431]).toContain(answer.status);
      if (location.startsWith('/oauth/authorize/'))
        return expect(location).toMatch(/^\/oauth\/authorize\/[\w-]+$/);
      const to = new URL(location);
      expect([`${to.origin}${to.pathname}`, to.searchParams.get('iss')]).toEqual([
        'https://client.example/cb',
        site.url,
      ]);
      expect([to.searchParams.get('code'), to.searchParams.get('error')]).toEqual([
        null,
        expect.stringMatching(/^[a-z_]+$/),
      ]);
    });
    await fc.assert(property, fuzzOptions(150));
  });

  proves(['Z.fuzz', 'H8', 'H9'], 'gets no token without a valid code or refresh token', async () => {
    const [open, confidential] = [
      await newClient(),
      await newClient({ token_endpoint_auth_method: 'client_secret_basic' }),
    ];
    const right = {
      grant_type: 'authorization_code',
      code: 'x'.repeat(43),
      redirect_uri: open.redirectUri,
      code_verifier: 'y'.repeat(43),
      client_id: open.id,
    };
    const others = [
      'refresh_token',
      'token',
      'token_type_hint',
      'client_secret',
      'resource',
      'scope',
      'audience',
      'assertion',
      'client_assertion',
      'client_assertion_type',
      'username',
      'password',
      'subject_token',
      'auth_req_id',
      'device_code',
    ];
    const grant = fc.constantFrom(
      'authorization_code',
      'refresh_token',
      'password',
      'client_credentials',
      'implicit',
      ...HOSTILE_NAMES,
    );
    const credentials = fc.oneof(
      fc.constantFrom(
        `Basic ${btoa(`${confidential.id}:${confidential.secret}`)}`,
        'Basic',
        'Basic %%%',
        'Basic ====',
        `Basic ${btoa('%zz:%zz')}`,
        `Basic ${btoa(':')}`,
        'Bearer x',
        'DPoP x',
      ),
      hostileText.map((text) => `Basic ${Buffer.from(`${text}:${text}`).toString('base64')}`),
    );
    const type = fc.constantFrom(
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded; charset=utf-16',
      'application/json',
      'text/plain',
      'multipart/form-data',
    );
    const property = fc.asyncProperty(
      fc.constantFrom('token', 'revoke'),
      mutatedForm(right, others),
      grant,
      fc.option(credentials),
      fc.oneof({ weight: 4, arbitrary: fc.constant('application/x-www-form-urlencoded') }, type),
      async (endpoint, form, grant_type, authorization, contentType) => {
        const body = `${new URLSearchParams({ grant_type })}&${form}`;
        const headers: [string, string][] = [
          ['Content-Type', contentType],
          ...(authorization ? [['Authorization', authorization] as [string, string]] : []),
        ];
        const answer = await send({
          method: 'POST',
          target: `/oauth/${endpoint}`,
          headers,
          body: grant_type === 'x' ? '' : body,
        });
        if (endpoint === 'revoke' && answer.status === 200) return expect(answer.text).toBe('');
        expectRefused(answer);
      },
    );
    await fc.assert(property, fuzzOptions(200));
  });
});

proves(['H7'], 'a redirect URI that would change a policy is refused', async () => {
  for (const redirect_uri of [
    'https://a.example;script-src/cb',
    'https://a.example,b/cb',
    "https://a.example'/cb",
    'https://a.example"/cb',
    'ms-settings:x',
    'search-ms:x',
    'chrome-extension:x',
  ])
    expect([redirect_uri, (await register({ redirect_uris: [redirect_uri] })).status]).toEqual([
      redirect_uri,
      400,
    ]);
});
