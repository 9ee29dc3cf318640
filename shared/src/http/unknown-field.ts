import { closest } from 'fastest-levenshtein';
import type { z } from 'zod';
import { fieldNames, schemaAt } from '../contract/input-schema.ts';

/** What a field is sent for that is ours by another name or in another unit, and how it is converted. The first that fits counts. */
const OTHER_UNITS = [
  { sent: /kj|kilojoule/i, field: 'kcal', convert: 'divide kilojoules by 4.184' },
  { sent: /calor|energy/i, field: 'kcal', convert: 'in kilocalories' },
  { sent: /^salt/i, field: 'sodium_mg', convert: '1 g of salt is 400 mg of sodium' },
  { sent: /^sodium/i, field: 'sodium_mg', convert: '1 g is 1,000 mg' },
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
    // Models put what is said of an entry beside the list of entries.
    const list = known.find((field) => fieldNames(schemaAt(input, [...path, field, 0])).includes(name));
    if (list) return `is not known here: it belongs in each entry of \`${list}\``;
    return `is not known here: the nearest known name is \`${closest(name.toLowerCase(), known)}\``;
  };
};
