import { z } from 'zod';
import { idempotencyKey, optional } from '../contract/fields.ts';
import { METHODS } from '../contract/methods.ts';
import { isWrite, needsToken, type Operation, takesIdempotencyKey } from '../contract/operation.ts';
import type { Scope } from '../contract/scopes.ts';
import { toolIcon } from './tool-icons.ts';
import { toolInputSchema } from './tool-input-schema.ts';
import { toolOutputSchema } from './tool-output-schema.ts';

/** What a call does to the diary, as MCP's `ToolAnnotations`: clients decide by it when to ask the person first. */
type Hints = {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
};

/** One function of the MCP server: an operation (or several of one kind) with its input flattened (`C6.input`). */
export type Tool = {
  name: string;
  title: string;
  /** For a model that has never seen the service. */
  description: string;
  scope: Scope;
  hints: Hints;
  input: z.ZodObject;
  output: z.ZodObject;
  /** A valid input. */
  example: Record<string, unknown>;
  /** The operations that the tool stands for. */
  operations: readonly Operation[];
  /** The operation that a valid input asks for. */
  operationFor: (input: Record<string, unknown>) => Operation;
};

const NO_KEYS = ['null', 'undefined'];

const keyArgument = optional(
  idempotencyKey.refine((key) => !NO_KEYS.includes(key), {
    error: 'is no key: leave it out, or send a new one',
  }),
).meta({
  description:
    'A new key for each record, such as a UUID; the same one only to repeat a call that got no answer.',
});

const changeFields = (
  fields: z.ZodObject | undefined,
  change: (field: z.ZodType, name: string) => z.ZodType,
): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(fields?.shape ?? {}).map(([name, field]) => [name, change(field as z.ZodType, name)]),
  );

/** Path, query and body of an operation side by side, the day of the path optional; a null counts as absent everywhere. */
const flattenedInput = (operation: Operation): z.ZodObject =>
  z.strictObject({
    ...changeFields(operation.params, (field, name) =>
      name === 'day'
        ? optional(field).meta({ description: "Today in the profile's time zone when absent." })
        : field,
    ),
    ...changeFields(operation.query, optional),
    ...operation.body?.shape,
    ...(takesIdempotencyKey(operation) && { idempotency_key: keyArgument }),
  });

/** What the method tells. The diary is all that a call reaches, unless the tool says otherwise. */
const hintsOf = (operation: Operation): Hints => ({
  readOnlyHint: !isWrite(operation),
  destructiveHint: METHODS[operation.method].destructive,
  idempotentHint: METHODS[operation.method].idempotent,
  openWorldHint: false,
});

const scopeOf = (operation: Operation): Scope => {
  if (!needsToken(operation)) throw new Error(`${operation.id} takes no token, so it cannot be a tool`);
  return operation.access;
};

type Presentation = Pick<Tool, 'title' | 'description'> &
  Partial<Pick<Tool, 'example'>> & { hints?: Partial<Hints> };

/** The tool of an operation. Without `example` it takes the operation's own; `hints` are those that its method does not tell. */
export const toolOf = (
  operation: Operation & { response: z.ZodObject },
  { title, description, example, hints }: Presentation,
): Tool => ({
  name: operation.id,
  title,
  description,
  scope: scopeOf(operation),
  hints: { ...hintsOf(operation), ...hints },
  input: flattenedInput(operation),
  output: operation.response,
  example: example ?? { ...operation.example.params, ...(operation.example.body as object | undefined) },
  operations: [operation],
  operationFor: () => operation,
});

/** A tool as `tools/list` shows it. */
export const describeTool = ({ name, title, description, scope, hints, input, output, example }: Tool) => {
  // ChatGPT reads how to sign in of each tool; clients that drop what they do not know find it in `_meta`.
  const securitySchemes = [{ type: 'oauth2', scopes: [scope] }];
  return {
    name,
    title,
    description: Object.keys(example).length
      ? `${description}\n\nExample: ${JSON.stringify(example)}`
      : description,
    icons: [toolIcon(scope)],
    inputSchema: { ...toolInputSchema(input), type: 'object' as const },
    outputSchema: { ...toolOutputSchema(output), type: 'object' as const },
    // Clients of 2025-03-26 look for the title among the annotations.
    annotations: { title, ...hints },
    securitySchemes,
    _meta: { securitySchemes },
  };
};
