import type { Language } from 'shared/contract/fields.ts';
import { wordsIn } from 'shared/words/words.ts';
import { OWN } from './sources.ts';
import type { StoredImport } from './stored-import.ts';

/** What a person calls the source of an import; undefined until it is known. */
export const sourceName = (
  language: Language,
  { source }: Pick<StoredImport, 'source'>,
): string | undefined => (source === OWN ? wordsIn(language).importing.ownName : source);
