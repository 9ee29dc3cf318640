import { readFile } from 'node:fs/promises';
import { describe, expect } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { needsToken } from 'shared/contract/operation.ts';
import { OPERATIONS } from 'shared/contract/operations/operations.ts';
import { describeTool } from 'shared/documents/tool.ts';
import { TOOLS } from 'shared/documents/tools.ts';
import { proves } from '../support/proves.ts';
import { type Row, TABLE } from './endpoint-table.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON document, walked by name
type Json = any;

/** What a running service serves, save the addresses (documents.test.ts). */
const document: Json = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'));

describe('openapi.json', () => {
  proves(
    ['S4.table', 'S1.cannot'],
    'describes the endpoint table of the specification: these rows, and no others',
    () => {
      const paths: Record<string, Record<string, { security: object[]; responses: object }>> = document.paths;
      const described = Object.entries(paths).flatMap(([path, operations]) =>
        Object.entries(operations).map(([method, { security, responses }]) => ({
          row: `${method.toUpperCase()} ${path}`,
          security,
          successes: Object.keys(responses).filter((status) => status < '400'),
        })),
      );
      const securityOf = (scope: Row[2]): object[] => {
        if (scope === 'none') return [];
        return scope === 'poll token' ? [{ poll_token: [] }, {}] : [{ bearer: [scope] }];
      };
      expect(described).toEqual(
        TABLE.map(([method, path, scope, status]) => ({
          row: `${method} ${path}`,
          security: securityOf(scope),
          successes: [String(status)],
        })),
      );
    },
  );

  proves(['S4.described'], 'has examples that are valid against their schemas', async () => {
    const ajv = addFormats.default(new Ajv2020({ strict: false })).addSchema(document, 'openapi');
    let examples = 0;
    for (const item of Object.values<Json>(document.paths))
      for (const { operationId, requestBody, responses } of Object.values<Json>(item))
        for (const body of [requestBody, ...Object.values<Json>(responses)]) {
          const json = body?.content?.['application/json'];
          if (!json) continue;
          const validate = ajv.getSchema(`openapi${json.schema.$ref}`);
          expect([operationId, validate?.(json.example), validate?.errors]).toEqual([
            operationId,
            true,
            null,
          ]);
          examples += 1;
        }
    expect(examples).toBeGreaterThan(OPERATIONS.length);
  });

  proves(['S4.described'], 'can be used by what reads it strictly', async () => {
    const { components, paths } = document;
    const ajv = addFormats.default(new Ajv2020({ strict: true, allowUnionTypes: true }));
    ajv.addVocabulary(['components']).addSchema({ $id: 'openapi', components });
    const { Problem: _, ...responses } = components.responses;
    for (const [name, { content }] of Object.entries<Json>(responses)) {
      const { schema, example } = content['application/problem+json'];
      const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')));
      expect([name, validate(example), validate.errors]).toEqual([name, true, null]);
    }
    for (const [path, item] of Object.entries<Json>(paths))
      for (const { parameters } of Object.values<Json>(item))
        for (const { $ref, name, description } of parameters)
          expect([path, name, typeof ($ref ?? description)]).toEqual([path, name, 'string']);
    // Some tools overlook a field that has no type.
    for (const [name, { properties = {} }] of Object.entries<Json>(components.schemas))
      for (const [field, schema] of Object.entries<Json>(properties))
        if (!schema.$ref && !schema.const)
          expect([name, field, 'type' in schema || schema.oneOf[0].$ref !== undefined]).toEqual([
            name,
            field,
            true,
          ]);
  });

  proves(['S3.statuses', 'S5.delivered_once'], 'tells by the status of a poll what it carries', async () => {
    const { components } = document;
    const ajv = addFormats.default(new Ajv2020({ strict: false }));
    ajv.addSchema({ $id: 'openapi', components });
    const validate = ajv.getSchema('openapi#/components/schemas/PollResult');
    const account = { id: 'acc_1', email: 'ana@example.org', language: 'es' };
    const delivered = { token: 'drs_1', token_type: 'Bearer', scopes: ['records:read'], account };
    const polls = ['pending', 'approved', 'consumed', 'denied', 'expired', 'another'].map((status) => [
      status,
      { alone: validate?.({ status }), delivering: validate?.({ status, ...delivered }) },
    ]);
    // An object of an answer is open, so more than the status says is no error.
    const statusAlone = { alone: true, delivering: true };
    expect(polls).toEqual([
      ['pending', statusAlone],
      ['approved', { alone: false, delivering: true }],
      ['consumed', statusAlone],
      ['denied', statusAlone],
      ['expired', statusAlone],
      ['another', { alone: false, delivering: false }],
    ]);
  });

  proves(['C1.open_answers', 'C1.null', 'C1.code_points'], 'states what the service accepts', async () => {
    const { components, paths } = document;
    const { LogMealInput, MealItemInput, Meal, ActivityInput, DaySummary } = components.schemas;
    const refuses = (schema: { additionalProperties?: boolean }) => schema.additionalProperties === false;
    expect([LogMealInput, MealItemInput, ActivityInput].map(refuses)).toEqual([true, true, true]);
    expect(Meal.additionalProperties).toBeUndefined();
    expect(LogMealInput.required).toEqual(['meal_type', 'items']);
    expect(LogMealInput.properties.items).toMatchObject({ minItems: 1, maxItems: 50 });
    expect(MealItemInput.properties.name).toMatchObject({ minLength: 1, maxLength: 200 });
    expect(MealItemInput.properties.weight_g).toMatchObject({
      type: 'number',
      minimum: 0.01,
      maximum: 20_000,
    });
    expect(ActivityInput.properties.resting_hr).toMatchObject({
      type: 'integer',
      minimum: 20,
      maximum: 250,
    });
    expect(LogMealInput.properties.meal_type.enum).not.toContain(null);
    expect(components.schemas.ConnectInput.properties.language).toMatchObject({
      type: 'string',
      enum: ['en', 'es', 'ru'],
    });
    expect(DaySummary.properties.totals.oneOf).toEqual([
      { $ref: '#/components/schemas/Totals' },
      { type: 'null' },
    ]);
    for (const operation of OPERATIONS.filter(needsToken)) {
      const { security, responses } = paths[operation.path][operation.method.toLowerCase()];
      expect(security).toEqual([{ bearer: [operation.access] }]);
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '401', '403', '404', '429']));
    }
  });

  proves(['S4.described'], 'describes each field once, as do the tools', async () => {
    const described = (value: Json): Json[] =>
      Array.isArray(value)
        ? value.flatMap(described)
        : typeof value === 'object' && value !== null
          ? [...(value.description ? [value] : []), ...Object.values(value).flatMap(described)]
          : [];
    const nullable = described(document).filter(({ oneOf }) => oneOf);
    expect(nullable.length).toBeGreaterThan(0);
    for (const { oneOf } of nullable)
      expect(oneOf.filter((option: Json) => option.description ?? option.examples)).toEqual([]);
    // A tool declares no null (`C1.plain_schemas`), so that there is one place for a description.
    expect(described(TOOLS.map(describeTool)).filter(({ anyOf, oneOf }) => anyOf ?? oneOf)).toEqual([]);
    // Go's and other regex engines lack look-around.
    expect(JSON.stringify([document, TOOLS.map(describeTool)])).not.toMatch(/\(\?<?[=!]/);
    const { ShareLinkInput } = document.components.schemas;
    expect(JSON.stringify(ShareLinkInput)).not.toContain('default profile');
  });

  proves(
    ['C7.rate_headers', 'C7.service_away'],
    'lists the headers and problems that answers can have',
    async () => {
      const { components, paths } = document;
      const headersOf = ({ $ref }: { $ref: string }) =>
        Object.keys(components.responses[$ref.split('/').at(-1) ?? ''].headers);
      for (const operation of OPERATIONS) {
        const { responses } = paths[operation.path][operation.method.toLowerCase()];
        const isPassedOn = operation.owner !== 'gateway';
        expect([operation.id, '503' in responses, '504' in responses]).toEqual([
          operation.id,
          isPassedOn,
          isPassedOn,
        ]);
        for (const [status, response] of Object.entries<Json>(responses))
          if (needsToken(operation) && Number(status) >= 400)
            expect([operation.id, status, headersOf(response).includes('RateLimit')]).toEqual([
              operation.id,
              status,
              status !== '401',
            ]);
        if (responses[503]) expect(headersOf(responses[503])).toContain('Retry-After');
      }
    },
  );
});
