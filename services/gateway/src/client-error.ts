import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { INSTRUCTIONS_VERSION } from 'shared/contract/meta.ts';
import type { ProblemCode } from 'shared/contract/problem.ts';
import { uuidv7 } from 'uuidv7';

type Answer = { status: 400 | 408 | 431; code: ProblemCode; detail: string };

const ANSWERS: Record<string, Answer> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'payload_too_large', detail: 'The headers are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'timeout', detail: 'The request took too long to arrive.' },
};
const MALFORMED: Answer = { status: 400, code: 'validation_failed', detail: 'This is not valid HTTP.' };

/** Answers what Node could not read as a request, for which there is neither request nor response. The connection ends with it. */
export const answerClientErrors = (server: Server, siteUrl: string): void => {
  const newest = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();
  server.on('request', (request, response) => newest.set(request.socket, { request, response }));

  /** Whether an answer is under way, or was given before all of its request had come: another would be taken for the next one's. */
  const isAnswering = (socket: Socket): boolean => {
    const { request, response } = newest.get(socket) ?? {};
    return response?.headersSent === true && !(request?.complete && response.writableFinished);
  };

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) return void socket.destroy();
    const { status, code, detail } = ANSWERS[error.code ?? ''] ?? MALFORMED;
    const requestId = uuidv7();
    const title = STATUS_CODES[status] ?? '';
    const body = JSON.stringify({
      type: `${siteUrl}/connect.md#${code}`,
      title,
      status,
      detail,
      code,
      request_id: requestId,
    });
    const head = [
      `HTTP/1.1 ${status} ${title}`,
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      "Content-Security-Policy: default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      `Instructions-Version: ${INSTRUCTIONS_VERSION}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
};
