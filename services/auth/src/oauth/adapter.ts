import { setTimeout as sleep } from 'node:timers/promises';
import { type Adapter, type AdapterFactory, errors, Provider } from 'oidc-provider';
import { refuseAbandoned } from 'shared/http/refuse-abandoned.ts';
import { addSeconds } from 'shared/process/time.ts';
import type { Artifact, ArtifactStore } from '../access/artifact-store.ts';
import type { Connection, ConnectionStore } from '../access/connection-store.ts';
import type { RevokeConnection } from '../access/revoke-connection.ts';
import type { ClientStore } from './client-store.ts';

/** How long a used refresh token is accepted again, as long as its successor is unused (`C5.refresh`). */
const GRACE_SECONDS = 30;

/**
 * Redemptions of a code that arrive so soon after the one that used it lost a race; later ones are replays. The winner's answer
 * is delayed as long, so that nobody can have it and still count as a loser.
 */
const RACE_SECONDS = 0.5;

export type AdapterParts = {
  artifacts: ArtifactStore;
  clients: ClientStore;
  connections: ConnectionStore;
  revokeConnection: RevokeConnection;
  /** The refresh token that follows another. */
  successorOf: (refreshToken: string) => string;
};

/** What oidc-provider stores of each kind; nothing of its sessions, for every consent is asked for by mail. */
export const createAdapter = (parts: AdapterParts): AdapterFactory => {
  const adapters: Record<string, Partial<Adapter>> = {
    Client: clientAdapter(parts),
    Grant: grantAdapter(parts),
    Interaction: interactionAdapter(parts),
    AuthorizationCode: codeAdapter(parts),
    AccessToken: tokenAdapter(parts, 'AccessToken'),
    RefreshToken: refreshTokenAdapter(parts),
  };
  return (kind) => ({ ...NOTHING, ...adapters[kind] });
};

const nothing = async (): Promise<undefined> => undefined;

const NOTHING: Adapter = {
  upsert: nothing,
  find: nothing,
  findByUid: nothing,
  findByUserCode: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
};

const clientAdapter = ({ clients }: AdapterParts): Partial<Adapter> => ({
  find: async (id) => {
    const client = await clients.find(id, new Date());
    return (
      client && {
        client_id: client._id,
        ...client.metadata,
        // Compared with what is presented by `compareClientSecret` (provider.ts).
        ...(client.secret_hash && { client_secret: client.secret_hash }),
      }
    );
  },
});

/** A grant is a connection: whoever ends it, here or by `DELETE /tokens/current`, ends the same document. */
const grantAdapter = ({ connections, revokeConnection }: AdapterParts): Partial<Adapter> => ({
  find: async (id) => {
    const connection = await connections.findGrant(id, new Date());
    return connection?.grant && presentGrant(connection, connection.grant);
  },
  destroy: async (id) => {
    const connection = await connections.findGrant(id, new Date());
    if (connection) await revokeConnection(connection.account_id, id);
  },
});

const epochSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

const presentGrant = (
  { _id, account_id, scopes, created_at, expires_at }: Connection,
  { client_id, resources }: NonNullable<Connection['grant']>,
) => ({
  jti: _id,
  kind: 'Grant',
  accountId: account_id,
  clientId: client_id,
  resources: Object.fromEntries(resources.map((resource) => [resource, scopes.join(' ')])),
  iat: epochSeconds(created_at),
  exp: epochSeconds(expires_at),
});

/**
 * Artifacts of one kind. Two things are called consumed: our `consumed_at` says that one was used, the library's `consumed` that
 * using it again is a replay, which ends its grant. Not every second use is one: it may come of a race, or of an answer that was
 * lost.
 */
