import type { ClientRequest, IncomingHttpHeaders } from 'node:http';
import { PassThrough } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { lateAnswer } from 'shared/calls/call-failure.ts';
import {
  type Assistant,
  createPrincipalSigner,
  NETWORK_HEADER,
  type Person,
  PRINCIPAL_HEADER,
} from 'shared/calls/principal.ts';
import type { Replicas } from 'shared/calls/replicas.ts';
import { onlyReads } from 'shared/contract/methods.ts';
import type { ServiceName } from 'shared/contract/operation.ts';
import { GATEWAY_WAIT_MS } from 'shared/deadlines.ts';
import { hasBody } from 'shared/http/has-body.ts';
import type { Keys } from 'shared/process/keys.ts';
import { limitConcurrency } from 'shared/process/limit-concurrency.ts';
import { takeTurn, turnsOfEach } from 'shared/process/take-turn.ts';
import { TURNS } from 'shared/turns.ts';
import { networkOf } from '../edge/caller-network.ts';
import { ForwardingAgent } from './forwarding-agent.ts';
import { ALSO_PASSED, PASSED_HEADERS } from './passed-headers.ts';

/** An address of 16 KiB, each byte of it escaped, fits into the Location of an answer. */
const ANSWER_HEADER_BYTES = 64 * 1024;

/** A person's own pages. Apart from the assistants' calls: a download takes as long as the browser likes. */
const pageTurnsOf = turnsOfEach(TURNS.pages);

declare global {
  namespace Express {
    interface Locals {
      /** Who was authenticated, if anybody. */
      principal?: Assistant | Person;
      /** The call that the request is forwarded by. */
      serviceCall?: ServiceCall;
    }
  }
}

/** The services behind the gateway. */
export type Upstreams = Readonly<Record<Exclude<ServiceName, 'gateway'>, Replicas>>;

/** A call to a process of a service, at `origin`. `body` is what is sent of the caller's; `settle` and `fail` end the call. */
type ServiceCall = {
  origin: string;
  body: PassThrough | undefined;
  settle(): void;
  fail(error: unknown): void;
};

/**
 * Makes handlers that forward a request to a service, and send its answer back. Method, target and body go on as they came, the
 * body unread; of the headers only those that a service gets, with the caller's principal and network and the request's id added.
 * `siteUrl` gives the Host that services see, whatever the caller wrote.
 */
