import { Agent, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { ServiceName } from 'shared/contract/operation.ts';
import { NETWORK_HEADER, PRINCIPAL_HEADER } from 'shared/service/principal.ts';
import { Problem, unavailable } from 'shared/service/problem.ts';
import type { Replica, Replicas } from 'shared/service/replicas.ts';
import { networkOf } from './admission/caller-network.ts';

/** What a service gets of the caller's headers; all others, Forwarded, X-Forwarded-* and cookies among them, end here. */
const PASSED_HEADERS = [
  'accept',
  'accept-language',
  'content-encoding',
  'content-length',
  'content-type',
  'idempotency-key',
  'origin',
  'sec-fetch-site',
  'transfer-encoding',
  'user-agent',
];

const ANSWER_MS = 10_000;

declare global {
  namespace Express {
    interface Locals {
      /** The signed principal, where somebody was authenticated. */
      principal?: string;
      upstream?: Upstream;
    }
  }
}

/** Where a request is being sent to. */
type Upstream = {
  replicas: Replicas;
  replica: Replica;
  retried: boolean;
  timedOut: boolean;
  fail: NextFunction;
};

export type ProxyOptions = {
  /** Headers that the service gets beside `PASSED_HEADERS`. */
  alsoPass?: readonly string[];
};

/** Sends a request to `response.locals.upstream`, and once more to another replica where the first is gone and that is safe. */
const createForward = () => {
  const proxy = createProxyMiddleware<Request, Response>({
    // A service keeps its idle connections for 75 s: ours end first, so that none is closed under a request.
    agent: new Agent({ keepAlive: true, maxFreeSockets: 256, timeout: 60_000 }),
    router: (_request, response) => response?.locals.upstream?.replica ?? {},
    proxyTimeout: ANSWER_MS,
    // Its own plugins log whole addresses, which can hold secrets, and answer errors as text.
    ejectPlugins: true,
    plugins: [
      (server) => {
        server.on('proxyReq', noteTimeout);
        server.on('proxyRes', keepConnectionOurs);
        server.on('error', (error, request, response) => {
          if (request) onError(error, request, response as Response);
        });
      },
    ],
  });

  const onError = (error: Error, request: Request, response: Response): void => {
    const { upstream } = response.locals;
    if (!upstream || response.destroyed) return;
    const { replicas, replica, timedOut, fail } = upstream;
    if (timedOut) {
      replicas.noteTimeout();
      fail(new Problem('timeout', 'A part of the service did not answer within 10 seconds.'));
      return;
    }
    request.log.warn({ err: error }, 'upstream failed');
    replicas.markGone(replica);
    const other = replicas.pick();
    if (!other || upstream.retried || response.headersSent || !isPlainRead(request)) {
      fail(unavailable());
      return;
    }
    Object.assign(upstream, { replica: other, retried: true });
    void proxy(request, response, fail);
  };
  return proxy;
};

/**
 * Makes handlers that send a request on to a service as it is, body unread, and its answer back.
 * `siteUrl` gives the Host that services see, whatever the caller wrote.
 */
export const createProxy = (siteUrl: string, upstreams: ReadonlyMap<ServiceName, Replicas>) => {
  const siteHost = new URL(siteUrl).host;
  const forward = createForward();

  return (owner: ServiceName, { alsoPass = [] }: ProxyOptions = {}): RequestHandler => {
    const replicas = upstreams.get(owner);
    if (!replicas) throw new Error(`nothing is known of the service ${owner}`);
    const passed = [...PASSED_HEADERS, ...alsoPass];
    return (request, response, next) => {
      const replica = replicas.pick();
      if (!replica) throw unavailable();
      request.headers = {
        ...pick(request.headers, passed),
        host: siteHost,
        'x-request-id': String(request.id),
        [NETWORK_HEADER]: networkOf(request.ip),
        ...(response.locals.principal && { [PRINCIPAL_HEADER]: response.locals.principal }),
      };
      response.locals.upstream = { replicas, replica, retried: false, timedOut: false, fail: next };
      void forward(request, response, next);
    };
  };
};

/** What only reads can be asked again; what writes may have been done, and a body is gone once it was sent. */
const isPlainRead = ({ method, headers }: Request): boolean =>
  ['GET', 'HEAD'].includes(method) && !('content-length' in headers) && !('transfer-encoding' in headers);

const pick = (headers: IncomingHttpHeaders, names: string[]): IncomingHttpHeaders => {
  const picked: IncomingHttpHeaders = {};
  for (const name of names) if (headers[name] !== undefined) picked[name] = headers[name];
  return picked;
};

/** The proxy ends a request that took too long like one that was cut off: note which it was. */
const noteTimeout = (upstreamRequest: ClientRequest, _request: Request, response: Response): void => {
  upstreamRequest.once('timeout', () => {
    if (response.locals.upstream) response.locals.upstream.timedOut = true;
  });
  upstreamRequest.once('response', (answer: IncomingMessage) => waitForSlowCaller(upstreamRequest, answer));
};

/** Once a service answers, only its own silence ends the answer: while the caller does not read on, nothing can come from it. */
const waitForSlowCaller = (upstreamRequest: ClientRequest, answer: IncomingMessage): void => {
  const endIfSilent = (): void => {
    if (!answer.isPaused()) upstreamRequest.destroy();
  };
  const { socket } = answer;
  upstreamRequest.removeAllListeners('timeout');
  socket.on('timeout', endIfSilent);
  answer.once('close', () => socket.off('timeout', endIfSilent));
};

/** Whether the caller's connection stays open is between the caller and us. */
const keepConnectionOurs = (answer: IncomingMessage, _request: Request, response: Response): void => {
  delete answer.headers['keep-alive'];
  answer.headers.connection = response.shouldKeepAlive ? 'keep-alive' : 'close';
};
