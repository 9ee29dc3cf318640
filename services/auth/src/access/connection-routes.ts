import { resourceMetadataUrl, tokenInvalid } from 'shared/admission/challenge.ts';
import { RESOURCE_PATHS } from 'shared/contract/oauth.ts';
import { listTokens, revokeCurrentToken } from 'shared/contract/operations/account.ts';
import type { Route } from 'shared/http/route.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import { presentConnection } from './connection.ts';
import { afterUse, type ConnectionStore } from './connection-store.ts';
import type { RevokeConnection } from './revoke-connection.ts';

export type ConnectionParts = {
  siteUrl: string;
  accounts: AccountStore;
  connections: ConnectionStore;
  revokeConnection: RevokeConnection;
};

/** `GET /tokens` and `DELETE /tokens/current`. */
export const connectionRoutes = (
  route: Route,
  { siteUrl, accounts, connections, revokeConnection }: ConnectionParts,
): void => {
  route(listTokens, async ({ assistant }) => {
    const { id } = assistant.account;
    const now = new Date();
    // mcp asks this way whether a token still holds (services/mcp/src/messages/admission.ts): those of a closed account do not, even
    // before they are removed.
    const [open, listed] = await Promise.all([accounts.findOpen(id), connections.list(id, now)]);
    return {
      tokens: (open ? listed : []).map((connection) => {
        const current = connection._id === assistant.connection.id;
        // The use that this call is will be noted with the call log.
        return { ...presentConnection(current ? afterUse(connection, now) : connection), current };
      }),
    };
  });

  route(revokeCurrentToken, async ({ assistant }) => {
    const { id } = assistant.connection;
    if (!(await revokeConnection(assistant.account.id, id)))
      throw tokenInvalid(resourceMetadataUrl(siteUrl, RESOURCE_PATHS.rest), [revokeCurrentToken.access]);
    return { revoked: true as const, id };
  });
};
