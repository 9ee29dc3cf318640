import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, request, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { freePort } from 'engines/ports.ts';
import { createSiteCheck } from '../../services/auth/src/check/check-site.ts';
import { makeCertificate } from '../support/certificate.ts';
import { listen } from '../support/listen.ts';
import { proves } from '../support/proves.ts';
import { type ServiceSet, startSet } from '../support/set.ts';
import { closeBrowser, LANGUAGES, visit } from './browser.ts';

/** What a proxy does with an answer of the gateway before it is sent on; true where it has answered itself. */
type Meddles = (path: string, response: ServerResponse, headers: IncomingHttpHeaders) => boolean | undefined;

const folder = mkdtempSync(join(tmpdir(), 'check-'));
const trusted = makeCertificate(folder, 'trusted');
const trustedBefore = getCACertificates('default');

let meddles: Meddles = () => false;
/** What the server behind the proxy was asked by itself. */
const asked: string[] = [];
let gatewayPort: number;
let set: ServiceSet;
let front: Server;

/** A proxy that terminates TLS. */
const startFront = async (certificate = trusted): Promise<Server> => {
  const server = createServer(certificate, ({ method, url = '', headers }, response) => {
    if (String(headers['user-agent']).startsWith('Claude-User')) asked.push(`${method} ${url}`);
    const options = { host: '127.0.0.1', port: gatewayPort, method, path: url, headers };
    const forwarded = request(options, (answer) => {
      if (meddles(url, response, answer.headers)) return answer.destroy();
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy()).end();
  });
  await listen(server);
  return server;
};

const urlOf = (server: Server): string => `https://localhost:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  setDefaultCACertificates([...trustedBefore, String(trusted.cert)]);
  gatewayPort = await freePort(10_000);
  front = await startFront();
  const env = {
    SITE_URL: urlOf(front),
    PORT: String(gatewayPort),
    ALLOWED_ORIGINS: 'https://claude.ai',
    NODE_EXTRA_CA_CERTS: join(folder, 'trusted.pem'),
  };
  set = await startSet({ port: gatewayPort, env });
});

afterAll(async () => {
  await closeBrowser();
  await set?.stop();
  front?.closeAllConnections();
  front?.close();
  setDefaultCACertificates(trustedBefore);
  rmSync(folder, { recursive: true });
});

/** What is found at a site, by what it concerns, while the proxy meddles. */
const found = async (siteUrl = urlOf(front), meddling: Meddles = () => false) => {
  meddles = meddling;
  const { findings } = await createSiteCheck(siteUrl)();
  meddles = () => false;
  return Object.fromEntries(findings.map(({ check, outcome, what }) => [check, [outcome, what]]));
};

const GOOD = {
  connection: ['tls_good', expect.any(Date)],
  resource: ['document_good', ''],
  server: ['document_good', ''],
  mcp: ['call_good', ''],
  origin: ['origin_good', 'https://claude.ai'],
  clock: ['clock_good', ''],
};

proves(['C8.check'], 'nothing is amiss with a site behind a proxy that does its work', async () => {
  expect(await found()).toEqual(GOOD);
});

const answer =
  (status: number, headers: Record<string, string> = {}): Meddles =>
  (_path, response) => {
    response.writeHead(status, headers).end('no');
    return true;
  };

/** Only for what lies below a path. */
const below =
  (path: string, meddling: Meddles): Meddles =>
  (asked, ...rest) =>
    asked.startsWith(path) && meddling(asked, ...rest);

const cases: [string, Meddles, object][] = [
  [
    'keeps bots from /mcp',
    below('/mcp', answer(403)),
    { mcp: ['turned_away', '403'], origin: ['origin_refused', 'https://claude.ai'] },
  ],
  [
    'takes the challenge away',
    (_path, _response, headers) => {
      delete headers['www-authenticate'];
      return false;
    },
    { mcp: ['no_challenge', ''] },
  ],
  [
    'has no /.well-known/',
    below('/.well-known/', answer(404)),
    { resource: ['status', '404'], server: ['status', '404'] },
  ],
  [
    'sends an hour that is not ours',
    (_path, _response, headers) => {
      headers.date = new Date(Date.now() + 3_600_000).toUTCString();
      return false;
    },
    { clock: ['clock_off', expect.stringMatching(/^3(599|600)$/)] },
  ],
  [
    'sends a page of its own',
    below('/.well-known/', answer(200)),
    { resource: ['document_other', '…'], server: ['document_other', '…'] },
  ],
  [
    'never ends an answer',
    below('/.well-known/', (_path, response) => {
      response.write('x'.repeat(200_000));
      return true;
    }),
    { resource: ['document_other', '…'], server: ['document_other', '…'] },
  ],
];
for (const [does, meddling, expected] of cases)
  proves(['C8.check'], `tells of a proxy that ${does}`, async () => {
    expect(await found(urlOf(front), meddling)).toEqual({ ...GOOD, ...expected });
  });

proves(['C8.check'], 'says where a redirect leads, and does not follow it', async () => {
  const elsewhere = await startFront();
  const before = asked.length;
  const location = `${urlOf(elsewhere)}/there?secret=1`;
  const findings = await found(urlOf(front), answer(301, { location }));
  expect(findings).toMatchObject({
    resource: ['redirect', `${urlOf(elsewhere)}/there`],
    mcp: ['redirect', `${urlOf(elsewhere)}/there`],
  });
  // The four questions, none of them to the other server.
  expect(asked.length - before).toBe(4);
  elsewhere.close();
});

proves(['C8.check'], 'tells of an address that is not SITE_URL', async () => {
  const other = await startFront();
  const findings = await found(urlOf(other));
  expect(findings).toMatchObject({
    resource: ['document_other', `${urlOf(front)}/mcp`],
    server: ['document_other', urlOf(front)],
    mcp: ['no_challenge', ''],
  });
  other.close();
});

proves(['C8.check'], 'tells of certificates that end soon or that nobody trusts', async () => {
  const brief = makeCertificate(folder, 'brief', 'localhost', 3);
  setDefaultCACertificates([...trustedBefore, String(trusted.cert), String(brief.cert)]);
  const [ending, foreign] = [await startFront(brief), await startFront(makeCertificate(folder, 'foreign'))];
  expect((await found(urlOf(ending))).connection).toEqual(['tls_ends_soon', expect.any(Date)]);
  expect((await found(urlOf(foreign))).connection).toEqual(['tls_refused', 'DEPTH_ZERO_SELF_SIGNED_CERT']);
  expect((await found(`http://127.0.0.1:${gatewayPort}`)).connection).toEqual(['no_tls', '']);
  ending.close();
  foreign.close();
});

