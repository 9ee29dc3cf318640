import { version } from '../contract/fields.ts';
import { needsToken, type Operation, problemCodes, takesIdempotencyKey } from '../contract/operation.ts';
import { copyMeal } from '../contract/operations/copies.ts';
import { anyRecordWithNotices, getRecord } from '../contract/operations/history.ts';
import { OPERATIONS } from '../contract/operations/operations.ts';
import { PROBLEMS, type ProblemCode } from '../contract/problem.ts';
import { pascalCase, type SchemaNames, schemaRef } from './json-schema.ts';

/** `components/headers`. */
export const HEADERS = {
  'X-Request-Id': { description: 'Names this request, for questions about it.', schema: { type: 'string' } },
  'Instructions-Version': {
    description:
      'The version of `/connect.md` in force; read it again when it differs from the one you have.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'The limits: quota `q` in a window of `w` seconds (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string', examples: ['"requests";q=120;w=60, "writes";q=60;w=60'] },
  },
  RateLimit: {
    description:
      'What is left of each limit that this call counts against: `r` calls until the window ends in `t` seconds. On every answer to a call with a valid token.',
    schema: { type: 'string', examples: ['"requests";r=119;t=60'] },
  },
  'Retry-After': {
    description: 'Seconds to wait before trying again.',
    schema: { type: 'integer', minimum: 0 },
  },
  'Idempotency-Replayed': {
    description: '`true` where this repeats the first answer to the key.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Idempotency-Record-Deleted': {
    description:
      '`true` where this repeats the first answer to the key, and a record of it was deleted since.',
    schema: { type: 'string', enum: ['true'] },
  },
  ETag: {
    description:
      'The version of the record in quotation marks: `If-Match` with it changes the record only while it is at that version.',
    schema: { type: 'string', examples: ['"3"'] },
  },
  Accept: { description: 'The media type that a body must have.', schema: { type: 'string' } },
  'WWW-Authenticate': {
    description: 'Where to find out how to get a token, and the scope that it needs (RFC 9728, RFC 6750).',
    schema: { type: 'string' },
  },
};

/** Whether an answer shows one record. */
const answersWithRecord = ({ response }: Operation): boolean =>
  'shape' in response
    ? response.shape.version === version || response === getRecord.response
    : response === anyRecordWithNotices;

type HeaderName = keyof typeof HEADERS;
const ON_EVERY_ANSWER: HeaderName[] = ['X-Request-Id', 'Instructions-Version'];
const OF_LIMITS: HeaderName[] = ['RateLimit-Policy', 'RateLimit'];
const headerRefs = (names: HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The codes that an operation can answer with, by status. */
const problemsOf = (operation: Operation) =>
  [...Map.groupBy(new Set(problemCodes(operation)), (code): number => PROBLEMS[code].status)] as [
    number,
    [ProblemCode, ...ProblemCode[]],
  ][];

const responseName = (operation: Operation, codes: ProblemCode[]): string =>
  codes.map(pascalCase).join('Or') + (needsToken(operation) ? '' : 'WithoutToken');
const responseRef = (name: string) => ({ $ref: `#/components/responses/${name}` });

const problemResponse = (siteUrl: string, operation: Operation, codes: [ProblemCode, ...ProblemCode[]]) => {
  const [code] = codes;
  const { status, title }: { status: number; title: string } = PROBLEMS[code];
  return {
    description: codes.map((each) => `\`${each}\`: ${PROBLEMS[each].title}.`).join(' '),
    headers: headerRefs([
      ...ON_EVERY_ANSWER,
      // Before a token has been found good, no limit is counted.
      ...(needsToken(operation) && status !== 401 ? OF_LIMITS : []),
      ...([401, 403].includes(status) ? (['WWW-Authenticate'] as const) : []),
      ...(status === 412 ? (['ETag'] as const) : []),
      ...(status === 415 ? (['Accept'] as const) : []),
      ...([409, 429, 503].includes(status) ? (['Retry-After'] as const) : []),
    ]),
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            schemaRef('Problem'),
            {
              type: 'object',
              properties: {
                status: { type: 'integer', const: status },
                code: { type: 'string', enum: codes },
              },
            },
          ],
        },
        example: {
          type: `${siteUrl}/connect.md#${code}`,
          title,
          status,
          detail: 'What was wrong here, and what to do.',
          code,
          request_id: '019a2f70-5000-7000-8000-00000000000a',
        },
      },
    },
  };
};

/** Every answer of an operation: its success, its problems by status, and any other problem. */
export const describeResponses = (operation: Operation, names: SchemaNames) => ({
  [operation.status]: {
    description: operation.summary,
    headers: headerRefs([
      ...ON_EVERY_ANSWER,
      ...(needsToken(operation) ? OF_LIMITS : []),
      ...(takesIdempotencyKey(operation) ? (['Idempotency-Replayed'] as const) : []),
      ...(answersWithRecord(operation) ? (['ETag'] as const) : []),
      ...(takesIdempotencyKey(operation) && (answersWithRecord(operation) || operation === copyMeal)
        ? (['Idempotency-Record-Deleted'] as const)
        : []),
    ]),
    content: {
      'application/json': {
        schema: schemaRef(names.get(operation.response)?.id),
        example: operation.example.response,
      },
    },
  },
  ...Object.fromEntries(
    problemsOf(operation).map(([status, codes]) => [status, responseRef(responseName(operation, codes))]),
  ),
  default: responseRef('Problem'),
});

/** `components/responses`: one for each set of problems that some operation answers with under one status. */
export const problemComponents = (siteUrl: string) => ({
  ...Object.fromEntries(
    OPERATIONS.flatMap((operation) =>
      problemsOf(operation).map(([, codes]) => [
        responseName(operation, codes),
        problemResponse(siteUrl, operation, codes),
      ]),
    ),
  ),
  Problem: {
    description: 'Any other problem.',
    headers: headerRefs(ON_EVERY_ANSWER),
    content: { 'application/problem+json': { schema: schemaRef('Problem') } },
  },
});
