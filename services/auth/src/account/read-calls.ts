import type { CallLogStore } from '../call-log/call-log-store.ts';
import type { ShownCalls } from './call-log-section.ts';

const PAGE_SIZE = 25;

/** The calls of `/account`, 25 a page: those that the query of its address asks for. What it does not know there, it ignores. */
export const readCalls = async (
  calls: CallLogStore,
  accountId: string,
  query: { client_name?: unknown; before?: unknown },
): Promise<ShownCalls> => {
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
