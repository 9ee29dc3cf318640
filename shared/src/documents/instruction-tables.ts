import type { z } from 'zod';
import { UNKNOWN_IS_LEFT_OUT } from '../contract/measures.ts';
import type { Operation } from '../contract/operation.ts';
import { OPERATIONS } from '../contract/operations/operations.ts';
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from '../contract/problem.ts';
import { type JsonSchema, jsonSchema } from './json-schema.ts';
import { LONGEST_CODE } from './tool-input-schema.ts';
import { TOOLS } from './tools.ts';

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Without spaces between the cells: a language model reads, and pays for, each of them. */
const tableOf = (columns: string[], rows: string[][]): string =>
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
  tableOf(['Call', 'Scope', 'Query', 'MCP tool', 'What it does'], OPERATIONS.map(operationRow));

const itemsOf = (schema: JsonSchema): JsonSchema | undefined =>
  schema.type === 'array' ? (schema.items as JsonSchema) : undefined;

const typeOf = (schema: JsonSchema): string => {
  const items = itemsOf(schema);
  if (items) return `list of ${items.type === 'object' ? 'objects' : `${items.type}s`}`;
  return schema.enum ? 'one of' : String(schema.type);
};

const range = (min: number | undefined, max: number | undefined, unit = ''): string | undefined => {
  if (max === undefined) return min === undefined ? undefined : `≥ ${min}${unit}`;
  return min === undefined ? `≤ ${max}${unit}` : `${min}–${max}${unit}`;
};

const lengthOf = ({ minLength, maxLength }: JsonSchema): string | undefined =>
  maxLength === LONGEST_CODE ? undefined : range(minLength, maxLength, ' characters');

const rulesOf = (schema: JsonSchema): string => {
  const values = schema.enum ?? itemsOf(schema)?.enum;
  const rules = [
    values?.map((value) => code(String(value))).join(', '),
    range(schema.minItems, schema.maxItems, ' entries'),
    lengthOf(schema),
    range(schema.minimum, schema.maximum),
    schema.description?.replace(UNKNOWN_IS_LEFT_OUT, '').trim().replace(/\.$/, '') || undefined,
  ];
  return rules
    .filter((rule) => rule !== undefined)
    .map((rule) => `${capitalised(rule)}.`)
    .join(' ');
};

type Row = { name: string; type: string; required: boolean; rules: string };

/** The fields of a body, or of each entry of a list in it. */
type FieldTable = { title: string; reference: string; rows: Row[] };

const tablesOf = (title: string, reference: string, schema: JsonSchema): FieldTable[] => {
  const fields = Object.entries(schema.properties ?? {}) as [string, JsonSchema][];
  const rows = fields.map(([name, field]) => ({
    name: code(name),
    type: typeOf(field),
    required: schema.required?.includes(name) ?? false,
    rules: rulesOf(field),
  }));
  return [
    { title, reference, rows },
    ...fields.flatMap(([name, field]) => {
      const items = itemsOf(field);
      const each = `each of ${code(name)}`;
      return items?.type === 'object' ? tablesOf(capitalised(each), `${each} of ${reference}`, items) : [];
    }),
  ];
};

const isSame = (one: Row, other: Row): boolean =>
  one.name === other.name && one.type === other.type && one.rules === other.rules;

const sharedRows = ({ rows }: FieldTable, earlier: FieldTable): Row[] =>
  rows.filter((row) => earlier.rows.some((other) => isSame(row, other)));

/** From how many rows on they are named, and not said again. */
const WORTH_NAMING = 2;

/** Fields of which the same is said. */
const inOneRow = (rows: string[][]): string[] => [
  rows.map(([name]) => name).join(', '),
  ...(rows[0] ?? []).slice(1),
];

