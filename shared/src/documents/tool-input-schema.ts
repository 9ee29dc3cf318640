import type { z } from 'zod';
import { type JsonSchema, jsonSchema } from './json-schema.ts';

/** llama.cpp makes a grammar of the schemas, and takes no repetition of this many or more. */
const LONGEST_REPETITION = 2000;

/** Ids and times are no longer than this: they are copied or have a form, and documents for people do not say it. */
export const LONGEST_CODE = 64;

/**
 * All that a tool's input is described by: for what is not named here, some model's API refuses the whole list of tools. A pattern would
 * be taken by most, and says to a model what the example beside it says in fewer bytes.
 */
const KEYWORDS = [
  'type',
  'description',
  'enum',
  'properties',
  'required',
  'items',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
] as const;

/**
 * The JSON Schema of a tool's input, plain (`C1.plain_schemas`): each property has one type, and null, which is accepted, is not
 * declared. What has no keyword there stands in the description; the service checks all of it in any case.
 */
export const toolInputSchema = (input: z.ZodObject): JsonSchema => plain(jsonSchema(input));

const plain = (found: JsonSchema): JsonSchema => {
  const { description, maxLength, properties, items, ...schema } = found;
  const isLong = maxLength !== undefined && maxLength >= LONGEST_REPETITION;
  const said = [description, isLong && `At most ${maxLength} characters.`];
  const all: JsonSchema = {
    ...schema,
    description: said.filter(Boolean).join(' '),
    ...(!isLong && { maxLength }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, plain(field as JsonSchema)]),
      ),
    }),
    ...(items && { items: plain(items as JsonSchema) }),
  };
  return Object.fromEntries(
    KEYWORDS.flatMap((keyword) => (all[keyword] || all[keyword] === 0 ? [[keyword, all[keyword]]] : [])),
  );
};
