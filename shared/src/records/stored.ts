import type { Author } from '../contract/fields.ts';
import type { ChangeAction } from '../contract/kinds.ts';

/** The last change of a record: what it did, and who made it. */
type LastChange = Author & { action: ChangeAction };

/** How often a record was changed, and the last change; null where there was none. */
export type Versioned = {
  version: number;
  updated_by: LastChange | null;
  /** The import that brought it; absent where none did. Only the download shows it (`C14.way`). */
  import_id?: string;
};

/** A record that was never changed. */
export const UNCHANGED = { version: 1, updated_by: null } as const satisfies Versioned;

/** Who changed a record last, as it is shown (`A.listed`). */
export const presentAuthor = (author: Author): Author => ({ by: author.by, client_name: author.client_name });

/** A resource of the contract as it is stored: the same fields, its times as dates, and whose it is. */
export type Stored<Resource, Times extends keyof Resource> = Omit<Resource, 'id' | Times> & {
  [Time in Times]: Date;
} & {
  _id: string;
  account_id: string;
};

/** A document as it is found: stored by a release that did not know the later fields yet, it lacks them. */
export type Found<Document, Later extends keyof Document> = Omit<Document, Later> &
  Partial<Pick<Document, Later>>;

/**
 * Of what a day has many. When something was eaten or noted: `instant` to sort by, `clock_time` (`HH:MM`) for pages. Like the day,
 * the clock time is stored as it was, so that a later change of the profile's zone moves neither (docs/decisions/reports.md).
 * `size` is what it takes of the room of its day, in bytes (docs/decisions/input.md).
 */
export type AtAMoment = { instant: Date; clock_time: string; size: number };