proves(['C8.check'], 'waits a few seconds at most for a site that is silent or down', async () => {
  const began = performance.now();
  const silent = await found(urlOf(front), () => true);
  expect(performance.now() - began).toBeLessThan(5000);
  for (const finding of Object.values(silent)) expect(finding).toEqual(['unreachable', 'ETIMEDOUT']);
  const down = await found(`https://localhost:${await freePort()}`);
  for (const finding of Object.values(down)) expect(finding).toEqual(['unreachable', 'ECONNREFUSED']);
});

proves(
  ['C8.check', 'C8.languages'],
  'the page says it in words, and the site asks itself once however often it is opened',
  async () => {
    const before = asked.length;
    const gateway = `http://localhost:${gatewayPort}`;
    const pages = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        fetch(`${gateway}/check?language=${LANGUAGES[index % LANGUAGES.length]}`).then((page) => page.text()),
      ),
    );
    for (const page of pages) {
      expect(page).toContain(`${urlOf(front)}/mcp`);
      expect(page.match(/<strong>(Works|Funciona|Работает)<\/strong>/g)).toHaveLength(6);
    }
    expect(asked.slice(before).sort()).toEqual([
      'GET /.well-known/oauth-authorization-server',
      'GET /.well-known/oauth-protected-resource/mcp',
      'OPTIONS /mcp',
      'POST /mcp',
    ]);
    const { page, origins, close } = await visit();
    await page.goto(`${gateway}/check?language=es`);
    expect(await page.locator('#clock').textContent()).toContain('tienen la misma hora');
    expect(await page.locator('form, main input:not([readonly])').count()).toBe(0);
    expect([...origins]).toEqual([gateway]);
    await close();
  },
);
