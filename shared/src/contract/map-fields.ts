/** An object with these fields, each made from its name. */
export const mapFields = <Field extends string, Value>(
  fields: readonly Field[],
  make: (field: Field) => Value,
): Record<Field, Value> => {
  const made = {} as Record<Field, Value>;
  for (const field of fields) made[field] = make(field);
  return made;
};

/** These fields of an object, and no others. */
export const pick = <Of, Field extends keyof Of>(from: Of, fields: readonly Field[]): Pick<Of, Field> => {
  const picked = {} as Pick<Of, Field>;
  for (const field of fields) picked[field] = from[field];
  return picked;
};
