import { foodKey } from 'shared/records/food-key.ts';

const ACCENTS = /[\u0300-\u036f]/g;
/** Letters that Unicode does not take apart, as people without them on their keyboard type them. */
const TYPED: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ı: 'i', æ: 'ae', œ: 'oe' };

/** The words of a text as they are compared: without case and accents, so `Йогурт` is `иогурт` and `piña` is `pina`. */
export const searchWords = (text: string): string[] =>
  foodKey(text)
    .normalize('NFD')
    .replace(ACCENTS, '')
    .replace(/[øłđıæœ]/g, (letter) => TYPED[letter] ?? letter)
    .split(/[\s\p{P}]+/u)
    .filter((word) => word !== '');

/** Whether each of these words begins a word of a name (`C11.search`). */
export const isFoundBy = (words: readonly string[], name: string): boolean => {
  // Most often nothing is searched for, and taking hundreds of names apart takes milliseconds.
  if (words.length === 0) return true;
  const named = searchWords(name);
  return words.every((word) => named.some((one) => one.startsWith(word)));
};
