import type { CallLogStore } from '../call-log/call-log-store.ts';
import type { ShownCalls } from '../pages/account/call-log-section.ts';

const PAGE_SIZE = 25;

/** The part of an account's call log that the query of the page's address asks for; what it does not know, it ignores. */
export type ReadCalls = (
  accountId: string,
  query: { client_name?: unknown; before?: unknown },
) => Promise<ShownCalls>;

/** Makes the function that reads the calls of `/account`, 25 a page. */
export const createCallReader =
  (calls: CallLogStore): ReadCalls =>
  async (accountId, query) => {
    const { names, isLong } = await calls.clientNames(accountId);
    const clientName = names.find((name) => name === query.client_name);
    const before = typeof query.before === 'string' ? await calls.find(accountId, query.before) : null;
    const found = await calls.list(accountId, { clientName, before: before ?? undefined }, PAGE_SIZE + 1);
    return {
      calls: found.slice(0, PAGE_SIZE),
      clientNames: names,
      clientName,
      isLong,
      isNewest: !before,
      hasOlder: found.length > PAGE_SIZE,
    };
  };
