import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { busy, notFound, PROBLEMS, Problem, type ProblemBody, unavailable } from '../contract/problem.ts';
import type { Log } from '../observe/log.ts';
import { isDatabaseDown, isUnableToDoThis } from '../process/database-errors.ts';

/** The body of a problem; `id` is the request's. */
export const presentProblem = (error: Problem, siteUrl: string, id: string): ProblemBody => ({
  type: `${siteUrl}/connect.md#${error.code}`,
  title: PROBLEMS[error.code].title,
  status: error.status,
  detail: error.message,
  code: error.code,
  ...(error.issues && { issues: error.issues }),
  // Many clients show a model the body alone.
  ...(error.headers['Retry-After'] && { retry_after: Number(error.headers['Retry-After']) }),
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

/**
 * Any error as a problem: a Problem is itself, a database that is down is `unavailable`, a path that Express cannot decode is
 * `not_found`, and everything else is `internal`, which reveals nothing of its cause.
 */
export const toProblem = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  if (isDatabaseDown(error)) return unavailable();
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
