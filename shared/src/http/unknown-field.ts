import { closest } from 'fastest-levenshtein';
import type { z } from 'zod';
import { fieldNames, schemaAt } from '../contract/input-schema.ts';

/** What a field is sent for that is ours in another unit, and how it is converted. */
const OTHER_UNITS = [
  { sent: /kj|kilojoule/i, field: 'kcal', convert: 'divide kilojoules by 4.184' },
  { sent: /^salt/i, field: 'sodium_mg', convert: '1 g of salt is 400 mg of sodium' },
];

/**
 * What to do about fields of an object that no schema names (`C7.unknown_field`): the nearest of those that are known there, how to convert
 * another unit, or, where the answer to the call has a field of that name, which ones to leave out.
 */
export const adviseOnUnknown = (
  names: readonly string[],
  path: readonly PropertyKey[],
  input: z.core.$ZodType,
  answer: z.core.$ZodType | undefined,
): ((name: string) => string) => {
  const known = fieldNames(schemaAt(input, path));
  const answered = fieldNames(schemaAt(answer, path));
  const readBack = names.filter((name) => answered.includes(name)).map((name) => `\`${name}\``);
  return (name) => {
    if (answered.includes(name)) return `is set by the service: leave out ${readBack.join(', ')}`;
    if (known.length === 0) return 'is not known here, where nothing is taken';
    const unit = OTHER_UNITS.find(({ sent, field }) => sent.test(name) && known.includes(field));
    if (unit) return `is not known here: send \`${unit.field}\` (${unit.convert})`;
    return `is not known here: the nearest known name is \`${closest(name.toLowerCase(), known)}\``;
  };
};
