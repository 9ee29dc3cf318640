import type { z } from 'zod';
import { idempotencyKey } from '../contract/fields.ts';
import { LIMITS } from '../contract/limits.ts';
import { conditionsOf, isWrite, type Operation, takesIdempotencyKey } from '../contract/operation.ts';
import { OPERATIONS } from '../contract/operations/operations.ts';
import { SCOPE_PERMITS } from '../contract/scopes.ts';
import { DESCRIPTION_VERSION, SERVICE_NAME } from '../contract/service.ts';
import {
  componentSchemas,
  type JsonSchema,
  jsonSchema,
  nameSchemas,
  type SchemaNames,
  schemaRef,
} from './json-schema.ts';
import { describeResponses, HEADERS, problemComponents } from './openapi-responses.ts';

const TAGS: Record<string, string> = {
  meta: 'What the service is and where its parts are.',
  connect: 'How an assistant gets its token: the person approves by e-mail.',
  me: 'The account and the token in use.',
  tokens: 'The connected assistants.',
  profiles: 'The diaries of an account.',
  meals: 'Meals with their items and totals.',
  records: 'Records of any kind, as they are and were.',
  changes: 'What was changed and deleted.',
  days: 'Days as a whole, and what is set per day.',
  activity: 'Activity days.',
  sleep: 'Sleep nights.',
  wellbeing: 'Wellbeing notes.',
  reports: 'Reports of the day, the week and the month.',
  'share-links': 'Links to the reports, for people without an account.',
};

const parametersIn = (place: 'path' | 'query', fields: z.ZodObject | undefined) => {
  if (!fields) return [];
  const { properties = {}, required = [] } = jsonSchema(fields);
  return Object.entries(properties as Record<string, JsonSchema>).map(
    // Tools read a parameter's own description and example, not those of its schema.
    ([name, { description, examples, ...schema }]) => ({
      name,
      in: place,
      required: required.includes(name),
      description,
      example: examples?.[0],
      schema,
    }),
  );
};

const keyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `A new key of your own for each record, the same one only to repeat a call. For ${LIMITS.idempotencyHours} hours the same key with the same body gives the first answer again and records nothing twice.`,
  schema: jsonSchema(idempotencyKey),
};

const conditionParameter = (name: string, description: string, pattern: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', pattern },
});

const CONDITION_PARAMETERS = {
  'If-Match': conditionParameter(
    'If-Match',
    'Only while the record is at this version: its `ETag`, several of them, or `*` for any. Otherwise a 412.',
    '^(\\*|"[!#-~]*"(, "[!#-~]*")*)$',
  ),
  'If-None-Match': conditionParameter(
    'If-None-Match',
    '`*`: only where nothing is recorded yet. Otherwise a 412.',
    '^\\*$',
  ),
};

const securityOf = ({ access }: Operation) => {
  if (access === 'none') return [];
  // Or in the query, as the parameter there says: as a scheme, too, clients would send it twice.
  return access === 'poll_token' ? [{ poll_token: [] }, {}] : [{ bearer: [access] }];
};

const describeOperation = (operation: Operation, names: SchemaNames) => ({
  operationId: operation.id,
  tags: [operation.path.split('/')[1]],
  summary: operation.summary,
  ...(operation.description && { description: operation.description }),
  security: securityOf(operation),
  parameters: [
    ...parametersIn('path', operation.params),
    ...parametersIn('query', operation.query),
    ...(isWrite(operation) ? conditionsOf(operation) : []).map((name) => ({
      $ref: `#/components/parameters/${name}`,
    })),
    ...(takesIdempotencyKey(operation) ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : []),
  ],
  ...(operation.body && {
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: schemaRef(names.get(operation.body)?.id),
          example: operation.example.body,
        },
      },
    },
  }),
  responses: describeResponses(operation, names),
});

const scopesList = Object.entries(SCOPE_PERMITS)
  .map(([name, permits]) => `\`${name}\` (${permits})`)
  .join('; ');

const securitySchemes = (siteUrl: string) => ({
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: `A token of a connection, approved by e-mail (\`POST /connect\`) or by OAuth 2.1 (${siteUrl}/.well-known/oauth-authorization-server). Scopes: ${scopesList}.`,
  },
  poll_token: { type: 'http', scheme: 'bearer', description: 'The poll token of a connection request.' },
});

/** The OpenAPI 3.1 description of everything that is served below `{siteUrl}/api/v1`. */
export const createOpenapi = (siteUrl: string) => {
  const names = nameSchemas();
  const describePath = (operations: Operation[]) =>
    Object.fromEntries(
      operations.map((operation) => [operation.method.toLowerCase(), describeOperation(operation, names)]),
    );
  return {
    openapi: '3.1.0',
    info: {
      title: SERVICE_NAME,
      version: DESCRIPTION_VERSION,
      summary:
        'Records meals, activity, sleep and wellbeing notes for a person, on behalf of their own assistant.',
      description: `The assistant estimates; the service stores, totals and shares the records, and gives no advice. Instructions for assistants: ${siteUrl}/connect.md. Lengths count Unicode code points; NUL and half of a surrogate pair are refused, a name needs a visible character, a date must be a calendar date. An optional field sent as null counts as absent; an unknown field or parameter is refused. A connection has ${LIMITS.requestsPerMinute} requests and ${LIMITS.writesPerMinute} writes a minute, a body at most ${LIMITS.bodyBytes} bytes.`,
      termsOfService: `${siteUrl}/terms`,
    },
    servers: [{ url: `${siteUrl}/api/v1` }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(
      [...Map.groupBy(OPERATIONS, ({ path }) => path)].map(([path, operations]) => [
        path,
        describePath(operations),
      ]),
    ),
    components: {
      schemas: componentSchemas(names),
      headers: HEADERS,
      parameters: { 'Idempotency-Key': keyParameter, ...CONDITION_PARAMETERS },
      responses: problemComponents(siteUrl),
      securitySchemes: securitySchemes(siteUrl),
    },
  };
};

export type Openapi = ReturnType<typeof createOpenapi>;
