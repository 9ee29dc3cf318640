import type { z } from 'zod';
import { UNKNOWN_IS_LEFT_OUT } from '../contract/measures.ts';
import type { Operation } from '../contract/operation.ts';
import { OPERATIONS } from '../contract/operations/operations.ts';
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from '../contract/problem.ts';
import { type JsonSchema, jsonSchema } from './json-schema.ts';
import { TOOLS } from './tools.ts';

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Without spaces between the cells: a language model reads, and pays for, each of them. */
const table = (columns: string[], rows: string[][]): string =>
  [columns, columns.map(() => '-'), ...rows].map((cells) => `|${cells.join('|')}|`).join('\n');

const code = (text: string): string => `\`${text}\``;

const ACCESS: Record<string, string> = { none: 'none', poll_token: 'poll token' };

const operationRow = (operation: Operation): string[] => {
  const tool = TOOLS.find(({ operations }) => operations.includes(operation));
  return [
    code(`${operation.method} ${operation.path}`),
    ACCESS[operation.access] ?? code(operation.access),
    operation.query ? Object.keys(operation.query.shape).map(code).join(', ') : '',
    tool ? code(tool.name) : '',
    `${operation.summary}.`,
  ];
};

/** Every operation: where it is, what scope it needs, what its query takes, which tool of MCP it is and what it does. */
export const operationsTable = (): string =>
  table(['Call', 'Scope', 'Query', 'MCP tool', 'What it does'], OPERATIONS.map(operationRow));

const itemsOf = (schema: JsonSchema): JsonSchema | undefined =>
  schema.type === 'array' ? (schema.items as JsonSchema) : undefined;

const typeOf = (schema: JsonSchema): string => {
  const items = itemsOf(schema);
  if (items) return `list of ${items.type === 'object' ? 'objects' : `${items.type}s`}`;
  return schema.enum ? 'one of' : String(schema.type);
};

const range = (min: number | undefined, max: number | undefined, unit = ''): string | undefined => {
  if (max === undefined) return min === undefined ? undefined : `at least ${min}${unit}`;
  return min === undefined ? `at most ${max}${unit}` : `${min} to ${max}${unit}`;
};

const rulesOf = (schema: JsonSchema): string => {
  const values = schema.enum ?? itemsOf(schema)?.enum;
  const [example] = schema.examples ?? [];
  const rules = [
    values?.map((value) => code(String(value))).join(', '),
    range(schema.minItems, schema.maxItems, ' entries')?.replace(/^at least 1 .*/, 'at least one'),
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minimum, schema.maximum),
    schema.description?.replace(UNKNOWN_IS_LEFT_OUT, '').trim().replace(/\.$/, '') || undefined,
    example === undefined ? undefined : `for example ${code(String(example))}`,
  ];
  return rules
    .filter((rule) => rule !== undefined)
    .map((rule) => `${capitalised(rule)}.`)
    .join(' ');
};

const objectTables = (title: string, schema: JsonSchema): string[] => {
  const fields = Object.entries(schema.properties ?? {}) as [string, JsonSchema][];
  const rows = fields.map(([name, field]) => [
    code(name),
    typeOf(field),
    schema.required?.includes(name) ? 'yes' : '',
    rulesOf(field),
  ]);
  return [
    `### ${title}\n\n${table(['Field', 'Type', 'Required', 'Rules'], rows)}`,
    ...fields.flatMap(([name, field]) => {
      const items = itemsOf(field);
      return items?.type === 'object' ? objectTables(`Each of ${code(name)}`, items) : [];
    }),
  ];
};

/** The fields of everything that can be sent, a table per body. */
export const fieldsTables = (): string =>
  OPERATIONS.filter((operation): operation is Operation & { body: z.ZodObject } => !!operation.body)
    .flatMap(({ method, path, body }) => objectTables(code(`${method} ${path}`), jsonSchema(body)))
    .join('\n\n');

const WHAT_TO_DO: Record<ProblemCode, string> = {
  validation_failed:
    'Fix each of `issues`: `pointer` says where, `message` what is wrong. Then send it again. Without `issues`, `detail` says it all: tell the person where something is full. With status 403 (`/mcp`): the page that you run in may not call it.',
  invalid_json: 'Send one JSON object in UTF-8, no member named twice.',
  invalid_range: 'Make `from` the earlier day.',
  range_too_long: 'Ask for fewer days at a time.',
  too_many_profiles:
    'Tell the person, who can delete one on their pages. Do not record for one person in the profile of another.',
  token_missing: 'Send `Authorization: Bearer <token>`. Connect if you have none.',
  token_invalid:
    'Where `detail` says that it is not written like a token, mend that. Otherwise, with OAuth, get a new access token first. If that is refused too, the person disconnected you or the token went unused for too long: tell them, and connect again only if they want it.',
  insufficient_scope:
    'If the person wants it, connect again: ask for the scopes that you have (`GET /me`) and the one that `detail` names.',
  not_found: 'Check the address, the identifier and the kind of record; what was deleted is gone.',
  not_kept:
    'It cannot be put back: what a change ended is kept for 30 days. `GET /records/{id}` lists what is kept.',
  method_not_allowed: '`detail` names the methods of this address.',
  payload_too_large: 'Send less at once. With status 431: a shorter address, fewer headers.',
  unsupported_media_type: 'Send `Content-Type: application/json`, without compression.',
  rate_limited:
    'Wait as many seconds as `Retry-After` or `detail` says. If that is long, tell the person instead.',
  polling_too_fast: 'Wait as many seconds as `Retry-After` or `detail` says before you poll again.',
  email_not_sent: 'Nothing was kept. Check the address with the person and ask again.',
  version_conflict:
    'Nothing was changed: the record is not at the version that you named. Read it again, and decide with what it says now.',
  idempotency_conflict:
    'Something was recorded with this key. If you meant to repeat that call, it is done: read it. Only for another record use a new key.',
  idempotency_in_progress:
    'Send the same call again after as many seconds as `Retry-After` or `detail` says.',
  unavailable:
    'Send the same call again after as many seconds as `Retry-After` or `detail` says, a `POST` with the same key. If it had none, read first: it may have been recorded.',
  timeout:
    'The call may have worked (not with status 408: it never arrived whole). Send it again, a `POST` with the same key. If it had none, read first.',
  internal: 'Try again later. `request_id` helps us see what happened.',
};

/** Every problem code with an anchor, which a problem's `type` points at. */
export const problemsTable = (): string =>
  table(
    ['Code', 'Status', 'Meaning', 'What to do'],
    PROBLEM_CODES.map((name) => [
      `<a id="${name}"></a>${code(name)}`,
      String(PROBLEMS[name].status),
      `${PROBLEMS[name].title}.`,
      WHAT_TO_DO[name],
    ]),
  );
