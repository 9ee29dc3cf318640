import { z } from 'zod';

/** A schema without what makes its value optional or null. */
export const requiredSchema = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? requiredSchema(schema.unwrap())
    : schema;

/** The schema of what stands at a path of a value; undefined where the schema names nothing there. */
export const schemaAt = (
  schema: z.core.$ZodType | undefined,
  path: readonly PropertyKey[],
): z.core.$ZodType | undefined => {
  const found = schema && requiredSchema(schema);
  const [step, ...rest] = path;
  if (step === undefined) return found;
  if (found instanceof z.ZodObject) return schemaAt(found.shape[String(step)], rest);
  return found instanceof z.ZodArray ? schemaAt(found.element, rest) : undefined;
};

/** The names of an object's fields; none of another schema. */
export const fieldNames = (schema: z.core.$ZodType | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
