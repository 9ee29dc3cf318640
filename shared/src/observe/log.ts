import type { RequestHandler } from 'express';
import { type Logger, pino } from 'pino';
import { Problem } from '../contract/problem.ts';
import { answeredStatus } from './answered-status.ts';
import { operationName } from './operation-name.ts';
import { currentRequestId } from './request-context.ts';

export type Log = Logger;

declare module 'node:http' {
  interface IncomingMessage {
    log: Log;
  }
}

/** `lastNodeError`: of a Redis Cluster of which no node answers. */
type Logged = Error & { code?: unknown; lastNodeError?: Error };

/** Errors are logged by type and stack, never by message: a message can hold what somebody wrote. */
const describeError = (error: Logged) => ({
  type: error.constructor.name,
  code: codeOf(error),
  ...(error instanceof Problem && { reason: error.reason }),
  stack: error.stack?.split('\n').filter((line) => line.startsWith('    at ')),
});

/** Its own, else that of what caused it. In Redis's own errors the first word is the code. */
const codeOf = ({ code, lastNodeError, cause = lastNodeError, name, message }: Logged): unknown => {
  if (name === 'ReplyError') return /^[A-Z]+\b/.exec(message)?.[0];
  return code ?? (cause instanceof Error ? codeOf(cause) : undefined);
};

/** A logger of JSON lines that holds no content, address, token or secret. What is logged for a request has its id. */
export const createLog = (service: string, level: string): Log =>
  pino({
    level,
    base: { service },
    serializers: { err: describeError },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => ({ request_id: currentRequestId() }),
  });

/**
 * Sets `request.log`, and writes one line when a request is over: id, operation, status and milliseconds. Not by pino-http,
 * which makes two loggers for each request, whether or not a line is written (docs/decisions/performance.md).
 */
export const requestLog =
  (log: Log): RequestHandler =>
  (request, response, next) => {
    const start = performance.now();
    request.log = log;
    response.once('close', () => {
      const status = answeredStatus(response);
      const level = status >= 500 ? 'warn' : status >= 400 ? 'info' : 'debug';
      if (!log.isLevelEnabled(level)) return;
      const { id: request_id, method } = request;
      const duration_ms = Math.round(performance.now() - start);
      log[level]({ request_id, method, operation: operationName(request), status, duration_ms }, 'request');
    });
    // Without a listener an answer that fails on its way would end the process.
    response.on('error', (err) => log.warn({ request_id: request.id, err }, 'answer failed'));
    next();
  };
