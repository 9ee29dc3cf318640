import { STATUS_CODES } from 'node:http';
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

/**
 * Answers what Node could not read as a request, for which there is neither request nor response: the listener of a
 * server's `clientError`. The connection ends with it.
 */
export const answerClientError =
  (siteUrl: string) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0)
      return void socket.destroy();
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
      `Instructions-Version: ${INSTRUCTIONS_VERSION}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
