import { z } from 'zod';
import { day, id, idempotencyKey, optional, version } from '../contract/fields.ts';
import { METHODS } from '../contract/methods.ts';
import {
  conditionsOf,
  isWrite,
  needsToken,
  type Operation,
  takesIdempotencyKey,
} from '../contract/operation.ts';
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
  operationFor: (input: Input) => Operation;
  /** A valid input with the names that the operation has for its fields. */
  toOperationInput: (input: Input) => Input;
};

type Input = Record<string, unknown>;

const NO_KEYS = ['null', 'undefined'];

const keyArgument = optional(
  idempotencyKey.refine((key) => !NO_KEYS.includes(key), {
    error: 'is no key: leave it out, or send a new one',
  }),
).meta({
  description: 'New a write, same to repeat.',
});

/** `If-Match` of REST, as a tool takes it (`C10.conditions`). */
const versionArgument = optional(version).meta({
  description: 'Only this `version`.',
});

const changeFields = (
  fields: z.ZodObject | undefined,
  change: (field: z.ZodType, name: string) => z.ZodType,
): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(fields?.shape ?? {}).map(([name, field]) => [name, change(field as z.ZodType, name)]),
  );

/** What a path holds, as a tool takes it: its description says where the id is from. */
const IN_PATH: Record<string, z.ZodType> = {
  day: optional(day).meta({ description: 'Today when absent.' }),
  id,
};

/** Path, query and body of an operation side by side, the day of the path optional; a null counts as absent everywhere. */
export const flattenedInput = (operation: Operation): z.ZodObject =>
  z.strictObject({
    ...changeFields(operation.params, (field, name) => IN_PATH[name] ?? field),
    ...changeFields(operation.query, optional),
    ...operation.body?.shape,
    ...(isWrite(operation) &&
      conditionsOf(operation).includes('If-Match') && { if_version: versionArgument }),
    ...(takesIdempotencyKey(operation) && { idempotency_key: keyArgument }),
  });

/** What the methods tell of all that a tool may do. The diary is all that a call reaches, unless the tool says otherwise. */
const hintsOf = (operations: readonly Operation[]): Hints => {
  const methods = operations.map(({ method }) => METHODS[method]);
  return {
    readOnlyHint: !methods.some(({ writes }) => writes),
    destructiveHint: methods.some(({ destructive }) => destructive),
    idempotentHint: methods.every(({ idempotent }) => idempotent),
    openWorldHint: false,
  };
};

const scopeOf = (operation: Operation): Scope => {
  if (!needsToken(operation)) throw new Error(`${operation.id} takes no token, so it cannot be a tool`);
  return operation.access;
};

/** What a model is told of a tool, and what of the tool its operation does not tell. */
type Presentation = Pick<Tool, 'title' | 'description'> &
  Partial<Omit<Tool, 'scope' | 'hints'>> & { hints?: Partial<Hints> };

/** The tool of an operation, with the operation's own example unless there is another. Throws where its answer can have several forms, if no `output` is given. */
export const toolOf = (
  operation: Operation,
  { hints, operations = [operation], output = objectIn(operation), ...presentation }: Presentation,
): Tool => ({
  name: operation.id,
  scope: scopeOf(operation),
  hints: { ...hintsOf(operations), ...hints },
  input: flattenedInput(operation),
  output,
  example: { ...operation.example.params, ...(operation.example.body as object | undefined) },
  operations,
  operationFor: () => operation,
  toOperationInput: (input) => input,
  ...presentation,
});

const objectIn = ({ id, response }: Operation): z.ZodObject => {
  if (response instanceof z.ZodObject) return response;
  throw new Error(`${id} answers in several forms, of which a tool can describe one`);
};

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
    outputSchema: { ...toolOutputSchema(output, input), type: 'object' as const },
    // Clients of 2025-03-26 look for the title among the annotations, and so does Claude's directory.
    annotations: { title, ...hints },
    securitySchemes,
    _meta: { securitySchemes },
  };
};
