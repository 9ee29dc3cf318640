/** A text as names are compared by: without regard to case, accents and spaces. */
export const nameKey = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();

const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const withoutQuoted = (line: string): string => line.replace(/"[^"]*"/g, '');

/** What separates the columns, told from the header alone: numbers in the rows may have commas. */
export const delimiterOf = (header: string): Delimiter => {
  const plain = withoutQuoted(header);
  const count = (delimiter: string): number => plain.split(delimiter).length;
  return DELIMITERS.reduce((best, next) => (count(next) > count(best) ? next : best));
};

/** A name in a header: `Fat (g)` is `fat`, in `g`. */
export type Column = { name: string; unit: string };

export const columnOf = (written: string): Column => {
  const [, name = '', unit = ''] = /^(.*?)(?:\(([^()]*)\))?$/.exec(nameKey(written)) ?? [];
  return { name: name.trim(), unit: unit.trim() };
};

/** The columns of a file, from its first line. */
export const columnsIn = (text: string): Column[] => {
  const [header = ''] = text.replace(/^\s+/, '').split(/\r\n|\r|\n/, 1);
  return header.split(delimiterOf(header)).map((written) => columnOf(written.replace(/^\s*"|"\s*$/g, '')));
};

/** The names that each field of a file may have. */
export type FieldNames<Field extends string> = Record<Field, readonly string[]>;

/** Where each field is, by its name; undefined where the file has no such column. */
export const findFields = <Field extends string>(
  columns: readonly Column[],
  names: FieldNames<Field>,
): Partial<Record<Field, number>> => {
  const found: Partial<Record<Field, number>> = {};
  for (const field of Object.keys(names) as Field[]) {
    const keys = names[field].map(nameKey);
    const index = columns.findIndex(({ name }) => keys.includes(name));
    if (index >= 0) found[field] = index;
  }
  return found;
};

/** Whether a file has all of these fields. */
export const hasFields = <Field extends string>(
  text: string,
  names: FieldNames<Field>,
  ...fields: Field[]
): boolean => {
  const found = findFields(columnsIn(text), names);
  return fields.every((field) => found[field] !== undefined);
};
