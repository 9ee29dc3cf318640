import type { Router } from 'express';
import {
  type ConnectedAssistant,
  type exportedAccount,
  type exportedConnection,
  exportRoutes,
} from 'shared/http/export-parts.ts';
import type { Keys } from 'shared/process/keys.ts';
import type { exportedCall } from 'shared/queues/call-log.ts';
import { presentAccount } from 'shared/records/account.ts';
import type { z } from 'zod';
import { presentConnection } from '../access/connection.ts';
import type { ConnectionStore } from '../access/connection-store.ts';
import type { SessionStore } from '../access/session-store.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import type { CallLogStore } from '../call-log/call-log-store.ts';
import { listAssistants } from './list-assistants.ts';

export type InternalParts = {
  keys: Keys;
  accounts: AccountStore;
  sessions: SessionStore;
  connections: ConnectionStore;
  calls: CallLogStore;
};

/** What auth tells the other services of an account: its assistants, for `/report`, and its parts of the download. */
export const internalRoutes = ({ keys, accounts, sessions, connections, calls }: InternalParts): Router =>
  exportRoutes(keys, {
    async *assistants(accountId): AsyncGenerator<ConnectedAssistant> {
      yield* await listAssistants({ connections, calls }, accountId);
    },

    async *account(accountId): AsyncGenerator<z.input<typeof exportedAccount>> {
      const account = await accounts.findById(accountId);
      if (!account) return;
      yield {
        ...presentAccount(account),
        created_at: account.created_at.toISOString(),
        consents: account.consents.map(({ terms_version, at }) => ({ terms_version, at: at.toISOString() })),
        sessions: (await sessions.list(accountId, new Date())).map((session) => ({
          browser: session.browser,
          network: session.network,
          created_at: session.created_at.toISOString(),
          last_used_at: session.last_used_at.toISOString(),
        })),
      };
    },

    async *connections(accountId): AsyncGenerator<z.input<typeof exportedConnection>> {
      yield* (await connections.list(accountId, new Date())).map(presentConnection);
    },

    async *call_log(accountId): AsyncGenerator<z.input<typeof exportedCall>> {
      for await (const call of calls.all(accountId))
        yield {
          connection_id: call.connection_id,
          client_name: call.client_name,
          operation: call.operation,
          channel: call.channel,
          status: call.status,
          at: call.at.toISOString(),
        };
    },
  });
