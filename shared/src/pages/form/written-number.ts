import type { Language } from '../../contract/fields.ts';
import { localeTag } from '../figures/format.ts';

/**
 * A number as people write it, with a comma or a point; undefined where it is none. Three decimals are refused: `2.000` may mean two
 * or two thousand.
 */
export const readNumber = (entry: string): number | undefined =>
  /^\d+([.,]\d{1,2})?$/.test(entry) ? Number(entry.replace(',', '.')) : undefined;

/** A number in a form's field, its fraction with the language's own sign. */
export const writeNumber = (language: Language, value: number): string =>
  String(value).replace('.', (0.5).toLocaleString(localeTag(language)).charAt(1));
