import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect } from '@jest/globals';
import { openapiDocuments } from 'shared/documents/openapi-documents.ts';
import { toOpenapi30 } from 'shared/documents/to-openapi-30.ts';
import { proves } from '../support/proves.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON document, walked by name
type Json = any;

const require = createRequire(import.meta.url);
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

// The linter takes a localhost URL for a forgotten one.
const documents: Record<string, Json> = openapiDocuments('https://diary.example.org');
const [openapi, openapi30, actions] = ['openapi.json', 'openapi-3.0.json', 'openapi-actions.json'].map(
  (name) => documents[name],
);

type Found = [path: string, schema: Json];

const isNullable = ({ oneOf }: Json): boolean => oneOf?.length === 2 && oneOf[1].type === 'null';

/** A schema and all those within it, each with its path. */
const within = (schema: Json, path: string): Found[] => [
  [path, schema],
  ...Object.entries<Json>(schema.properties ?? {}).flatMap(([name, inner]) =>
    within(inner, `${path}.${name}`),
  ),
  ...(schema.items ? within(schema.items, `${path}[]`) : []),
  ...['oneOf', 'anyOf', 'allOf'].flatMap((key) =>
    (schema[key] ?? []).flatMap((inner: Json, index: number) => within(inner, `${path}/${key}/${index}`)),
  ),
];

/** Every schema of a document: its components, and those of parameters, headers and bodies. */
const schemasOf = ({ components, paths }: Json): Found[] => {
  const atPlaces = (value: Json, path: string): Found[] => {
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries<Json>(value).flatMap(([key, inner]) => {
      if (key === 'example') return [];
      return key === 'schema' ? within(inner, path) : atPlaces(inner, `${path}/${key}`);
    });
  };
  const { schemas, ...others } = components;
  return [
    ...Object.entries<Json>(schemas).flatMap(([name, schema]) => within(schema, name)),
    ...atPlaces({ ...others, paths }, ''),
  ];
};

const namesIn = (value: Json): string[] =>
  [...JSON.stringify(value).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name ?? '');

/** The schemas of all that can be sent: bodies, with those that they refer to, and parameters. */
const inputSchemas = (document: Json): Found[] => {
  const { components, paths } = document;
  const operations = Object.values<Json>(paths).flatMap((item) => Object.values<Json>(item));
  const names = new Set(namesIn(operations.map(({ requestBody = {} }) => requestBody)));
  // A set goes on with what is added while it is read.
  for (const name of names) for (const inner of namesIn(components.schemas[name])) names.add(inner);
  return [
    ...[...names].flatMap((name) => within(components.schemas[name], name)),
    ...operations.flatMap(({ operationId, parameters }) =>
      parameters.flatMap(({ name, schema }: Json) =>
        schema ? within(schema, `${operationId} ${name}`) : [],
      ),
    ),
  ];
};

/** The paths of the schemas that do not hold a rule. */
const breaking = (schemas: Found[], holds: (schema: Json) => boolean): string[] =>
  schemas.filter(([, schema]) => !holds(schema)).map(([path]) => path);

