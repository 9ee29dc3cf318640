import type { Language } from '../contract/fields.ts';
import { wordsIn } from './words.ts';

/** What an operation does, for people; one without words of its own is called by its id. */
export const operationWords = (language: Language, operation: string): string => {
  const words: Readonly<Record<string, string>> = wordsIn(language).operations;
  return words[operation] ?? operation;
};