const artifactAdapter = (
  { artifacts }: AdapterParts,
  kind: string,
  isReplay: (usedAt: Date, used: Artifact) => boolean | Promise<boolean> = () => false,
): Partial<Adapter> => ({
  upsert: (id, payload) => artifacts.put(kind, id, payload),
  find: async (id) => {
    const found = await artifacts.find(kind, id);
    if (!found) return undefined;
    const { payload, consumed_at: usedAt } = found;
    const isReplayed = usedAt !== null && (await isReplay(usedAt, found));
    if (!isReplayed) return { ...payload, jti: id };
    // The library asks first whether it has expired: a replay ends the grant for as long as the code is stored.
    return { ...payload, jti: id, consumed: epochSeconds(usedAt), exp: epochSeconds(new Date()) + 60 };
  },
  destroy: (id) => artifacts.remove(kind, id),
});

/**
 * A token goes with its grant, never before it: once it was removed, a client that revokes it, or replays it, again, because its
 * grant could not be ended at first, would lead to nothing.
 */
const tokenAdapter = (...args: Parameters<typeof artifactAdapter>): Partial<Adapter> => ({
  ...artifactAdapter(...args),
  destroy: nothing,
});

/** The library destroys a sign-in when it redirects to the client; kept, its page redirects whenever it is loaded again. */
const interactionAdapter = (parts: AdapterParts): Partial<Adapter> => ({
  ...artifactAdapter(parts, 'Interaction'),
  destroy: nothing,
});

/** When the request that is being answered came to the gateway: its id, a UUIDv7, says so (RFC 9562, part 5.7). */
const receivedAt = (): Date => {
  const id = Provider.ctx?.get('x-request-id').replaceAll('-', '') ?? '';
  return /^[0-9a-f]{32}$/.test(id) ? new Date(Number.parseInt(id.slice(0, 12), 16)) : new Date();
};

/** If no refresh token came of the use that is noted, its redemption broke off, and nobody was given anything. */
const isCodeReplay = async (
  artifacts: ArtifactStore,
  usedAt: Date,
  { payload }: Artifact,
): Promise<boolean> =>
  receivedAt() > addSeconds(usedAt, RACE_SECONDS) && (await artifacts.hasRefreshToken(payload.grantId ?? ''));

const codeAdapter = (parts: AdapterParts): Partial<Adapter> => ({
  ...artifactAdapter(parts, 'AuthorizationCode', (usedAt, code) =>
    isCodeReplay(parts.artifacts, usedAt, code),
  ),
  consume: async (id) => {
    refuseAbandoned(Provider.ctx?.res);
    if (!(await parts.artifacts.consume('AuthorizationCode', id, new Date())))
      throw new errors.InvalidGrant('authorization code already consumed');
    await sleep(RACE_SECONDS * 1000);
  },
});

/** A used token is replayed once its successor was used too, or its grace is over. */
const isRefreshReplay = async (artifacts: ArtifactStore, usedAt: Date, token: Artifact): Promise<boolean> => {
  const successor = await artifacts.findSuccessor(token);
  // If the successor was never written, the answer that would have carried it cannot have been sent.
  if (!successor) return false;
  // The grace begins with the successor: if a process died before it was written, the next attempt writes it.
  const begunAt = new Date(Math.max(usedAt.getTime(), (successor.payload.iat ?? 0) * 1000));
  return successor.consumed_at !== null || new Date() > addSeconds(begunAt, GRACE_SECONDS);
};

/**
 * The successor of a refresh token is derived from it, so that all who refresh it at once, or again because the answer was
 * lost, get the same one: one family lives on.
 */
const refreshTokenAdapter = (parts: AdapterParts): Partial<Adapter> => ({
  ...tokenAdapter(parts, 'RefreshToken', (usedAt, token) => isRefreshReplay(parts.artifacts, usedAt, token)),
  upsert: async (id, payload) => {
    const { artifacts, connections } = parts;
    const now = new Date();
    const connection = await connections.findGrant(payload.grantId ?? '', now);
    if (connection) await connections.noteUse(connection, now);
    // With every token: it may have been removed for a moment, and come back as one that nobody approved.
    await artifacts.keepDocument(payload.clientId ?? '');
    await artifacts.putOnce('RefreshToken', id, payload);
  },
  consume: async (id) => {
    refuseAbandoned(Provider.ctx?.res);
    await parts.artifacts.consume('RefreshToken', id, new Date(), parts.successorOf(id));
  },
});
