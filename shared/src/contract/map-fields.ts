/** An object with these fields, each made from its name. */
export const mapFields = <Field extends string, Value>(
  fields: readonly Field[],
  make: (field: Field) => Value,
): Record<Field, Value> =>
  Object.fromEntries(fields.map((field) => [field, make(field)])) as Record<Field, Value>;
