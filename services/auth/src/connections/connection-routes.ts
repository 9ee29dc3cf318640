import { Router } from 'express';
import { resourceMetadataUrl, tokenInvalid } from 'shared/admission/challenge.ts';
import { listTokens, revokeCurrentToken } from 'shared/contract/account.ts';
import { RESOURCE_PATHS } from 'shared/contract/oauth.ts';
import type { Keys } from 'shared/service/keys.ts';
import { createRoute } from 'shared/service/route.ts';
import type { ConnectionStore } from './connection-store.ts';
import type { EndConnection } from './end-connection.ts';
import { presentConnection } from './present-connection.ts';

export type ConnectionParts = {
  siteUrl: string;
  keys: Keys;
  connections: ConnectionStore;
  endConnection: EndConnection;
};

/** `GET /tokens` and `DELETE /tokens/current`. */
export const connectionRoutes = ({ siteUrl, keys, connections, endConnection }: ConnectionParts): Router => {
  const router = Router();
  const route = createRoute(router, keys);

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

  return router;
};
