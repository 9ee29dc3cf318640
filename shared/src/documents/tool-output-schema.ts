import type { z } from 'zod';
import { type JsonSchema, jsonSchema } from './json-schema.ts';

/**
 * The JSON Schema of a tool's answer: its own fields with their types, null and all names that are always there. A model is shown the list
 * of tools each time (`C6.sizes`): what is within the fields is in `/openapi.json`, and what the input names is not described again.
 */
export const toolOutputSchema = (output: z.ZodObject, input: z.ZodObject): JsonSchema => {
  const { properties = {}, required = [] } = jsonSchema(output);
  const isNew = (name: string) => !Object.hasOwn(input.shape, name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).flatMap(([name, field]) =>
        isNew(name) ? [[name, typeAlone(field as JsonSchema)]] : [],
      ),
    ),
    required: required.filter(isNew),
  };
};

const typeAlone = ({ oneOf: [value] = [], type, items, const: only }: JsonSchema): JsonSchema => {
  if (value) {
    const { type: orNull, ...rest } = typeAlone(value);
    return { type: [orNull, 'null'] as z.core.JSONSchema.SchemaType[], ...rest };
  }
  return {
    // A constant has no type of its own.
    type: type ?? (typeof only as z.core.JSONSchema.SchemaType),
    ...(items && { items: typeAlone(items as JsonSchema) }),
  };
};
