import type { Document } from 'mongodb';

/**
 * A document of a backup as it is restored; undefined where it is not. An import that was under way is one that broke off: its state, its
 * rows and its records were read one after the other, so that going on with it would write some twice or leave some out. What it had
 * written can be taken back.
 */
export const withoutOpenImports = (collection: string, document: Document): Document | undefined => {
  if (collection === 'imports' && document.slot === 'open')
    return { ...document, slot: document._id, state: 'failed' };
  const isWaitingRow = collection === 'import_rows' && 'sealed' in document;
  return isWaitingRow ? undefined : document;
};
