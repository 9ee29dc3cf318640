import { resourceMetadataUrl, tokenInvalid } from 'shared/admission/challenge.ts';
import { listTokens, revokeCurrentToken } from 'shared/contract/account.ts';
import { RESOURCE_PATHS } from 'shared/contract/oauth.ts';
import type { Route } from 'shared/service/route.ts';
import { presentConnection } from './connection.ts';
import type { ConnectionStore } from './connection-store.ts';
import type { EndConnection } from './end-connection.ts';

export type ConnectionParts = {
  siteUrl: string;
  connections: ConnectionStore;
  endConnection: EndConnection;
};

/** `GET /tokens` and `DELETE /tokens/current`. */
export const connectionRoutes = (
  route: Route,
  { siteUrl, connections, endConnection }: ConnectionParts,
): void => {
  route(listTokens, async ({ assistant }) => {
    const listed = await connections.list(assistant.account.id, new Date());
    return {
      tokens: listed.map((connection) => ({
        ...presentConnection(connection),
        current: connection._id === assistant.connection.id,
      })),
    };
  });

  route(revokeCurrentToken, async ({ assistant }) => {
    const { id } = assistant.connection;
    if (!(await endConnection(assistant.account.id, id)))
      throw tokenInvalid(resourceMetadataUrl(siteUrl, RESOURCE_PATHS.rest), [revokeCurrentToken.access]);
    return { revoked: true as const, id };
  });
};
