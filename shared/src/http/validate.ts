import type { Request } from 'express';
import { z } from 'zod';
import { inputErrorMap } from '../contract/input-errors.ts';
import type { Operation } from '../contract/operation.ts';
import type { Issue } from '../contract/problem.ts';
import { Problem } from '../contract/problem.ts';
import { adviseOnUnknown } from './unknown-field.ts';

/** No name of ours is as long; a caller's longer one would come back in full, twice. */
const MAX_STEP = 100;

const escapePointer = (step: PropertyKey): string => {
  const name = String(step);
  const shown = name.length > MAX_STEP ? `${name.slice(0, MAX_STEP)}…` : name;
  // Many clients cannot read an answer with half of a surrogate pair.
  return shown.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1');
};

/** An RFC 6901 pointer below `root`. */
export const pointer = (root: string, path: PropertyKey[]): string =>
  [root, ...path.map(escapePointer)].join('/');

/** A field at this pointer that no schema names. */
export const unknownField = (at: string, message = 'is not known here'): Issue => ({
  pointer: at,
  code: 'unknown_field',
  message,
});

/** What the input is checked against, where it stands ('' for a body, else `query` or `path`), and what the call would answer. */
type Checked = { schema: z.ZodType; root?: string | undefined; answer?: z.ZodType | undefined };

/** What zod found, as issues that a person can correct. */
const presentIssues = (error: z.core.$ZodError, { schema, root = '', answer }: Checked): Issue[] =>
  error.issues.flatMap((found): Issue[] => {
    if (found.code === 'unrecognized_keys') {
      const advise = adviseOnUnknown(found.keys, found.path, schema, answer);
      return found.keys.map((key) => unknownField(pointer(root, [...found.path, key]), advise(key)));
    }
    const at = pointer(root, found.path);
    if (found.code !== 'custom' && found.input === undefined)
      return [{ pointer: at, code: 'required', message: 'is required' }];
    if (found.code === 'invalid_type' && root === 'query' && Array.isArray(found.input))
      return [{ pointer: at, code: 'duplicate', message: 'is given more than once' }];
    const code = found.code === 'custom' ? String(found.params?.code ?? 'invalid') : found.code;
    return [{ pointer: at, code, message: found.message }];
  });

/** The first fault of each place: what is no date at all also fails the check for a calendar date. */
const firstOfEachPlace = (issues: Issue[]): Issue[] =>
  [...Map.groupBy(issues, ({ pointer }) => pointer).values()].flatMap((found) => found.slice(0, 1));

/**
 * `value` as the schema makes it. Throws `validation_failed` with an issue for each place that is wrong; to advise on a field that the
 * service sets, it has to know the `answer`.
 */
export const parse = <S extends z.ZodType>(
  schema: S,
  value: unknown,
  { root, answer }: Pick<Checked, 'root' | 'answer'> = {},
): z.output<S> => {
  const result = schema.safeParse(value, { reportInput: true, error: inputErrorMap });
  if (result.success) return result.data;
  throw validationFailed(firstOfEachPlace(presentIssues(result.error, { schema, root, answer })));
};

/** More would help nobody; a body of nothing but faults would come back seven times as large. */
const MAX_ISSUES = 200;

/** The problem of an input with these faults; its detail names the first and says how many there are. */
export const validationFailed = (issues: Issue[]): Problem => {
  const [first] = issues;
  const where = first?.pointer ? `${first.pointer} ` : 'The body ';
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return new Problem('validation_failed', `${where}${first?.message}${more}.`, {
    issues: issues.slice(0, MAX_ISSUES),
  });
};

const DECIMAL = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/;

const isNumeric = (field: unknown): boolean =>
  field instanceof z.ZodOptional ? isNumeric(field.unwrap()) : field instanceof z.ZodNumber;

/** A query is all text: where a field is a number, what is written as one is read as one. */
const withNumbers = (fields: Operation['query'], query: Request['query']): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      isNumeric(fields?.shape[name]) && DECIMAL.test(String(value)) ? Number(value) : value,
    ]),
  );

/** The input of an operation as its schemas make it. Throws `validation_failed`. */
export const validate = (operation: Operation, request: Request) => ({
  params: operation.params && parse(operation.params, request.params, { root: 'path' }),
  query: parse(operation.query ?? NOTHING, withNumbers(operation.query, request.query), { root: 'query' }),
  body: parse(operation.body ?? NO_BODY, request.body, { answer: operation.response }),
});

const NOTHING = z.strictObject({});
const NO_BODY = NOTHING.optional();
