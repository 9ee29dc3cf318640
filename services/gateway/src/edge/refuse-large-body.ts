import type { RequestHandler } from 'express';
import { LIMITS } from 'shared/contract/limits.ts';
import { type Operation, refusesBodyPlainly } from 'shared/contract/operation.ts';
import { Problem, type ProblemCode } from 'shared/contract/problem.ts';

/** What a form has beside its file. */
const FORM_BYTES = 64 * 1024;

const refuseLarger =
  (bytes: number, code: ProblemCode, detail: string): RequestHandler =>
  (request, _response, next) => {
    if (Number(request.headers['content-length'] ?? 0) <= bytes) return next();
    throw new Problem(code, detail);
  };

/** Refuses a body whose stated length is too large, without reading it; the service counts the others. */
export const refuseLargeBody = (operation?: Operation): RequestHandler =>
  refuseLarger(
    LIMITS.bodyBytes,
    operation && refusesBodyPlainly(operation) ? 'invalid_json' : 'payload_too_large',
    `The body is larger than ${LIMITS.bodyBytes / 1024} KiB.`,
  );

/** As `refuseLargeBody`, where a file of so many bytes may be sent. */
export const refuseLargeFile = (fileBytes: number): RequestHandler =>
  refuseLarger(
    fileBytes + FORM_BYTES,
    'payload_too_large',
    `The file is larger than ${fileBytes / 1024 ** 3} GiB.`,
  );