/** A table without what one before it says: nearly all of a correction is said of what it corrects. Nothing where that says it all. */
const writeTable = (table: FieldTable, earlier: readonly FieldTable[]): string[] => {
  const like = earlier.toSorted(
    (one, other) => sharedRows(table, other).length - sharedRows(table, one).length,
  )[0];
  const shared = like ? sharedRows(table, like) : [];
  const named = shared.length >= WORTH_NAMING ? shared : [];
  const isAll = named.length === table.rows.length && named.length === like?.rows.length;
  if (isAll && like?.title === table.title) return [];
  const names = named.map(({ name, required }) => (required ? `${name} (required)` : name)).join(', ');
  const rows = table.rows
    .filter((row) => !named.includes(row))
    .map(({ name, type, required, rules }) => [name, type, required ? 'yes' : '', rules]);
  const groups = [...Map.groupBy(rows, ([, ...said]) => said.join('|')).values()];
  const parts = [
    `### ${table.title}`,
    rows.length > 0 && tableOf(['Fields', 'Type', 'Required', 'Rules'], groups.map(inOneRow)),
    like && named.length > 0 && `As in ${like.reference}${isAll ? '' : `: ${names}`}.`,
  ];
  return [parts.filter(Boolean).join('\n\n')];
};

/** The fields of everything that can be sent, a table per body. */
export const fieldsTables = (): string =>
  OPERATIONS.filter((operation): operation is Operation & { body: z.ZodObject } => !!operation.body)
    .flatMap(({ method, path, body }) => {
      const title = code(`${method} ${path}`);
      return tablesOf(title, title, jsonSchema(body));
    })
    .flatMap((table, index, all) => writeTable(table, all.slice(0, index)))
    .join('\n\n');

const WHAT_TO_DO: Record<ProblemCode, string> = {
  validation_failed:
    'Fix each of `issues`: `pointer` says where, `message` what is wrong. Without `issues`, `detail` says it all. Status 403 (`/mcp`): your page may not call it.',
  invalid_json: 'Send one JSON object in UTF-8, no member named twice.',
  invalid_range: 'Make `from` the earlier day.',
  range_too_long: 'Ask for fewer days at a time.',
  too_many_profiles: 'Tell the person, who can delete one. Do not use the profile of another.',
  token_missing: 'Send `Authorization: Bearer <token>`. Connect if you have none.',
  token_invalid:
    'Mend what `detail` says of how it is written. With OAuth get a new access token first. Else the person disconnected you, or it went unused: connect again only if they want it.',
  insufficient_scope:
    'If the person wants it, connect again for the scopes that you have (`GET /me`) and the one in `detail`.',
  not_found: 'Check the address, the id and the kind of record. `GET /changes` has what was deleted.',
  not_kept: 'It cannot be put back. `GET /records/{id}` lists what is kept.',
  method_not_allowed: '`detail` names the methods of this address.',
  payload_too_large: 'Send less at once. With status 431: a shorter address, fewer headers.',
  unsupported_media_type: 'Send `Content-Type: application/json`, without compression.',
  rate_limited: 'Send the same call, with the same key, after the seconds in `Retry-After` or `detail`.',
  polling_too_fast: 'Poll again after the seconds in `Retry-After` or `detail`.',
  email_not_sent: 'Nothing was kept. Check the address with the person and ask again.',
  version_conflict: 'Nothing was changed: read the record again, and decide with what it says now.',
  idempotency_conflict:
    'Something was recorded with this key. Did you mean to repeat that call? It is done: read it. Use a new key for another record alone.',
  idempotency_in_progress: 'Send the same call again after the seconds in `Retry-After` or `detail`.',
  unavailable:
    'Send the same call, with the same key, after the seconds in `Retry-After` or `detail`. Without one, read first: it may have been recorded.',
  timeout:
    'It may have worked (not with status 408: it never arrived whole). Send it again, with the same key. Without one, read first.',
  internal: 'Try again later. `request_id` helps us see what happened.',
};

/** Every problem code with an anchor, which a problem's `type` points at. */
export const problemsTable = (): string =>
  tableOf(
    ['Code', 'Status', 'What to do'],
    PROBLEM_CODES.map((name) => [
      `<a id="${name}"></a>${code(name)}`,
      String(PROBLEMS[name].status),
      WHAT_TO_DO[name],
    ]),
  );
