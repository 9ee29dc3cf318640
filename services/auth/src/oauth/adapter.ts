import { setTimeout as sleep } from 'node:timers/promises';
import { type Adapter, type AdapterFactory, errors, Provider } from 'oidc-provider';
import { NETWORK_HEADER } from 'shared/calls/principal.ts';
import { refuseAbandoned } from 'shared/http/refuse-abandoned.ts';
import { addSeconds, DAY_SECONDS, HOUR_SECONDS } from 'shared/process/time.ts';
import type { Artifact, ArtifactStore } from '../access/artifact-store.ts';
import type { Connection, ConnectionStore } from '../access/connection-store.ts';
import type { RevokeConnection } from '../access/revoke-connection.ts';
import type { ClientStore } from './client-store.ts';

/** How long a used refresh token gives its successor again (`C5.refresh`): to whoever lost a race, */
const RACE_OF_REFRESHES_SECONDS = 30;
/** to processes of one client that share what they store, until the successor was used, */
const SHARED_SECONDS = HOUR_SECONDS;
/** and to a client whose answer was lost, until anything of that answer was used. */
const LOST_ANSWER_SECONDS = 30 * DAY_SECONDS;

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
    AccessToken: accessTokenAdapter(parts),
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

const accessTokenAdapter = (parts: AdapterParts): Partial<Adapter> => ({
  ...tokenAdapter(parts, 'AccessToken'),
  upsert: (id, payload) =>
    parts.artifacts.putAccessToken(id, payload, Provider.ctx?.oidc.entities.RefreshToken?.jti),
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

/** The network that the request which is being answered came from, as the gateway wrote it. */
const network = (): string => Provider.ctx?.get(NETWORK_HEADER) ?? '';

/**
 * What it means that a used refresh token is presented: it gives its successor again, it comes too `late` for that, or it is a
 * `replay`, which ends the grant. Late is who is in the network that the tokens last went to: most likely the client itself.
 */
const meaningOfReuse = async (
  { artifacts, connections }: AdapterParts,
  usedAt: Date,
  token: Artifact,
): Promise<'repeat' | 'late' | 'replay'> => {
  const now = new Date();
  const [successor, connection] = await Promise.all([
    artifacts.findSuccessor(token),
    connections.findGrant(token.grant_id ?? '', now),
  ]);
  // If the successor was never written, the answer that would have carried it cannot have been sent.
  if (!successor) return 'repeat';
  // The time begins with the successor: if a process died before it was written, the next attempt writes it.
  const begunAt = new Date(Math.max(usedAt.getTime(), (successor.payload.iat ?? 0) * 1000));
  const isWithin = (seconds: number) => now <= addSeconds(begunAt, seconds);
  const isSameNetwork = connection?.grant?.network === network();
  const isSuccessorUsed = successor.consumed_at !== null;
  const isAnswerLost = !isSuccessorUsed && successor.answer_used_at === null;
  const isRepeat =
    isWithin(RACE_OF_REFRESHES_SECONDS) ||
    (isSameNetwork && !isSuccessorUsed && isWithin(SHARED_SECONDS)) ||
    (isAnswerLost && isWithin(LOST_ANSWER_SECONDS));
  if (isRepeat) return 'repeat';
  return isSameNetwork ? 'late' : 'replay';
};

/**
 * The successor of a refresh token is derived from it, so that all who refresh it at once, or again because the answer was
 * lost, get the same one: one family lives on.
 */
const refreshTokenAdapter = (parts: AdapterParts): Partial<Adapter> => ({
  ...tokenAdapter(
    parts,
    'RefreshToken',
    async (usedAt, token) => (await meaningOfReuse(parts, usedAt, token)) === 'replay',
  ),
  upsert: async (id, payload) => {
    const { artifacts, connections } = parts;
    const now = new Date();
    const connection = await connections.findGrant(payload.grantId ?? '', now);
    if (connection) await connections.noteUse(connection, now);
    if (connection && connection.grant?.network !== network())
      await connections.noteNetwork(connection, network());
    // With every token: it may have been removed for a moment, and come back as one that nobody approved.
    await artifacts.keepDocument(payload.clientId ?? '');
    await artifacts.putRefreshToken(id, payload);
  },
  consume: async (id) => {
    refuseAbandoned(Provider.ctx?.res);
    const { artifacts, successorOf } = parts;
    if (await artifacts.consume('RefreshToken', id, new Date(), successorOf(id))) return;
    const used = await artifacts.find('RefreshToken', id);
    if (used?.consumed_at && (await meaningOfReuse(parts, used.consumed_at, used)) !== 'repeat')
      throw new errors.InvalidGrant('refresh token already used');
    // It is another where SECRET_KEY has changed since.
    await artifacts.noteSuccessor(id, successorOf(id));
  },
});
