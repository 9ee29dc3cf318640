import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { TLSSocket } from 'node:tls';
import { RESOURCE_PATHS } from 'shared/contract/oauth.ts';
import { SERVICE_NAME } from 'shared/contract/service.ts';
import { CLOCK_AHEAD_MS } from 'shared/deadlines.ts';
import type { CheckName, CheckOutcome } from 'shared/words/en/check.ts';

/** What was found at `address`; `what` is a status, a code, an address, a number of seconds or a day. */
export type Finding = { check: CheckName; outcome: CheckOutcome; address: string; what: string | Date };

/** What is found, and when it was looked at. */
export type SiteFindings = { at: Date; findings: readonly Finding[] };

/** The four questions are asked at once, so this is how long all of them take. */
const ASKED_MS = 3000;
/** How long an answer is shown to everybody: however often the page is opened, a minute has four questions. */
const KEPT_MS = 60_000;
const MAX_BYTES = 64 * 1024;
/** Whoever renews certificates by himself does so a month before their end. */
const ENDS_SOON_MS = 14 * 86_400_000;
/** A client that calls from a page, too. */
const CLIENT_ORIGIN = 'https://claude.ai';
/** What keeps bots out looks for this name. */
const USER_AGENT = `Claude-User (${SERVICE_NAME} asks itself)`;

type Answer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  /** The end of the certificate, where there is one. */
  certificateEnds: Date | undefined;
};
type Failure = { code: string };

type Question = { method: 'GET' | 'POST' | 'OPTIONS'; url: string; headers?: Record<string, string> };

/** Asks, and follows no redirect: nothing is asked but the site. Never throws. */
const ask = async ({ method, url, headers }: Question): Promise<Answer | Failure> => {
  const signal = AbortSignal.timeout(ASKED_MS);
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const request = url.startsWith('https:') ? requestHttps : requestHttp;
      request(url, { method, agent: false, signal, headers: { 'user-agent': USER_AGENT, ...headers } })
        .once('error', reject)
        .once('response', async (response) => {
          const { socket } = response;
          const certificate = socket instanceof TLSSocket ? socket.getPeerCertificate() : undefined;
          const chunks: Buffer[] = [];
          let received = 0;
          try {
            for await (const chunk of response) {
              received += chunk.length;
              if (received > MAX_BYTES) break;
              chunks.push(chunk);
            }
          } catch (error) {
            return reject(error);
          }
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString('utf8'),
            certificateEnds: certificate && new Date(certificate.valid_to),
          });
        })
        .end();
    });
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    return { code: signal.aborted ? 'ETIMEDOUT' : (code ?? name) };
  }
};

type Found = readonly [outcome: CheckOutcome, what?: string | Date];

const isTlsCode = (code: string): boolean => /CERT|SIGNED|SIGNATURE|_TLS_|_SSL_|EPROTO/.test(code);

const failed = ({ code }: Failure): Found => [isTlsCode(code) ? 'tls_refused' : 'unreachable', code];

const connection = (siteUrl: string, answer: Answer | Failure): Found => {
  if ('code' in answer) return failed(answer);
  if (siteUrl.startsWith('http:')) return ['no_tls'];
  const ends = answer.certificateEnds ?? new Date(0);
  return [ends.getTime() - Date.now() < ENDS_SOON_MS ? 'tls_ends_soon' : 'tls_good', ends];
};

/** What a status other than the expected one says, and where a redirect leads, without what it asks for there. */
const otherStatus = ({ status, headers }: Answer, url: string): Found => {
  const target = URL.parse(String(headers.location), url);
  if (status >= 300 && status < 400 && target) return ['redirect', target.origin + target.pathname];
  return [[403, 429, 503].includes(status) ? 'turned_away' : 'status', String(status)];
};

const parsed = (body: string): Record<string, unknown> => {
  try {
    return Object(JSON.parse(body));
  } catch {
    return {};
  }
};

/** A metadata document: `field` names whose it is. */
const document =
  (field: 'resource' | 'issuer', expected: string) =>
  (answer: Answer | Failure, url: string): Found => {
    if ('code' in answer) return failed(answer);
    if (answer.status !== 200) return otherStatus(answer, url);
    const named = parsed(answer.body)[field];
    return named === expected ? ['document_good'] : ['document_other', String(named ?? '…').slice(0, 200)];
  };

const firstCall =
  (metadataUrl: string) =>
  (answer: Answer | Failure, url: string): Found => {
    if ('code' in answer) return failed(answer);
    if (answer.status !== 401) return otherStatus(answer, url);
    const challenge = String(answer.headers['www-authenticate']);
    return [challenge.includes(`resource_metadata="${metadataUrl}"`) ? 'call_good' : 'no_challenge'];
  };

const preflight = (answer: Answer | Failure): Found => {
  if ('code' in answer) return failed(answer);
  const allowed = answer.headers['access-control-allow-origin'];
  const isGood = answer.status < 300 && (allowed === '*' || allowed === CLIENT_ORIGIN);
  return [isGood ? 'origin_good' : 'origin_refused', CLIENT_ORIGIN];
};

const clock = (answer: Answer | Failure): Found => {
  if ('code' in answer) return failed(answer);
  const ahead = Date.parse(String(answer.headers.date)) - Date.now();
  if (Number.isNaN(ahead)) return ['no_date'];
  // What services sign for each other may come from so far ahead.
  if (Math.abs(ahead) <= CLOCK_AHEAD_MS) return ['clock_good'];
  return ['clock_off', String(Math.round(Math.abs(ahead) / 1000))];
};

const look = async (siteUrl: string): Promise<SiteFindings> => {
  const mcpUrl = siteUrl + RESOURCE_PATHS.mcp;
  const metadataUrl = `${siteUrl}/.well-known/oauth-protected-resource${RESOURCE_PATHS.mcp}`;
  const serverUrl = `${siteUrl}/.well-known/oauth-authorization-server`;
  const [resource, server, call, options] = await Promise.all([
    ask({ method: 'GET', url: metadataUrl }),
    ask({ method: 'GET', url: serverUrl }),
    ask({ method: 'POST', url: mcpUrl, headers: { 'content-type': 'application/json' } }),
    ask({
      method: 'OPTIONS',
      url: mcpUrl,
      headers: {
        origin: CLIENT_ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,mcp-protocol-version',
      },
    }),
  ]);
  const finding = (check: CheckName, address: string, [outcome, what = '']: Found): Finding => ({
    check,
    outcome,
    address,
    what,
  });
  return {
    at: new Date(),
    findings: [
      finding('connection', siteUrl, connection(siteUrl, call)),
      finding('resource', metadataUrl, document('resource', mcpUrl)(resource, metadataUrl)),
      finding('server', serverUrl, document('issuer', siteUrl)(server, serverUrl)),
      finding('mcp', mcpUrl, firstCall(metadataUrl)(call, mcpUrl)),
      finding('origin', mcpUrl, preflight(options)),
      finding('clock', mcpUrl, clock(call)),
    ],
  };
};

/**
 * What a client sees of the site (`C8.check`): asks `siteUrl` and nothing else. An answer is kept for a minute, and those who come
 * meanwhile wait for the same one, so that nobody makes the site ask itself more often.
 */
export const createSiteCheck = (siteUrl: string): (() => Promise<SiteFindings>) => {
  let kept: { since: number; findings: Promise<SiteFindings> } | undefined;
  return () => {
    if (!kept || performance.now() - kept.since > KEPT_MS)
      kept = { since: performance.now(), findings: look(siteUrl) };
    return kept.findings;
  };
};
