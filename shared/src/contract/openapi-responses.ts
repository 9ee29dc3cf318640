import { pascalCase, type SchemaNames, schemaRef } from './json-schema.ts';
import { needsToken, type Operation, problemCodes, takesIdempotencyKey } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { PROBLEMS, type ProblemCode } from './problem.ts';

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
  'WWW-Authenticate': {
    description: 'Where to find out how to get a token, and the scope that it needs (RFC 9728, RFC 6750).',
    schema: { type: 'string' },
  },
};

type HeaderName = keyof typeof HEADERS;
const ON_EVERY_ANSWER: HeaderName[] = ['X-Request-Id', 'Instructions-Version'];
const OF_LIMITS: HeaderName[] = ['RateLimit-Policy', 'RateLimit'];
const headerRefs = (names: HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The codes that an operation can answer with, by status. */
const problemsOf = (operation: Operation): [number, ProblemCode[]][] => [
  ...Map.groupBy(new Set(problemCodes(operation)), (code): number => PROBLEMS[code].status),
];

const responseName = (codes: ProblemCode[]): string => codes.map(pascalCase).join('Or');
const responseRef = (name: string) => ({ $ref: `#/components/responses/${name}` });

/** What is answered before a token has been found good, or where none is needed: no limit is counted then. */
const WITHOUT_TOKEN: ProblemCode[] = ['token_missing', 'token_invalid', 'email_not_sent', 'polling_too_fast'];

const problemResponse = (status: number, codes: ProblemCode[]) => ({
  description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
  headers: headerRefs([
    ...ON_EVERY_ANSWER,
    ...(codes.every((code) => WITHOUT_TOKEN.includes(code)) ? [] : OF_LIMITS),
    ...([401, 403].includes(status) ? (['WWW-Authenticate'] as const) : []),
    ...([409, 429, 503].includes(status) ? (['Retry-After'] as const) : []),
  ]),
  content: {
    'application/problem+json': {
      schema: { allOf: [schemaRef('Problem'), { properties: { code: { enum: codes } } }] },
    },
  },
});

/** Every answer of an operation: its success, its problems by status, and any other problem. */
export const describeResponses = (operation: Operation, names: SchemaNames) => ({
  [operation.status]: {
    description: operation.summary,
    headers: headerRefs([
      ...ON_EVERY_ANSWER,
      ...(needsToken(operation) ? OF_LIMITS : []),
      ...(takesIdempotencyKey(operation) ? (['Idempotency-Replayed'] as const) : []),
    ]),
    content: {
      'application/json': {
        schema: schemaRef(names.get(operation.response)?.id),
        example: operation.example.response,
      },
    },
  },
  ...Object.fromEntries(
    problemsOf(operation).map(([status, codes]) => [status, responseRef(responseName(codes))]),
  ),
  default: responseRef('Problem'),
});

/** `components/responses`: one for each set of problems that some operation answers with under one status. */
export const problemComponents = () => ({
  ...Object.fromEntries(
    OPERATIONS.flatMap(problemsOf).map(([status, codes]) => [
      responseName(codes),
      problemResponse(status, codes),
    ]),
  ),
  Problem: {
    description: 'Any other problem.',
    headers: headerRefs(ON_EVERY_ANSWER),
    content: { 'application/problem+json': { schema: schemaRef('Problem') } },
  },
});
