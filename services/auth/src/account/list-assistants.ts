import type { ConnectedAssistant } from 'shared/http/export-parts.ts';
import { addSeconds, DAY_SECONDS } from 'shared/process/time.ts';
import { presentConnection } from '../access/connection.ts';
import type { ConnectionStore } from '../access/connection-store.ts';
import type { CallLogStore } from '../call-log/call-log-store.ts';

const WEEK_SECONDS = 7 * DAY_SECONDS;

/** The connected assistants of an account with what each did in the last 7 days, the newest first (`C8.report`). */
export const listAssistants = async (
  { connections, calls }: { connections: ConnectionStore; calls: CallLogStore },
  accountId: string,
): Promise<ConnectedAssistant[]> => {
  const now = new Date();
  const [listed, { counts, isLong }] = await Promise.all([
    connections.list(accountId, now),
    calls.countSince(accountId, addSeconds(now, -WEEK_SECONDS)),
  ]);
  return listed.map((connection) => ({
    ...presentConnection(connection),
    calls: counts
      .filter(({ connection_id }) => connection_id === connection._id)
      .map(({ operation, count }) => ({ operation, count })),
    are_newest_calls: isLong,
  }));
};
