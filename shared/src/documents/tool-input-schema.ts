import type { z } from 'zod';
import { type JsonSchema, jsonSchema } from './json-schema.ts';

/** llama.cpp makes a grammar of the schemas, and takes no repetition of this many or more. */
const LONGEST_REPETITION = 2000;

/**
 * The JSON Schema of a tool's input, without the keywords for which some models' APIs refuse the whole list of tools: Gemini's
 * takes neither `examples` nor `exclusiveMinimum` nor `format: date`, Copilot Studio's no `exclusiveMinimum`. What they said
 * stands in the descriptions instead; the service checks all of it in any case.
 */
export const toolInputSchema = (input: z.ZodObject): JsonSchema => {
  const schema = jsonSchema(input);
  sayInWords(schema);
  return schema;
};

const sayInWords = (schema: JsonSchema): void => {
  // A nullable field has its rules in an `anyOf`, and its description beside that.
  const said = [schema, ...(schema.anyOf ?? [])].flatMap(takeOut);
  if (said.length > 0) schema.description = [schema.description, ...said].filter(Boolean).join(' ');
  for (const { properties = {}, items } of [schema, ...(schema.anyOf ?? [])])
    for (const inner of [...Object.values(properties), items]) if (inner) sayInWords(inner as JsonSchema);
};

/** Takes the keywords out of one schema and returns the sentences that say the same. */
const takeOut = (schema: JsonSchema): string[] => {
  const { examples, exclusiveMinimum, maxLength } = schema;
  const said: string[] = [];
  // Every field that has a `format` has an example of it, too.
  delete schema.format;
  if (examples) {
    delete schema.examples;
    said.push(`Such as ${JSON.stringify(examples[0])}.`);
  }
  if (typeof exclusiveMinimum === 'number') {
    delete schema.exclusiveMinimum;
    schema.minimum = exclusiveMinimum;
    said.push(`More than ${exclusiveMinimum}.`);
  }
  if (maxLength !== undefined && maxLength >= LONGEST_REPETITION) {
    delete schema.maxLength;
    said.push(`At most ${maxLength} characters.`);
  }
  return said;
};
