import type { IncomingHttpHeaders } from 'node:http';
import { PassThrough } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import {
  type Assistant,
  createPrincipalSigner,
  NETWORK_HEADER,
  type Person,
  PRINCIPAL_HEADER,
} from 'shared/calls/principal.ts';
import { type Replicas, serviceAgent } from 'shared/calls/replicas.ts';
import type { ServiceName } from 'shared/contract/operation.ts';
import { hasBody } from 'shared/http/has-body.ts';
import type { Keys } from 'shared/process/keys.ts';
import { limitConcurrency } from 'shared/process/limit-concurrency.ts';
import { takeTurn, turnsOfEach } from 'shared/process/take-turn.ts';
import type { Agent, Dispatcher } from 'undici';
import { networkOf } from '../edge/caller-network.ts';

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
  'user-agent',
];

const ANSWER_MS = 10_000;
/** An address of 16 KiB, each byte of it escaped, fits into the Location of an answer. */
const ANSWER_HEADER_BYTES = 64 * 1024;

/** A person's own pages. Apart from the assistants' calls: a download takes as long as the browser likes. */
const pageTurnsOf = turnsOfEach(4);

declare global {
  namespace Express {
    interface Locals {
      /** Who was authenticated, if anybody. */
      principal?: Assistant | Person;
    }
  }
}

/** The services behind the gateway. */
export type Upstreams = Readonly<Record<Exclude<ServiceName, 'gateway'>, Replicas>>;

/**
 * Makes handlers that forward a request to a service, and send its answer back. Method, target and body go on as they came, the
 * body unread; of the headers only those that a service gets, with the caller's principal and network and the request's id added.
 * `siteUrl` gives the Host that services see, whatever the caller wrote.
 */
export const createProxy = (siteUrl: string, keys: Keys, upstreams: Upstreams) => {
  const siteHost = new URL(siteUrl).host;
  const sign = createPrincipalSigner(keys);
  // While the caller does not read on, the agent counts no silence against the service.
  const agent = serviceAgent({
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
    maxHeaderSize: ANSWER_HEADER_BYTES,
  });

  /** `alsoPass` are headers that the service gets beside `PASSED_HEADERS`. */
  return (owner: keyof Upstreams, alsoPass: readonly string[]): RequestHandler => {
    const replicas = upstreams[owner];
    const passed = [...PASSED_HEADERS, ...alsoPass];
    return async (request, response) => {
      const { principal } = response.locals;
      const headers = {
        ...pick(request.headers, passed),
        host: siteHost,
        'x-request-id': request.id,
        [NETWORK_HEADER]: networkOf(request.ip),
        ...(principal && { [PRINCIPAL_HEADER]: sign(principal) }),
      };
      const send = (origin: string): Promise<void> =>
        relay(agent, response, {
          origin,
          method: request.method as 'GET',
          path: request.originalUrl,
          headers,
          body: hasBody(request) ? new PassThrough() : null,
        }).catch((error) => {
          if (!response.headersSent) throw error;
          // Half an answer cannot be taken back. The service may be another process by now, so it is not left out.
          replicas.noteFailure(error);
          response.destroy(error);
        });
      const onlyReads = isPlainRead(request);
      const answer = () => replicas.call(send, { onlyReads });
      // Otherwise a service would take up a hundred concurrent requests of one account before everybody else's. Services limit
      // operations again (`route.ts`), because mcp calls them directly.
      if (!principal || !onlyReads) return answer();
      const reader = `${owner} ${principal.account.id}`;
      await (principal.kind === 'assistant'
        ? limitConcurrency(reader, response, answer)
        : takeTurn(pageTurnsOf(reader), answer));
    };
  };
};

/**
 * Sends a request to a service and writes the answer to `response` as it comes, no faster than the caller reads. Resolves when
 * the answer is written, or when the caller has left, which cancels the call too. Throws undici's errors; part of the answer
 * may be written by then. Uses undici's `dispatch`, because its `stream` costs a third of a bare proxy more.
 */
const relay = (
  agent: Agent,
  response: Response,
  options: Dispatcher.DispatchOptions & { body: PassThrough | null },
): Promise<void> =>
  new Promise((resolve, reject) => {
    agent.dispatch(options, {
      onRequestStart: (service) => {
        const end = () => {
          resolve();
          if (!response.writableFinished) service.abort(new Error('the caller left'));
        };
        if (response.destroyed) return end();
        response.once('close', end).on('drain', () => service.resume());
        // Not earlier: what never reached a service can be sent to another. What a service that has already answered does not read
        // is discarded, so that the caller's next request can follow.
        if (options.body) response.req.pipe(options.body).once('close', () => response.req.resume());
      },
      onResponseStart: (_service, status, headers) => {
        // 1xx only says that the answer is still to come (RFC 9110, 15.2).
        if (status >= 200) response.writeHead(status, endToEnd(headers));
      },
      onResponseData: (service, chunk) => {
        if (!response.write(chunk)) service.pause();
      },
      onResponseEnd: () => {
        response.end();
        resolve();
      },
      onResponseError: (_service, error) => reject(error),
    });
  });

/** A read can be sent again; a write may have been done, and a body is gone once it was sent. */
const isPlainRead = (request: Request): boolean =>
  ['GET', 'HEAD'].includes(request.method) && !hasBody(request);

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
