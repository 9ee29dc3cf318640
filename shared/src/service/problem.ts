import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { type Issue, PROBLEMS, type ProblemBody, type ProblemCode } from '../contract/problem.ts';
import type { Log } from './log.ts';

/**
 * An error that the caller is told about (RFC 9457). `headers` go with the answer; `status` is the code's where none is given;
 * `reason` is for the log alone; `isDown` says that everybody else would get it too.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly issues: Issue[] | undefined;
  readonly headers: Record<string, string>;
  readonly reason: string | undefined;
  readonly isDown: boolean;
  constructor(
    code: ProblemCode,
    detail: string,
    more: Partial<Pick<Problem, 'status' | 'issues' | 'headers' | 'reason' | 'isDown'>> = {},
  ) {
    super(detail);
    this.code = code;
    this.status = more.status ?? PROBLEMS[code].status;
    this.issues = more.issues;
    this.headers = more.headers ?? {};
    this.reason = more.reason;
    this.isDown = more.isDown ?? false;
  }
}

/** The same words for what does not exist and for what is somebody else's, so that nobody can tell them apart. */
export const notFound = (): Problem => new Problem('not_found', 'There is nothing with this identifier.');

const notNow =
  (isDown: boolean) =>
  (reason?: string): Problem =>
    new Problem(
      'unavailable',
      'Part of the service is down for a moment. Try again in 2 s; repeat a write with the same idempotency key.',
      {
        headers: { 'Retry-After': '2' },
        reason,
        isDown,
      },
    );

/** 503 because something is down. `reason` is for the log. */
export const unavailable = notNow(true);

/** 503 because something is in the way of this one call. `reason` is for the log. */
export const busy = notNow(false);

/** The body of a problem; `id` is the request's. */
export const presentProblem = (error: Problem, siteUrl: string, id: string): ProblemBody => ({
  type: `${siteUrl}/connect.md#${error.code}`,
  title: PROBLEMS[error.code].title,
  status: error.status,
  detail: error.message,
  code: error.code,
  ...(error.issues && { issues: error.issues }),
  request_id: id,
});

/** Answers with a problem as `application/problem+json`, which can have `more` members (RFC 9457, part 3.2). */
export const sendProblem = (response: Response, error: Problem, siteUrl: string, more: object = {}): void => {
  response
    .status(error.status)
    .set(error.headers)
    .type('application/problem+json')
    .send(JSON.stringify({ ...presentProblem(error, siteUrl, response.req.id), ...more }));
};

/** What MongoDB answers when it is unable just now: the errors after which a driver may read again (Retryable Reads). */
const NOT_NOW_CODES = [6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436];
/**
 * What it answers when it is there, and unable to do this one thing just now: a lock or a command that took too long (24, 50); a
 * cursor that went with its server (43); a disk that is full (14031).
 */
const NOT_THIS_NOW_CODES = [24, 43, 50, 14031];

/** Errors of the driver, by name: a service that has no database need not load it (docs/decisions/performance.md). */
const AWAY = new Set(
  [
    ...['MongoNetwork', 'MongoNetworkTimeout', 'MongoServerSelection', 'MongoWaitQueueTimeout'],
    ...['MongoPoolCleared', 'PoolClearedOnNetwork', 'MongoNotConnected'],
    // From a replica set whose members change, and from a client that connects for the first time or closes.
    ...['MongoServerClosed', 'MongoPoolClosed', 'MongoTopologyClosed', 'MongoClientClosed'],
  ].map((name) => `${name}Error`),
);

const isDatabaseAway = (error: unknown): boolean => {
  const { name = '', code, syscall, errorLabels = [] } = Object(error);
  // The driver passes on errors of its socket while it writes a command: when the other end has closed it, without `syscall`.
  if (AWAY.has(name) || code === 'EPIPE' || (syscall === 'write' && code === 'ECONNRESET')) return true;
  return /^Mongo/.test(name) && (NOT_NOW_CODES.includes(code) || errorLabels.includes('RetryableWriteError'));
};

const isUnableToDoThis = (error: unknown): boolean => {
  const { name = '', code } = Object(error);
  return /^Mongo/.test(name) && NOT_THIS_NOW_CODES.includes(code);
};

/** Whether an error says that the database, or a service, is down for everybody. */
export const isDown = (error: unknown): boolean =>
  error instanceof Problem ? error.isDown : isDatabaseAway(error);

/**
 * Any error as a problem: a Problem is itself, a database that is down is `unavailable`, a path that Express cannot decode is
 * `not_found`, and everything else is `internal`, which reveals nothing of its cause.
 */
export const toProblem = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  if (isDatabaseAway(error)) return unavailable();
  if (isUnableToDoThis(error)) return busy();
  if (error instanceof URIError) return notFound();
  return new Problem('internal', 'Something went wrong on our side. The request id helps us find it.');
};

/** `toProblem`; what is our fault is logged with its cause. */
export const toLoggedProblem = (error: unknown, log: Log): Problem => {
  const problem = toProblem(error);
  if (problem.status >= 500) log.error({ err: error }, problem.code);
  return problem;
};

/**
 * The last middleware of every service: problems go out as they are, with what `moreOf` adds, unknown errors are logged and go
 * out bare.
 */
export const problemHandler =
  (siteUrl: string, moreOf?: (problem: Problem) => object): ErrorRequestHandler =>
  (error, request, response, _next) => {
    const problem = toLoggedProblem(error, request.log);
    if (response.headersSent) response.destroy(error);
    else sendProblem(response, problem, siteUrl, moreOf?.(problem));
  };

/** The last handler: no route has this address. */
export const notFoundHandler: RequestHandler = () => {
  throw new Problem(
    'not_found',
    'There is no such address. Those of the API are below /api/v1, exactly as /openapi.json writes them; that for MCP is /mcp.',
  );
};
