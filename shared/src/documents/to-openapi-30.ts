import type { Openapi } from './openapi.ts';

type Node = Record<string, unknown>;

const isObject = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `oneOf: [X, {type: "null"}]`: a reference cannot have a sibling in 3.0, so it stands in an `allOf`. */
const nullableObject = ({ oneOf, ...rules }: Node): Node => {
  const [value] = oneOf as Node[];
  return { ...rules, nullable: true, ...(value?.$ref ? { type: 'object', allOf: [value] } : value) };
};

const nullableValue = ({ type, ...rules }: Node): Node => ({
  ...rules,
  type: (type as string[]).find((each) => each !== 'null'),
  nullable: true,
});

/** The keywords of 3.1's JSON Schema that 3.0 lacks or writes otherwise, each with what takes its place. */
const REWRITTEN: [applies: (node: Node) => boolean, rewrite: (node: Node) => Node][] = [
  [({ oneOf }) => Array.isArray(oneOf) && oneOf[1]?.type === 'null', nullableObject],
  [({ type }) => Array.isArray(type), nullableValue],
  [({ const: value }) => value !== undefined, ({ const: value, ...rules }) => ({ ...rules, enum: [value] })],
  [
    ({ exclusiveMinimum }) => typeof exclusiveMinimum === 'number',
    ({ exclusiveMinimum, ...rules }) => ({ ...rules, minimum: exclusiveMinimum, exclusiveMinimum: true }),
  ],
  [
    ({ examples }) => Array.isArray(examples),
    ({ examples, ...rules }) => ({ ...rules, example: (examples as unknown[])[0] }),
  ],
  // Only OAuth's schemes list scopes in 3.0; the operation tells it in words.
  [
    ({ security }) => Array.isArray(security) && security.some(({ bearer = [] }) => bearer.length > 0),
    ({ security, description, ...operation }) => ({
      ...operation,
      description: [description, `Needs the scope \`${(security as Node[])[0]?.bearer}\`.`]
        .filter(Boolean)
        .join(' '),
      security: [{ bearer: [] }],
    }),
  ],
];

const convert = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(convert);
  if (!isObject(value)) return value;
  const converted = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, convertMember(key, inner)]),
  );
  return REWRITTEN.reduce((node, [applies, rewrite]) => (applies(node) ? rewrite(node) : node), converted);
};

/** Values in examples are no schemas, nor is a map of properties, whose names may be those of keywords. */
const convertMember = (key: string, value: unknown): unknown => {
  if (key === 'example') return value;
  if (key !== 'properties' || !isObject(value)) return convert(value);
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, convert(schema)]));
};

/** The same description as OpenAPI 3.0.4, for tools that stop there (`C1.openapi_30`). */
export const toOpenapi30 = ({ openapi: _, info, ...rest }: Openapi): object => {
  const { summary, ...info30 } = info;
  return { openapi: '3.0.4', info: info30, ...(convert(rest) as object) };
};
