import type { Assistant } from 'shared/service/principal.ts';
import { notFound } from 'shared/service/problem.ts';

/**
 * Handles the deletion of a record. `remove` tells whether the account had one with this id; a second deletion, like that of
 * somebody else's record, is a `not_found`.
 */
export const deleteRecord =
  (remove: (accountId: string, id: string) => Promise<boolean>) =>
  async ({ assistant, params: { id } }: { assistant: Assistant; params: { id: string } }) => {
    if (!(await remove(assistant.account.id, id))) throw notFound();
    return { deleted: true as const, id };
  };
