import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Logger, pino } from 'pino';
import { pinoHttp } from 'pino-http';
import { uuidv7 } from 'uuidv7';
import { operationName } from './operation-name.ts';
import { currentRequestId } from './request-context.ts';

export type Log = Logger;

/** Errors are logged by kind and place, never by message: a message can hold what somebody wrote. */
const describeError = (error: Error & { code?: unknown }) => ({
  type: error.constructor.name,
  code: error.code,
  stack: error.stack?.split('\n').filter((line) => line.startsWith('    at ')),
});

/** A logger of JSON lines that holds no content, address, token or secret. What is logged for a request has its id. */
export const createLog = (service: string, level: string): Log => {
  const log: Log = pino({
    level,
    base: { service },
    serializers: { err: describeError },
    timestamp: pino.stdTimeFunctions.isoTime,
    // A request's own logger has the id already.
    mixin: (_line, _level, logger) => (logger === log ? { request_id: currentRequestId() } : {}),
  });
  return log;
};

const whatWasAsked = (request: IncomingMessage) => ({
  method: request.method,
  operation: operationName(request),
});

/** One line per request: id, operation, status and time. Gives `request.log` and sets `X-Request-Id`. */
export const requestLog = (log: Log) =>
  pinoHttp({
    logger: log,
    genReqId: (request: IncomingMessage, response: ServerResponse) => {
      const given = request.headers['x-request-id'];
      const id = typeof given === 'string' ? given : uuidv7();
      response.setHeader('X-Request-Id', id);
      return id;
    },
    quietReqLogger: true,
    quietResLogger: true,
    customAttributeKeys: { reqId: 'request_id' },
    // Of errors the log's own serializer shows kind and place; wrapped, they would come to it with their message.
    wrapSerializers: false,
    serializers: {
      req: () => undefined,
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
    },
    // Not as `customProps`, which make two loggers more for each request.
    customSuccessObject: (request, _response, line) => ({ ...whatWasAsked(request), ...line }),
    customErrorObject: (request, _response, _error, { err: _made, ...line }) => ({
      ...whatWasAsked(request),
      ...line,
    }),
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request',
    customLogLevel: (_request, response, error) => {
      const level =
        error || response.statusCode >= 500 ? 'warn' : response.statusCode >= 400 ? 'info' : 'debug';
      return log.isLevelEnabled(level) ? level : 'silent';
    },
    autoLogging: { ignore: (request) => request.url?.startsWith('/health/') ?? false },
  });
