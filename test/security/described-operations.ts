import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc, { type Arbitrary } from 'fast-check';
import type { Answer } from '../support/client.ts';
import { site } from '../support/set.ts';
import { type JsonSchema, valuesOf, withoutNulls } from './json-schema-values.ts';

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonSchema };
type Reference = { $ref?: string };
type Content = { content: Record<string, { schema: Reference }> };
type OperationObject = {
  operationId: string;
  security: Record<string, string[]>[];
  parameters: (Parameter & Reference)[];
  requestBody?: Content;
  responses: Record<string, Content & Reference>;
};
type Document = {
  paths: Record<string, Record<string, OperationObject>>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Content>;
  };
};

/** An operation as `/openapi.json` describes it, and generators made from it. */
export type Described = {
  id: string;
  method: string;
  path: string;
  /** The scope of its bearer token; undefined if it needs none. */
  scope: string | undefined;
  /** Valid values of its parameters and body. */
  input: Arbitrary<Input>;
  /** Valid bodies; undefined if it has none. */
  body: Arbitrary<unknown> | undefined;
  /** Whether the description accepts the value as a body. */
  isBody: (value: unknown) => boolean;
  /** How an answer deviates from the description; undefined if it does not. */
  mismatchOf: (answer: Answer) => string | undefined;
};

export type Input = {
  path: Record<string, string>;
  query: Record<string, string>;
  header: Record<string, string>;
  body?: unknown;
};

const nameIn = (reference: string): string => reference.split('/').at(-1) ?? '';

/** Every operation in the description of the running set. */
export const describedOperations = async (): Promise<Described[]> => {
  const document = (await (await fetch(`${site.url}/openapi.json`)).json()) as Document;
  const { schemas, parameters, responses } = document.components;
  const ajv = addFormats.default(new Ajv2020({ strict: false })).addSchema(document, 'openapi');
  const find = (reference: string): JsonSchema => schemas[nameIn(reference)] ?? {};

  const valuesIn = (place: Parameter['in'], of: OperationObject) => {
    const wanted = of.parameters
      .map((parameter) => (parameter.$ref ? parameters[nameIn(parameter.$ref)] : parameter))
      .filter((parameter) => parameter?.in === place) as Parameter[];
    const values = wanted.map(({ name, schema }) => [name, valuesOf(schema, find)]);
    const requiredKeys = wanted.filter(({ required }) => required).map(({ name }) => name);
    return fc.record(Object.fromEntries(values), { requiredKeys }) as Arbitrary<Record<string, string>>;
  };

  const describe = (method: string, path: string, of: OperationObject): Described => {
    const pointer = `openapi#/paths/${path.replaceAll('/', '~1').replace(/[{}]/g, encodeURIComponent)}/${method}`;
    const schemaOf = ({ content }: Content, type: string) => content[type]?.schema;
    const bodySchema = of.requestBody && schemaOf(of.requestBody, 'application/json');
    const body = bodySchema && valuesOf(bodySchema, find);
    const isBody = bodySchema && ajv.getSchema(`openapi${bodySchema.$ref}`);
    return {
      id: of.operationId,
      method: method.toUpperCase(),
      path: `/api/v1${path}`,
      scope: of.security[0]?.bearer?.[0],
      input: fc.record({
        path: valuesIn('path', of),
        query: valuesIn('query', of),
        header: valuesIn('header', of),
        ...(body && { body }),
      }),
      body,
      isBody: (value) => isBody?.(withoutNulls(value)) === true,
      mismatchOf: ({ status, headers, body: answered, text }) => {
        const described = of.responses[status] ?? (status >= 400 ? of.responses.default : undefined);
        if (!described) return `${status} is not described`;
        const [place, response] = described.$ref
          ? [`openapi${described.$ref}`, responses[nameIn(described.$ref)] as Content]
          : [`${pointer}/responses/${status}`, described];
        const type = Object.keys(response.content)[0] ?? '';
        if (!headers.get('content-type')?.startsWith(type)) return `it is no ${type}`;
        if (text === '') return undefined;
        const validate = ajv.getSchema(
          `${place}/content/${type.replace('/', '~1').replace('+', '%2B')}/schema`,
        );
        if (!validate) throw new Error(`no schema at ${place}`);
        return validate(answered) ? undefined : ajv.errorsText(validate.errors);
      },
    };
  };

  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, of]) => describe(method, path, of)),
  );
};