describe('the OpenAPI documents', () => {
  proves(['S4.described', 'C1.openapi'], 'are committed as `npm run openapi` makes them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'diary-openapi-'));
    try {
      await run(process.execPath, [join(PROJECT, 'scripts/openapi.ts'), folder]);
      expect((await readdir(folder)).toSorted()).toEqual(Object.keys(documents).toSorted());
      for (const name of Object.keys(documents)) {
        const [committed, made] = await Promise.all(
          [PROJECT, folder].map(async (from) => (await readFile(join(from, name), 'utf8')).split('\n')),
        );
        expect([name, committed]).toEqual([name, made]);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  for (const [name, document] of Object.entries(documents)) {
    proves(['C1.plain_schemas'], `${name} has plain schemas`, () => {
      const schemas = schemasOf(document);
      expect(schemas.length).toBeGreaterThan(300);
      expect(breaking(schemas, (schema) => !schema.enum?.includes(null))).toEqual([]);
      expect(breaking(schemas, ({ enum: values, type }) => !values || typeof type === 'string')).toEqual([]);
      expect(breaking(schemas, ({ const: value, type }) => !value || typeof type === 'string')).toEqual([]);
      expect(breaking(schemas, ({ $ref, ...beside }) => !$ref || Object.keys(beside).length === 0)).toEqual(
        [],
      );
      expect(breaking(schemas, ({ type, items }) => ![type].flat().includes('array') || items)).toEqual([]);
      expect(
        breaking(schemas, ({ type, properties, allOf }) => type !== 'object' || properties || allOf),
      ).toEqual([]);
      // One type, and perhaps null; an object that may be null has a name (json-schema.ts).
      expect(
        breaking(schemas, ({ type = [] }) => [type].flat().filter((each) => each !== 'null').length <= 1),
      ).toEqual([]);
      expect(breaking(schemas, ({ type = [] }) => !(Array.isArray(type) && type.includes('object')))).toEqual(
        [],
      );
      expect(
        breaking(schemas, (schema) => !isNullable(schema) || schema.oneOf[0].$ref || schema.oneOf[0].enum),
      ).toEqual([]);
      expect(breaking(schemas, ({ anyOf }) => !anyOf)).toEqual([]);
    });

    proves(['C1.plain_schemas', 'C1.null'], `${name} offers no choice of forms for what is sent`, () => {
      const schemas = inputSchemas(document);
      expect(schemas.length).toBeGreaterThan(50);
      expect(breaking(schemas, ({ type, $ref }) => typeof (type ?? $ref) === 'string')).toEqual([]);
      expect(
        breaking(schemas, ({ oneOf, anyOf, allOf, nullable }) => !(oneOf ?? anyOf ?? allOf ?? nullable)),
      ).toEqual([]);
    });

    proves(['S1.documents'], `${name} passes the recommended rules of a linter`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'diary-openapi-'));
      try {
        const file = join(folder, name);
        await writeFile(file, JSON.stringify(document));
        const linted = await run(
          process.execPath,
          [
            require.resolve('@redocly/cli/bin/cli.js'),
            'lint',
            '--format=json',
            `--config=${join(PROJECT, 'redocly.yaml')}`,
            // To the letter, 3.0 has no way of saying that a reference may be null (docs/decisions/documents.md).
            ...(document === openapi30 ? ['--skip-rule=no-invalid-media-type-examples'] : []),
            file,
          ],
          { env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
        ).catch((failure) => failure);
        expect(JSON.parse(linted.stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] });
      } finally {
        await rm(folder, { recursive: true });
      }
    });
  }
});

describe('openapi-3.0.json', () => {
  proves(['C1.openapi_30'], 'has nothing that 3.0 lacks', () => {
    expect(openapi30.openapi).toMatch(/^3\.0\./);
    const schemas = schemasOf(openapi30);
    expect(breaking(schemas, ({ type }) => !Array.isArray(type) && type !== 'null')).toEqual([]);
    for (const keyword of ['const', 'examples', 'propertyNames', 'patternProperties', '$schema', '$defs'])
      expect([keyword, breaking(schemas, (schema) => !(keyword in schema))]).toEqual([keyword, []]);
    for (const keyword of ['exclusiveMinimum', 'exclusiveMaximum'])
      expect([
        keyword,
        breaking(schemas, (schema) => typeof (schema[keyword] ?? true) === 'boolean'),
      ]).toEqual([keyword, []]);
    expect(breaking(schemas, ({ nullable, type }) => !nullable || typeof type === 'string')).toEqual([]);
    expect(openapi30.info.summary).toBeUndefined();
    // In 3.0 only the schemes of OAuth list scopes.
    const { paths } = openapi30;
    for (const item of Object.values<Json>(paths))
      for (const { operationId, security } of Object.values<Json>(item))
        expect([operationId, security.flatMap((scheme: Json) => Object.values(scheme).flat())]).toEqual([
          operationId,
          [],
        ]);
  });

  proves(['C1.openapi_30'], 'rewrites keywords, not properties that are called like them', () => {
    const properties = {
      examples: { type: 'number', exclusiveMinimum: 0, examples: [1, 2] },
      const: { type: ['string', 'null'], examples: ['a'] },
    };
    const components = { schemas: { Called: { type: 'object', properties } } };
    const { components: made } = toOpenapi30({ ...openapi, components }) as Json;
    expect(made.schemas.Called.properties).toEqual({
      examples: { type: 'number', minimum: 0, exclusiveMinimum: true, example: 1 },
      const: { type: 'string', nullable: true, example: 'a' },
    });
  });

  proves(['C1.openapi_30', 'C1.openapi'], 'says the same as openapi.json, schema by schema', () => {
    const newer = new Map(schemasOf(openapi));
    const nullable = schemasOf(openapi30).filter(([, schema]) => schema.nullable);
    expect(nullable.length).toBeGreaterThan(50);
    for (const [path, { type, allOf }] of nullable) {
      const same = newer.get(path);
      // A list of types, or a choice between one schema and null.
      const forms = same.oneOf ?? same.type.map((each: string) => ({ type: each }));
      expect([path, forms]).toMatchObject([path, [allOf?.[0] ?? { type }, { type: 'null' }]]);
    }
    const maybeNull = ([, { type, oneOf }]: Found) =>
      [type].flat().includes('null') || (oneOf && isNullable({ oneOf }));
    const paths = [...newer].filter(maybeNull).map(([path]) => path);
    // The second of `oneOf` is the null itself.
    expect(nullable.map(([path]) => path)).toEqual(paths.filter((path) => !path.endsWith('/oneOf/1')));
    const operations = ({ paths }: Json) =>
      Object.entries<Json>(paths).flatMap(([path, item]) =>
        Object.entries<Json>(item).map(([method, { operationId }]) => `${method} ${path} ${operationId}`),
      );
    expect(operations(openapi30)).toEqual(operations(openapi));
    const { description, security } = openapi30.paths['/meals'].get;
    expect([description, security]).toEqual(['Needs the scope `records:read`.', [{ bearer: [] }]]);
    expect(openapi30.paths['/meals'].post.description).toBe(
      `${openapi.paths['/meals'].post.description} Needs the scope \`records:write\`.`,
    );
    expect(openapi30.components.schemas.ConnectionRequest.properties.status).toEqual({
      type: 'string',
      enum: ['pending'],
    });
    expect(openapi30.components.schemas.ConnectInput.properties.email.example).toBe('ana@example.org');
  });
});