export const createProxy = (siteUrl: string, keys: Keys, upstreams: Upstreams) => {
  const siteHost = new URL(siteUrl).host;
  const sign = createPrincipalSigner(keys);
  const proxy = createProxyMiddleware<Request, Response>({
    agent: new ForwardingAgent(),
    router: (_request, response, options) => {
      const { origin = '', body } = response?.locals.serviceCall ?? {};
      if (body) options.buffer = body;
      // httpxy writes the options of each call to node:http into this, and has none for what is here.
      options.ssl = { maxHeaderSize: ANSWER_HEADER_BYTES };
      return origin;
    },
    // Else it would write hop-by-hop headers.
    selfHandleResponse: true,
    // The default ones make a URL of each answer for a log that is off, and answer errors themselves.
    ejectPlugins: true,
    plugins: [
      (server) =>
        server
          .on('proxyReq', (serviceRequest, _request, response) => {
            limitSilence(serviceRequest, response);
            sendBody(serviceRequest, response);
          })
          .on('proxyRes', (answer, _request, response) => {
            response.writeHead(answer.statusCode as number, endToEnd(answer.headers));
            answer.pipe(response);
          })
          .on('end', (_request, { locals }) => locals.serviceCall?.settle())
          .on('error', (error, request) => request?.res?.locals.serviceCall?.fail(error)),
    ],
  });

  /** `to` says which headers the service gets beside those that all get. */
  return (owner: keyof Upstreams, to: keyof typeof ALSO_PASSED): RequestHandler => {
    const replicas = upstreams[owner];
    const passed = [...PASSED_HEADERS, ...ALSO_PASSED[to]];
    return async (request, response) => {
      const { principal } = response.locals;
      // The library passes on whatever is here. It tells nobody of a request with Expect, so removing headers later is too late.
      request.headers = {
        ...pick(request.headers, passed),
        host: siteHost,
        'x-request-id': request.id,
        [NETWORK_HEADER]: networkOf(request.ip),
        ...(principal && { [PRINCIPAL_HEADER]: sign(principal) }),
      };
      /** Resolves when the answer is written, or when the caller has left, which ends the call too. */
      const send = async (origin: string): Promise<void> => {
        // Its response would not tell once more that it is closed.
        if (response.destroyed) return;
        const { promise, resolve: settle, reject: fail } = Promise.withResolvers<void>();
        const body = hasBody(request) ? new PassThrough() : undefined;
        response.locals.serviceCall = { origin, body, settle, fail };
        proxy(request, response, fail).then(settle);
        try {
          await promise;
        } catch (error) {
          if (!response.headersSent) throw error;
          // Half an answer cannot be taken back. The service may be another process by now, so it is not left out.
          replicas.noteFailure(error);
          response.destroy(error as Error);
        }
      };
      // httpxy adds listeners with each attempt: with those of log, metrics and traces Node would warn of a leak.
      response.setMaxListeners(0);
      const canRepeat = isPlainRead(request);
      const answer = () => replicas.call(send, { onlyReads: canRepeat });
      // Otherwise a service would take up a hundred concurrent requests of one account before everybody else's. Services limit
      // operations again (`route.ts`), because mcp calls them directly.
      if (!principal || !canRepeat) return answer();
      const reader = `${owner} ${principal.account.id}`;
      await (principal.kind === 'assistant'
        ? limitConcurrency(reader, response, answer)
        : takeTurn(pageTurnsOf(reader), answer));
    };
  };
};

/**
 * Ends a call whose service is silent for 10 s, with `lateAnswer`. A caller that reads no further, or has not sent all of its body
 * yet, may take longer: `proxyTimeout` would cut it off.
 */
const limitSilence = (serviceRequest: ClientRequest, response: Response): void => {
  const { socket } = serviceRequest;
  const check = () => {
    const waitsForCaller = response.headersSent
      ? response.writableNeedDrain
      : !response.req.complete && !serviceRequest.writableNeedDrain;
    if (waitsForCaller) socket?.setTimeout(GATEWAY_WAIT_MS);
    else serviceRequest.destroy(lateAnswer());
  };
  socket?.setTimeout(GATEWAY_WAIT_MS).on('timeout', check);
  // The agent keeps the connection.
  serviceRequest.once('close', () => socket?.off('timeout', check));
};

/**
 * Begins to read the caller's body once there is a connection: what never reached a service can be sent to another. What a service
 * does not read is discarded, so that the caller's next request can follow.
 */
const sendBody = (serviceRequest: ClientRequest, response: Response): void => {
  const { body } = response.locals.serviceCall ?? {};
  if (!body) return;
  // A service that closes a connection with bytes in it resets it, and an early answer would be lost.
  serviceRequest.setHeader('connection', 'keep-alive');
  const begin = () => {
    response.req.pipe(body);
    serviceRequest.once('close', () => response.req.unpipe(body).resume());
  };
  if (serviceRequest.reusedSocket) begin();
  else serviceRequest.socket?.once('connect', begin);
};

/** A read can be sent again; a write may have been done, and a body is not kept once it was sent. */
const isPlainRead = (request: Request): boolean => onlyReads(request.method) && !hasBody(request);

const pick = (headers: IncomingHttpHeaders, names: string[]): IncomingHttpHeaders => {
  const picked: IncomingHttpHeaders = {};
  for (const name of names) if (headers[name] !== undefined) picked[name] = headers[name];
  return picked;
};

/** Without the hop-by-hop headers (RFC 9110, 7.6.1): what becomes of the caller's connection is ours to say. */
const endToEnd = ({
  connection: _connection,
  'keep-alive': _keepAlive,
  'transfer-encoding': _transferEncoding,
  ...headers
}: IncomingHttpHeaders): IncomingHttpHeaders => headers;
