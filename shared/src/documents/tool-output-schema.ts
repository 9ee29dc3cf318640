import type { z } from 'zod';
import { type JsonSchema, jsonSchema } from './json-schema.ts';

/**
 * The JSON Schema of a tool's answer: its own fields with their types, null and all names that are always there. What is within them is
 * in `/openapi.json`: a model is shown the list of tools each time, and to repeat a meal in each of them took half of it (`C6.sizes`).
 */
export const toolOutputSchema = (output: z.ZodObject): JsonSchema => {
  const { properties = {}, required = [] } = jsonSchema(output);
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, typeAlone(field as JsonSchema)]),
    ),
    required,
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