describe('openapi-actions.json', () => {
  const operations = (document: Json): Json[] =>
    Object.values<Json>(document.paths).flatMap((item) => Object.values<Json>(item));

  proves(['C1.actions'], 'keeps to what a GPT takes', () => {
    expect(operations(actions).length).toBeGreaterThan(15);
    expect(operations(actions).length).toBeLessThanOrEqual(30);
    expect(Object.keys(actions.paths).filter((path) => path.startsWith('/connect'))).toEqual([]);
    expect(JSON.stringify(actions).length).toBeLessThan(1_000_000);
    const texts: string[] = [];
    JSON.stringify(actions, (key, value) => {
      if (['description', 'summary'].includes(key) && typeof value === 'string') texts.push(value);
      return value;
    });
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.filter((text) => text.length > 300)).toEqual([]);
    // Where a description was too long, whole sentences are left.
    expect(texts.filter((text) => text.endsWith('…'))).toEqual([]);
    expect(actions.info.description).toMatch(/^The assistant estimates;.*\.$/);
    for (const { operationId, security, parameters } of operations(actions)) {
      expect([operationId, Object.keys(security[0])]).toEqual([operationId, ['bearer']]);
      // ChatGPT sends no header of one's own, and no body is a list.
      expect([
        operationId,
        parameters.filter(({ in: place }: Json) => !['path', 'query'].includes(place)),
      ]).toEqual([operationId, []]);
    }
  });

  proves(['C1.actions', 'C1.openapi'], 'is a selection of openapi.json', () => {
    const without = (document: Json) =>
      JSON.parse(JSON.stringify(document), (key, value) =>
        ['description', 'parameters'].includes(key) ? undefined : value,
      );
    const all = without(openapi);
    for (const [path, item] of Object.entries<Json>(without(actions).paths))
      for (const [method, { 'x-openai-isConsequential': _, ...operation }] of Object.entries<Json>(item))
        expect([path, operation]).toEqual([path, all.paths[path][method]]);
    const { schemas } = without(actions).components;
    for (const [name, schema] of Object.entries(schemas))
      expect([name, schema]).toEqual([name, all.components.schemas[name]]);
    expect(schemas.ConnectInput).toBeUndefined();
  });

  proves(['C1.actions'], 'asks before something is overwritten, deleted or shared', () => {
    const asks = operations(actions)
      .filter((operation) => operation['x-openai-isConsequential'])
      .map(({ operationId }) => operationId);
    expect(asks).toEqual(expect.arrayContaining(['delete_meal', 'set_activity', 'create_share_link']));
    for (const id of ['log_meal', 'get_day', 'list_share_links']) expect(asks).not.toContain(id);
  });
});
