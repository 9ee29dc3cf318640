import type { z } from 'zod';

const KINDS: Record<string, string> = {
  string: 'a string',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const UNITS: Record<string, string> = { string: 'characters', array: 'entries' };

const boundMessage = (origin: string, bound: string): string =>
  UNITS[origin] ? `must have ${bound} ${UNITS[origin]}` : `must be ${bound}`;

/** What is wrong, for whoever corrects it. If a schema has words of its own for it (contract/fields.ts), those are used. */
export const inputErrorMap: z.core.$ZodErrorMap = (found) => {
  switch (found.code) {
    case 'invalid_type':
      return `must be ${KINDS[found.expected] ?? found.expected}`;
    case 'invalid_value':
      return `must be one of ${found.values.join(', ')}`;
    case 'too_small':
      return boundMessage(
        found.origin,
        found.inclusive ? `${found.minimum} or more` : `more than ${found.minimum}`,
      );
    case 'too_big':
      return boundMessage(found.origin, `at most ${found.maximum}`);
    default:
      return undefined;
  }
};
