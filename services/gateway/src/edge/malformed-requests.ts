import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ALL_METHODS, allowed } from 'shared/contract/methods.ts';
import { Problem } from 'shared/contract/problem.ts';
import { INSTRUCTIONS_VERSION } from 'shared/contract/service.ts';
import { presentProblem } from 'shared/http/problem.ts';
import { uuidv7 } from 'uuidv7';

const anyOf = new Intl.ListFormat('en-GB', { type: 'disjunction' });

const ANSWERS: Record<string, Problem> = {
  HPE_HEADER_OVERFLOW: new Problem('payload_too_large', 'Address and headers exceed 16 KiB.', {
    status: 431,
  }),
  HPE_INVALID_METHOD: new Problem(
    'validation_failed',
    `This does not begin with a method that is served: ${anyOf.format(allowed(ALL_METHODS))}, in capitals.`,
  ),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem('timeout', 'The request took too long to arrive.', { status: 408 }),
};
const LINGER_MS = 5000;
const MALFORMED = new Problem('validation_failed', 'This is not valid HTTP.');
const NO_TUNNEL = new Problem('method_not_allowed', 'This is not a proxy: CONNECT is not served.', {
  headers: { Allow: allowed(ALL_METHODS).join(', ') },
});

/**
 * Answers what is no request to us: what Node could not read, for which there is neither request nor response, and CONNECT. The
 * connection ends with it.
 */
export const answerMalformedRequests = (server: Server, siteUrl: string): void => {
  const newest = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();
  server.on('request', (request, response) => newest.set(request.socket, { request, response }));

  const refuse = (problem: Problem, socket: Socket): void => {
    if (!socket.writable) return;
    const requestId = uuidv7();
    const body = JSON.stringify(presentProblem(problem, siteUrl, requestId));
    const head = [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...Object.entries(problem.headers).map(([name, value]) => `${name}: ${value}`),
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      "Content-Security-Policy: default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      `Instructions-Version: ${INSTRUCTIONS_VERSION}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
    // A caller may keep its half open for as long as it likes.
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };

  /**
   * Refuses in order: what came after a complete request, after that request's answer; what broke off a request, in place of
   * its answer.
   */
  const answer = (problem: Problem, socket: Socket): void => {
    const { request, response } = newest.get(socket) ?? {};
    if (!request || !response) return void refuse(problem, socket);
    const isWhole = request.complete;
    const isAnswered = response.writableFinished;
    // It is this response's turn, because Node has given it the socket, and no answer has begun.
    const canBeAnswered = response.socket && !response.headersSent;
    if (isWhole && !isAnswered) response.once('finish', () => refuse(problem, socket));
    else if (isWhole || canBeAnswered) refuse(problem, socket);
    // Otherwise the refusal would be taken for the answer to another request.
    else socket.destroy();
  };

  // Node leaves the socket to whoever takes up a CONNECT.
  server.on('connect', ({ socket }) => answer(NO_TUNNEL, socket.on('error', () => {}).resume()));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    answer(ANSWERS[error.code ?? ''] ?? MALFORMED, socket);
  });
};
