import { randomUUID } from 'node:crypto';
import { describe, expect } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import { call } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { authorize, connectClient, newClient, REDIRECT_URI, register } from './steps.ts';

const minimal = (more: Record<string, unknown> = {}) => ({
  client_name: `Client ${randomUUID()}`,
  redirect_uris: [REDIRECT_URI],
  token_endpoint_auth_method: 'none',
  ...more,
});

const clientOf = (id: string) =>
  onDatabase((db) =>
    db.collection<{ _id: string; unused_until: Date | null }>('oauth_clients').findOne({ _id: id }),
  );

describe('registration', () => {
  proves(
    ['C5.registration', 'S5.oauth'],
    'returns what is registered, and ignores unknown members',
    async () => {
      const { client_name } = minimal();
      const { status, headers, body } = await register({
        client_name,
        redirect_uris: ['https://client.example/callback'],
        grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope: 'records:read openid',
        logo_uri: 'https://client.example/logo.png',
        software_id: 'x',
        shape: { round: true },
      });
      expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
      expect(body).toEqual({
        client_id: expect.stringMatching(/^client_[\w-]{1,57}$/),
        client_id_issued_at: expect.any(Number),
        client_name,
        redirect_uris: ['https://client.example/callback'],
        application_type: 'web',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      });
      expect(Math.abs(body.client_id_issued_at - Date.now() / 1000)).toBeLessThan(60);
    },
  );

  proves(['C5.registration', 'C5.auth_methods'], 'satisfies a strict client', async () => {
    const server: oauth.AuthorizationServer = {
      issuer: site.url,
      registration_endpoint: `${site.url}/oauth/register`,
    };
    const response = await oauth.dynamicClientRegistrationRequest(
      server,
      { redirect_uris: ['https://client.example/cb'], client_name: 'Strict' },
      { [oauth.allowInsecureRequests]: true },
    );
    const client = await oauth.processDynamicClientRegistrationResponse(response);
    expect(client.token_endpoint_auth_method).toBe('client_secret_basic');
    expect(client.client_secret).toMatch(/^[\w-]{43}$/);
    expect(client.client_secret_expires_at).toBe(0);
    const stored = await onDatabase((db) => db.collection('oauth_clients').find().toArray());
    expect(JSON.stringify(stored)).toContain(client.client_id);
    expect(JSON.stringify(stored)).not.toContain(client.client_secret);
  });

  proves(['H7'], 'registers a client with loopback or private-scheme URIs as native', async () => {
    for (const [redirect_uris, application_type, registered] of [
      [['http://127.0.0.1:3000/cb', 'http://localhost/cb', 'http://[::1]/cb'], undefined, 'native'],
      [['com.example.app:/cb'], undefined, 'native'],
      [['cursor://anysphere.cursor-retrieval/oauth/callback'], undefined, 'native'],
      [['https://client.example/cb', 'http://127.0.0.1/'], undefined, 'native'],
      [['http://localhost:6274/cb'], 'web', 'native'],
      [['cursor://anysphere.cursor-mcp/oauth/callback'], 'web', 'native'],
      [
        [
          'cursor://anysphere.cursor-mcp/oauth/callback',
          'https://www.cursor.com/agents/mcp/oauth/callback',
          'http://localhost:8787/callback',
        ],
        'web',
        'native',
      ],
      [['vscode://ms.vscode/cb'], undefined, 'native'],
      [['raycast://oauth?package_name=diary'], undefined, 'native'],
      [['com.example.app:/oauth'], 'web', 'native'],
      [['https://client.example/cb'], undefined, 'web'],
      [['https://client.example/cb'], 'native', 'native'],
      [['https://localhost:3000/cb'], undefined, 'web'],
    ]) {
      const { status, body } = await register(minimal({ redirect_uris, application_type }));
      expect([redirect_uris, status, body.application_type]).toEqual([redirect_uris, 201, registered]);
      // A registered client can be used.
      const client = { id: body.client_id, redirectUri: body.redirect_uris[0] };
      expect((await authorize(client)).location).toContain('/oauth/authorize/');
    }
  });

  const REFUSED_ADDRESSES: [string, string][] = [
    ['http://client.example/cb', 'plain http'],
    ['http://127.0.0.2/cb', 'plain http beyond the loopback addresses'],
    ['http://localhost.example/cb', 'plain http to a name that begins like one'],
    ['https://*.example.com/cb', 'a wildcard'],
    ['https://client.example/*', 'a wildcard in the path'],
    ['https://client.example/cb#x', 'a fragment'],
    ['https://client.example/cb#', 'an empty fragment'],
    ['javascript:alert(1)', 'a script'],
    ['feed:javascript:alert(1)', 'a script in another scheme'],
    ['https:app.example.org/cb', 'an address without slashes'],
    ['https:///cb', 'an address without a host'],
    ['C:/callback', 'a drive'],
    ['JavaScript:alert(1)', 'a script in other letters'],
    ['data:text/html,x', 'data'],
    ['vbscript:x', 'another script'],
    ['file:///etc/passwd', 'a file'],
    ['blob:https://client.example/x', 'a blob'],
    ['about:blank', 'no address'],
    ['ws://localhost/x', 'a socket'],
    ['https://user:secret@client.example/cb', 'a user'],
    ['https://client.example\\@evil.example/cb', 'a backslash'],
    ['https://client.example/a b', 'a space'],
    ['https://client.example/%zz', 'a broken escape'],
    ['https://client.example/\u202ecb', 'a direction mark'],
    ['/callback', 'a path alone'],
    ['client.example/cb', 'no scheme'],
    ['', 'nothing'],
    [`https://client.example/${'x'.repeat(2000)}`, '2,000 characters'],
  ];
  for (const [address, what] of REFUSED_ADDRESSES)
    proves(['H7'], `refuses a redirect URI with ${what}`, async () => {
      const { status, body } = await register(
        minimal({ redirect_uris: ['https://client.example/ok', address] }),
      );
      expect([status, body.error]).toEqual([400, 'invalid_redirect_uri']);
      expect(body.error_description).toMatch(/^redirect_uris/);
    });

  proves(['H7'], 'says how to write a redirect URI with non-ASCII letters', async () => {
    const { body } = await register(minimal({ redirect_uris: ['https://пример.example/cb'] }));
    expect(body.error_description).toContain('ASCII');
  });

  proves(['H7'], 'says what to do where a home network has no https', async () => {
    const home = ['http://192.168.1.20:3080/cb', 'http://nas.local/cb'];
    for (const address of home) {
      const { status, body } = await register(minimal({ redirect_uris: [address] }));
      expect([address, status, body.error]).toEqual([address, 400, 'invalid_redirect_uri']);
      expect(body.error_description).toMatch(/https address.*POST \/api\/v1\/connect/);
    }
  });

  proves(['C5.registration', 'C5.scopes'], 'takes absent, null and OpenID members as they come', async () => {
    const { status, body } = await register(
      minimal({
        token_endpoint_auth_method: 'client_secret_post',
        client_uri: null,
        scope: null,
        contacts: null,
        application_type: null,
      }),
    );
    expect([status, body.client_secret?.length, body.application_type]).toEqual([201, 43, 'native']);
    for (const scope of ['openid  profile offline_access', ' ', 'meals:eat', 'offline_access']) {
      const client = await newClient({ scope });
      const { scope: granted } = await connectClient({}, { client });
      expect([scope, granted]).toEqual([scope, 'records:read records:write reports:read share:manage']);
    }
  });

  const LIST = 'redirect_uris is required, as a list of addresses';
  const COUNT = 'redirect_uris must have 1 to 20 addresses';
  const IMPLICIT = 'must not include implicit, token, id_token: tokens are only given for a code';
  const CONTROLS = 'client_name must have no control characters or direction marks';
  const REFUSED_METADATA: [Record<string, unknown>, string, string][] = [
    [{ redirect_uris: undefined }, 'no redirect address', LIST],
    [{ redirect_uris: [] }, 'an empty list of them', COUNT],
    [{ redirect_uris: 'https://client.example' }, 'one that is no list', LIST],
    [{ redirect_uris: Array(21).fill('https://client.example') }, 'too many', COUNT],
    [{ redirect_uris: [REDIRECT_URI, 7] }, 'an address that is no text', 'redirect_uris.1 must be text'],
    [{ response_types: ['token'] }, 'the implicit grant', 'response_types must include code'],
    [{ response_types: ['code', 'code id_token'] }, 'a hybrid of it', `response_types ${IMPLICIT}`],
    [{ grant_types: ['authorization_code', 'implicit'] }, 'its grant type', `grant_types ${IMPLICIT}`],
    [
      { grant_types: ['client_credentials'] },
      'no authorization code',
      'grant_types must include authorization_code',
    ],
    [{ grant_types: 'authorization_code' }, 'grant types that are no list', 'grant_types must be a list'],
    [
      { token_endpoint_auth_method: 'private_key_jwt' },
      'a key',
      'token_endpoint_auth_method must be one of none, client_secret_post, client_secret_basic',
    ],
    [{ client_name: 'x'.repeat(81) }, 'a name of 81 characters', 'client_name must have 1 to 80 characters'],
    [
      { client_name: 'a\u0000b' },
      'a NUL in its name',
      'client_name holds a NUL character or half of a surrogate pair',
    ],
    [{ client_name: 'a\nb' }, 'a line break in its name', CONTROLS],
    [{ client_name: 'a\u202eb' }, 'a direction mark in its name', CONTROLS],
    [{ client_name: ' ' }, 'a name that cannot be seen', 'client_name needs at least one visible character'],
    [{ client_name: { $ne: 1 } }, 'a name that is no text', 'client_name must be a string'],
    [
      { application_type: 'desktop' },
      'a type that there is not',
      'application_type must be one of web, native',
    ],
  ];
  for (const [metadata, what, description] of REFUSED_METADATA)
    proves(['H7', 'C5.registration'], `refuses ${what}, and says why`, async () => {
      const { status, body } = await register(minimal(metadata));
      const error = 'redirect_uris' in metadata ? 'invalid_redirect_uri' : 'invalid_client_metadata';
      expect([status, body.error, body.error_description]).toEqual([400, error, description]);
    });

  proves(['C5.registration'], 'refuses anything but a JSON object, in the same format', async () => {
    for (const body of ['{', '[]', '"x"', 'null', '{"client_name":"a","client_name":"b"}']) {
      const answer = await register(body);
      expect([body, answer.status]).toEqual([body, 400]);
      expect(answer.body.error).toMatch(/^invalid_(client_metadata|redirect_uri)$/);
    }
    expect((await register([])).body.error_description).toBe('The metadata must be one JSON object');
    const form = await register('a=b', { headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    expect([form.status, form.body.error]).toEqual([415, 'invalid_client_metadata']);
  });

  proves(['H7'], 'gives identical public clients one id, even concurrently', async () => {
    const metadata = minimal();
    const answers = await Promise.all(Array.from({ length: 10 }, () => register(metadata)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(new Set(answers.map(({ body }) => body.client_id)).size).toBe(1);
    const uris = [`${REDIRECT_URI}/one`, `${REDIRECT_URI}/two`];
    const [listed, reversed] = await Promise.all(
      [uris, [...uris.toReversed(), uris[0]]].map((redirect_uris) =>
        register({ ...metadata, redirect_uris }),
      ),
    );
    expect(listed?.body.client_id).toBe(reversed?.body.client_id);
    const other = await register({ ...metadata, redirect_uris: [`${REDIRECT_URI}/other`] });
    expect(other.body.client_id).not.toBe(answers[0]?.body.client_id);
    const confidential = { ...metadata, token_endpoint_auth_method: 'client_secret_post' };
    const [first, second] = [await register(confidential), await register(confidential)];
    expect(first.body.client_id).not.toBe(second.body.client_id);
  });

  proves(['H7'], 'an unused client expires after 30 days, by time alone; a used one stays', async () => {
    const unused = await newClient();
    const used = await newClient();
    await connectClient({}, { client: used });
    const until = (await clientOf(unused.id))?.unused_until?.getTime() ?? 0;
    expect(Math.abs(until - Date.now() - 30 * 86_400_000)).toBeLessThan(60_000);
    expect((await clientOf(used.id))?.unused_until).toBeNull();
    await onDatabase((db) =>
      db
        .collection<{ _id: string }>('oauth_clients')
        .updateOne({ _id: unused.id }, { $set: { unused_until: new Date(Date.now() - 1000) } }),
    );
    const refused = await authorize(unused);
    expect([refused.status, refused.location]).toEqual([400, '']);
    expect(refused.html).toContain('invalid_client');
    expect((await authorize(used)).status).toBe(303);
  });

  proves(['H7'], 'a used public client stays when it is registered again', async () => {
    const metadata = minimal();
    const { body: client } = await register(metadata);
    await connectClient({}, { client: { id: client.client_id, redirectUri: REDIRECT_URI } });
    expect((await register(metadata)).body.client_id).toBe(client.client_id);
    expect((await clientOf(client.client_id))?.unused_until).toBeNull();
  });

  proves(['C5.registration', 'H10'], 'a client without a name is named after its redirect host', async () => {
    const client = await newClient({ client_name: undefined, redirect_uris: ['https://kitchen.example/cb'] });
    const { access_token } = await connectClient({}, { client });
    const { body } = await call('GET', '/me', { token: access_token });
    expect(body.token.client_name).toBe('kitchen.example');
  });

  proves(['H16'], 'a name with markup is shown as text', async () => {
    const client_name = '<script>alert(1)</script> & "co"';
    const { body } = await register(minimal({ client_name }));
    const signIn = await authorize({ id: body.client_id, redirectUri: REDIRECT_URI });
    const page = await (await fetch(signIn.location, { headers: { cookie: signIn.cookie } })).text();
    expect(page).toContain('&#60;script&#62;alert(1)');
    expect(page).not.toContain('<script>alert');
  });
});
