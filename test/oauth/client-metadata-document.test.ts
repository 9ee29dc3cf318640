import { randomUUID } from 'node:crypto';
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http';
import { describe, expect } from '@jest/globals';
import { hashSecret } from 'shared/process/keys.ts';
import { createArtifactStore } from '../../services/auth/src/access/artifact-store.ts';
import { InvalidMetadata } from '../../services/auth/src/oauth/client-metadata.ts';
import { describeRefusal } from '../../services/auth/src/oauth/describe-refusal.ts';
import { createMetadataFetch, readDocument } from '../../services/auth/src/oauth/fetch-client-metadata.ts';
import { call } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { listen } from '../support/listen.ts';
import { proves } from '../support/proves.ts';
import { authorize, connectClient, refresh } from './steps.ts';

const REDIRECT_URI = 'https://client.example/callback';

/** The answer of a real server, as the fetch receives it. */
const answerOf = async (listener: RequestListener, signal?: AbortSignal): Promise<IncomingMessage> => {
  const server = createServer(listener);
  const port = await listen(server);
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent: false, ...(signal && { signal }) }, (response) => {
      response.once('close', () => server.close());
      resolve(response);
    }).once('error', reject);
  });
};

describe("the answer of a client's host", () => {
  const document = { client_id: 'https://client.example/client.json', redirect_uris: [REDIRECT_URI] };
  const json =
    (body: unknown, status = 200): RequestListener =>
    (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };

  proves(['H11'], 'is accepted for what a client may set itself', async () => {
    const more = { client_secret: 'x', jwks_uri: 'https://10.0.0.1/', client_name: 'Named' };
    expect(await readDocument(await answerOf(json({ ...document, ...more })))).toEqual({
      ...document,
      client_name: 'Named',
      application_type: 'web',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
  });

  proves(['H11'], 'is accepted where it has a way without a secret among others', async () => {
    // As the document of ChatGPT: with a server that takes signed assertions it would use those.
    const methods = {
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    };
    expect(await readDocument(await answerOf(json({ ...document, ...methods })))).toMatchObject({
      ...document,
      token_endpoint_auth_method: 'none',
    });
  });

  const refusals: [string, RequestListener, RegExp][] = [
    [
      'a redirect',
      (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end(),
      /answered with 302/,
    ],
    ['nothing of the kind', json(document, 404), /answered with 404/],
    ['more than 10 KB', json({ ...document, padding: 'x'.repeat(11_000) }), /too large/],
    [
      'more than 10 KB without saying so',
      (_request, response) => {
        for (let part = 0; part < 20; part += 1) response.write(' '.repeat(1000));
        response.end(JSON.stringify(document));
      },
      /too large/,
    ],
    [
      'a confidential client',
      json({ ...document, token_endpoint_auth_method: 'client_secret_post' }),
      /secret/,
    ],
    [
      'a client that only signs assertions',
      json({ ...document, token_endpoint_auth_method: 'private_key_jwt' }),
      /token_endpoint_auth_method/,
    ],
    [
      'a plain redirect address',
      json({ ...document, redirect_uris: ['http://client.example'] }),
      /redirect_uris/,
    ],
    ['a name of 81 characters', json({ ...document, client_name: 'x'.repeat(81) }), /client_name/],
    ['a list', json([document]), /redirect_uris/],
    ['no JSON', (_request, response) => response.end('{"client_id":'), /not JSON/],
    ['null', json(null), /redirect_uris/],
  ];
  for (const [what, listener, fault] of refusals)
    proves(['H11', 'H7'], `is refused where it is ${what}`, async () => {
      const refusal = await readDocument(await answerOf(listener)).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ message: expect.stringMatching(fault) });
      expect(refusal).toBeInstanceOf(InvalidMetadata);
    });

  for (const status of [408, 425, 429, 503])
    proves(
      ['H11', 'C5.refresh'],
      `is not refused where its host answers ${status}: it is only not there now`,
      async () => {
        const failure = await readDocument(await answerOf(json(document, status))).catch(
          (error: unknown) => error,
        );
        expect(failure).toBeInstanceOf(Error);
        expect(failure).not.toBeInstanceOf(InvalidMetadata);
      },
    );

  proves(['H11'], 'is refused with a reason, but network errors are not disclosed', () => {
    const refusedFor = (cause: Error) => describeRefusal(new Error('', { cause }), 'fetch failed');
    expect(refusedFor(new InvalidMetadata('invalid_redirect_uri', 'redirect_uris.0 must be https'))).toBe(
      'fetch failed: redirect_uris.0 must be https',
    );
    expect(refusedFor(new Error('connect ECONNREFUSED 192.0.2.1:8443'))).toBe('fetch failed');
  });

  proves(['H11'], 'is given up at the time limit', async () => {
    const stop = new AbortController();
    const stalled: RequestListener = (_request, response) => {
      response.writeHead(200).write('{');
    };
    const reading = readDocument(await answerOf(stalled, stop.signal));
    stop.abort();
    await expect(reading).rejects.toThrow();
  });
});

/** For how many hours a document is still kept. */
const hoursKept = (id: string): Promise<number> =>
  onDatabase(async (db) => {
    const found = await createArtifactStore(db).find('ClientMetadata', id);
    return Math.round((Number(found?.expires_at) - Date.now()) / 3_600_000);
  });

describe('a client known by its metadata document', () => {
  proves(['H11', 'C5.refresh'], 'still works while the host of its document is down', async () => {
    // The name resolves nowhere (RFC 2606): only the stored metadata is there.
    const id = `https://client.invalid/${Date.now()}.json`;
    const client = { id, redirectUri: 'http://127.0.0.1:7777/callback' };
    expect((await authorize(client)).status).toBe(400);
    await onDatabase((db) =>
      createArtifactStore(db).put('ClientMetadata', id, {
        client_id: id,
        client_name: 'By document',
        redirect_uris: ['http://127.0.0.1/callback'],
        application_type: 'native',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        exp: Math.floor(Date.now() / 1000) + 3600,
      }),
    );
    const { access_token, refresh_token } = await connectClient({}, { client });
    const { body } = await call('GET', '/me', { token: access_token });
    expect(body.token.client_name).toBe('By document');
    expect((await refresh(client, refresh_token)).status).toBe(200);
    // It was kept for an hour until the client had a token.
    expect(await hoursKept(id)).toBe(180 * 24);
  });
});

describe('a document that was read before', () => {
  const documentAt = (id: string): RequestListener => {
    const document = { client_id: id, client_name: 'Read before', redirect_uris: [REDIRECT_URI] };
    return (_request, response) => response.end(JSON.stringify(document));
  };
  const gone: RequestListener = (_request, response) => response.writeHead(404).end();
  const down: RequestListener = (_request, response) => response.writeHead(503).end();
  const newId = () => `https://client.example/${randomUUID()}.json`;

  /** Fetches a document once from each host in turn, and gives the client's name, or what went wrong. */
  const fetchFrom = (
    id: string,
    hosts: RequestListener[],
    mayRefetch: () => Promise<boolean> = async () => true,
  ): Promise<string[]> =>
    onDatabase(async (db) => {
      const outcomes: string[] = [];
      for (const host of hosts) {
        const fetchMetadata = createMetadataFetch(createArtifactStore(db), mayRefetch, () => answerOf(host));
        const document = fetchMetadata(id).then(
          (response) => response.json() as Promise<{ client_name: string }>,
        );
        outcomes.push(await document.then(({ client_name }) => client_name).catch(({ message }) => message));
      }
      return outcomes;
    });

  proves(['H11'], 'is used while its host is down, but never again once its host took it back', async () => {
    const id = newId();
    expect(await fetchFrom(id, [down, documentAt(id), down, gone, down, documentAt(id), down])).toEqual([
      'the host is down',
      'Read before',
      'Read before',
      'the host answered with 404',
      'the host is down',
      'Read before',
      'Read before',
    ]);
  });

  proves(
    ['H11', 'C5.refresh'],
    'stays in use while a firewall of its host answers in its place',
    async () => {
      const id = newId();
      const page: RequestListener = (_request, response) => response.end('<!DOCTYPE html>Are you human?');
      const refusing = [302, 401, 403].map(
        (status): RequestListener =>
          (_request, response) =>
            response.writeHead(status).end(),
      );
      const hosts = [documentAt(id), page, ...refusing, page];
      expect(await fetchFrom(id, hosts)).toEqual(hosts.map(() => 'Read before'));
    },
  );

  proves(['H7', 'H11'], 'is kept for 30 days, and longer once somebody has approved its client', async () => {
    const id = newId();
    await fetchFrom(id, [documentAt(id), documentAt(id)]);
    expect(await hoursKept(id)).toBe(30 * 24);
    await onDatabase((db) => createArtifactStore(db).keepDocument(id));
    expect(await hoursKept(id)).toBe(180 * 24);
    await fetchFrom(id, [documentAt(id)]);
    expect(await hoursKept(id)).toBe(180 * 24);
  });

  proves(['H7', 'H11'], 'is not used once its time is over, although it is still stored', async () => {
    const id = newId();
    await fetchFrom(id, [documentAt(id)]);
    await onDatabase((db) =>
      db
        .collection<{ _id: string }>('oauth_artifacts')
        .updateOne({ _id: hashSecret(id) }, { $set: { expires_at: new Date(Date.now() - 1000) } }),
    );
    expect(await fetchFrom(id, [down])).toEqual(['the host is down']);
  });

  proves(['Z.limits', 'H11'], 'is not fetched again beyond the limit, and stays in use', async () => {
    const id = newId();
    const never = async () => false;
    expect(await fetchFrom(id, [documentAt(id), gone, gone], never)).toEqual(Array(3).fill('Read before'));
  });
});
