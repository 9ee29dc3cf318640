import fc, { type Arbitrary } from 'fast-check';

/** The subset of JSON Schema (2020-12) that describes the service's input. */
export type JsonSchema = {
  $ref?: string;
  type?: string | [string, 'null'];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean;
};

/** An input without the members that are null: an accepted null is not declared (`C1.null`, `C1.plain_schemas`). */
export const withoutNulls = (input: unknown): unknown =>
  input === undefined
    ? undefined
    : JSON.parse(JSON.stringify(input), function (key, value) {
        return value === null && key !== '' && !Array.isArray(this) ? undefined : value;
      });

/** Characters that some component may take for more than text; no control or direction marks, which names must not contain. */
const printable = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...'aZ9 éЖ中ßİﬁ') },
  { weight: 2, arbitrary: fc.constantFrom(...'<>&"\'`\\/{}[]();:,.$%*?#@|=+-~^!') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('🥗', '\u0301', '\u00a0', '\u2028', '\u200d', '\ufeff', '\u{10ffff}'),
  },
);

const LONGEST = 40;

/** Text within its bounds, counted in code points: short, or as long as allowed. The first character is visible. */
const textOf = ({ minLength = 0, maxLength = LONGEST }: JsonSchema): Arbitrary<string> => {
  const rest = (length: number) => fc.string({ unit: printable, maxLength: Math.min(length, LONGEST) });
  const visible = fc
    .tuple(fc.constantFrom('a', '9', '🥗', 'Ж'), rest(maxLength - 1))
    .map(([first, more]) => first + more);
  const longest = fc.constantFrom('x'.repeat(maxLength), '🥗'.repeat(maxLength));
  return fc.oneof(
    { weight: 8, arbitrary: visible },
    { weight: 1, arbitrary: longest },
    { weight: 1, arbitrary: minLength > 0 ? visible : fc.constant('') },
  );
};

const twoDigits = (max: number, min = 0) =>
  fc.integer({ min, max }).map((number) => String(number).padStart(2, '0'));

const date = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((moment) => moment.toISOString().slice(0, 10));

const offset = fc.oneof(
  fc.constantFrom('Z', '+14:00', '-14:00', '-00:00'),
  fc.tuple(fc.constantFrom('+', '-'), twoDigits(13), twoDigits(59)).map(([sign, h, m]) => `${sign}${h}:${m}`),
);

const dateTime = fc
  .tuple(
    fc.oneof(date, fc.constantFrom('0001-01-01', '9999-12-31', '2024-02-29', '2026-03-29')),
    twoDigits(23),
    twoDigits(59),
    fc.oneof(
      fc.constant(''),
      twoDigits(59).map((s) => `:${s}`),
      fc.constantFrom(':59.999999999', ':00.0'),
    ),
    offset,
  )
  .map(([day, hour, minute, seconds, zone]) => `${day}T${hour}:${minute}${seconds}${zone}`);

const email = fc
  .tuple(
    fc.stringMatching(/^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]{1,12}$/),
    fc.uuid(),
    fc.stringMatching(/^[a-z]{2,6}$/),
  )
  .map(([local, label, end]) => `${local}@${label}.${end}`);

const stringOf = (schema: JsonSchema): Arbitrary<string> => {
  if (schema.format === 'email') return email;
  if (schema.format === 'date') return date;
  if (schema.pattern?.includes('[0-9]{2}T')) return dateTime;
  if (schema.pattern)
    return fc.stringMatching(new RegExp(schema.pattern), { maxLength: schema.maxLength ?? LONGEST });
  return textOf(schema);
};

const numberOf = ({ minimum, maximum = 1e9, exclusiveMinimum }: JsonSchema): Arbitrary<number> => {
  const min = minimum ?? exclusiveMinimum ?? -1e9;
  const numbers = fc.double({ min, max: maximum, minExcluded: exclusiveMinimum !== undefined, noNaN: true });
  return fc.oneof(numbers, fc.constantFrom(maximum, ...(minimum === undefined ? [] : [minimum])));
};

const integerOf = ({ minimum: min = -1000, maximum: max = 1000 }: JsonSchema): Arbitrary<number> =>
  fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max));

/** Valid values for a schema; `find` resolves a `$ref`. */
export const valuesOf = (schema: JsonSchema, find: (ref: string) => JsonSchema): Arbitrary<unknown> => {
  const { $ref, anyOf, type, items, minItems = 0, maxItems = 4, properties = {}, required = [] } = schema;
  if ($ref) return valuesOf(find($ref), find);
  if (anyOf) return fc.oneof(...anyOf.map((option) => valuesOf(option, find)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => valuesOf({ ...schema, type: one }, find)));
  if ('const' in schema) return fc.constant(schema.const);
  if (type === 'null') return fc.constant(null);
  if (type === 'boolean') return fc.boolean();
  if (type === 'string') return stringOf(schema);
  if (type === 'number') return numberOf(schema);
  if (type === 'integer') return integerOf(schema);
  if (type === 'array') {
    const item = valuesOf(items ?? {}, find);
    const few = fc.array(item, { minLength: minItems, maxLength: Math.min(maxItems, minItems + 2) });
    const all = fc.array(item, { minLength: maxItems, maxLength: maxItems });
    return fc.oneof({ weight: 15, arbitrary: few }, { weight: 1, arbitrary: all });
  }
  if (type !== 'object') throw new Error(`nothing is known of ${JSON.stringify(schema)}`);
  // Only what is sent is closed, and there a null counts as absent.
  const isInput = schema.additionalProperties === false;
  const fields = Object.entries(properties).map(([name, field]) => {
    const values = valuesOf(field, find);
    return [name, isInput && !required.includes(name) ? fc.option(values, { freq: 8 }) : values];
  });
  return fc.record(Object.fromEntries(fields), { requiredKeys: required as never[] });
};
