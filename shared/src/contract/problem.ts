import { z } from 'zod';

/** Every `code` a problem can carry, with its status and title (`S7.shape`; RFC 9457). */
export const PROBLEMS = {
  validation_failed: { status: 400, title: 'The input is not valid' },
  invalid_json: { status: 400, title: 'The body is not valid JSON' },
  invalid_range: { status: 400, title: 'The range ends before it begins' },
  range_too_long: { status: 400, title: 'The range is too long' },
  too_many_profiles: { status: 400, title: 'The account has as many profiles as it can hold' },
  token_missing: { status: 401, title: 'A token is needed' },
  token_invalid: { status: 401, title: 'The token is not valid' },
  insufficient_scope: { status: 403, title: 'The token lacks a scope' },
  not_found: { status: 404, title: 'Not found' },
  not_kept: { status: 404, title: 'This version is not kept' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  idempotency_in_progress: { status: 409, title: 'The first call with this key has not ended yet' },
  version_conflict: { status: 412, title: 'The record is at another version' },
  payload_too_large: { status: 413, title: 'The request is too large' },
  unsupported_media_type: { status: 415, title: 'The media type is not supported' },
  idempotency_conflict: { status: 422, title: 'The key was used for something else' },
  rate_limited: { status: 429, title: 'Too many requests' },
  polling_too_fast: { status: 429, title: 'Polled too soon' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  email_not_sent: { status: 502, title: 'The e-mail could not be sent' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
  timeout: { status: 504, title: 'It took too long' },
} as const;

export type ProblemCode = keyof typeof PROBLEMS;
export const PROBLEM_CODES = Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]];

/** One thing that is wrong with the input. */
export const issue = z.object({
  pointer: z.string().meta({
    description: 'Where: an RFC 6901 pointer into the body, or query/NAME, path/NAME, header/NAME.',
    examples: ['/items/0/kcal', 'query/from'],
  }),
  code: z.string().meta({ examples: ['required', 'too_big', 'unknown_field'] }),
  message: z.string().meta({ description: 'What to fix, for the person or model that reads it.' }),
});
export type Issue = z.infer<typeof issue>;

/** The body of every error: RFC 9457 problem details, `application/problem+json`. */
export const problem = z.object({
  type: z.string().meta({ format: 'uri', description: 'Where this code is documented.' }),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(PROBLEM_CODES),
  issues: z.array(issue).optional(),
  retry_after: z.int().optional().meta({ description: 'Seconds to wait, as in `Retry-After`.' }),
  request_id: z.string(),
});
export type ProblemBody = z.infer<typeof problem>;

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
