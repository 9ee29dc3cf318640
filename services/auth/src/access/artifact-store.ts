import type { Db } from 'mongodb';
import type { AdapterPayload } from 'oidc-provider';
import { LIMITS } from 'shared/contract/limits.ts';
import { hashSecret } from 'shared/process/keys.ts';
import { addSeconds, DAY_SECONDS, HOUR_SECONDS } from 'shared/process/time.ts';
import type { Indexes } from 'shared/store/make-indexes.ts';
import { ignoreDuplicateKey } from 'shared/store/mongo.ts';
import type { Connection } from './connection-store.ts';
import { type FoundWithAccount, readInForce, type WithAccount, withAccount } from './with-account.ts';

/**
 * What oidc-provider keeps by a secret: codes, access and refresh tokens, the sign-ins that are under way; by its address, a
 * client's own document.
 */
export type Artifact = {
  /** The SHA-256 of the secret, which itself is kept nowhere, or of the address. */
  _id: string;
  kind: string;
  /** The artifact's content, as the library writes it. */
  payload: AdapterPayload;
  /** The connection that the artifact belongs to. */
  grant_id?: string;
  /** The account that the artifact belongs to. */
  account_id?: string;
  expires_at: Date;
  /** When a code or refresh token was first used; the library's own `consumed` means more (adapter.ts). */
  consumed_at: Date | null;
  /** The `_id` of the refresh token that follows this one; only a used refresh token has it. */
  successor?: string;
  /** The `_id` of the refresh token that an access token was given out with. */
  came_with?: string;
  /** Of a refresh token: when an access token that came with it was first presented. Absent where nobody has noted it. */
  answer_used_at?: Date | null;
};

type GrantedToken = Artifact & { connection: Connection };

export const ARTIFACT_INDEXES: Indexes = {
  oauth_artifacts: [
    { key: { grant_id: 1 }, sparse: true },
    { key: { account_id: 1 }, sparse: true },
    // Only cleans up: the library compares times.
    { key: { expires_at: 1 }, expireAfterSeconds: HOUR_SECONDS },
  ],
};

/** Until when a client's document is kept that somebody has approved, from now on. */
export const documentKeptUntil = (): Date => addSeconds(new Date(), LIMITS.tokenUnusedDays * DAY_SECONDS);

export type ArtifactStore = ReturnType<typeof createArtifactStore>;

/** The collection `oauth_artifacts`. */
export const createArtifactStore = (db: Db) => {
  const artifacts = db.collection<Artifact>('oauth_artifacts');
  const keyOf = (kind: string, secret: string) => ({ _id: hashSecret(secret), kind });

  /** If two callers put the same artifact at once, both succeed. */
  const put = async (
    kind: string,
    secret: string,
    { jti: _secret, returnTo: _address, ...payload }: AdapterPayload,
    more: Partial<Artifact> & { replaces: boolean },
  ): Promise<void> => {
    const { replaces, ...fields } = more;
    const account_id = payload.accountId ?? payload.result?.login?.accountId;
    const artifact = {
      payload,
      ...(account_id && { account_id }),
      ...(payload.grantId && { grant_id: payload.grantId }),
      expires_at: new Date((payload.exp ?? 0) * 1000),
      consumed_at: null,
      ...fields,
    };
    const write = replaces ? { $set: artifact } : { $setOnInsert: artifact };
    await artifacts.updateOne(keyOf(kind, secret), write, { upsert: true }).catch(ignoreDuplicateKey);
  };

  return {
    /** An artifact, even one that has expired: the library compares times. */
    find: (kind: string, secret: string): Promise<Artifact | null> => artifacts.findOne(keyOf(kind, secret)),

    /** The document of a client, at its address, for as long as it is kept. */
    findDocument: (address: string, now: Date): Promise<Artifact | null> =>
      artifacts.findOne({ ...keyOf('ClientMetadata', address), expires_at: { $gt: now } }),

    /** An access token with its grant and account, while all are in force. */
    findAccessToken: async (hash: string, now: Date): Promise<WithAccount<GrantedToken> | undefined> => {
      const [found] = await artifacts
        .aggregate<FoundWithAccount<GrantedToken>>([
          { $match: { _id: hash, kind: 'AccessToken' } },
          {
            $lookup: {
              from: 'connections',
              localField: 'grant_id',
              foreignField: 'token_hash',
              as: 'connection',
            },
          },
          { $unwind: '$connection' },
          ...withAccount('connection.account_id'),
        ])
        .toArray();
      return found && found.connection.expires_at > now ? readInForce(found, now) : undefined;
    },

    /** Writes an artifact, in place of what it was before. */
    put: (kind: string, secret: string, payload: AdapterPayload) =>
      put(kind, secret, payload, { replaces: true }),

    /** Writes a refresh token, unless it is there. */
    putRefreshToken: (secret: string, payload: AdapterPayload) =>
      put('RefreshToken', secret, payload, { replaces: false, answer_used_at: null }),

    /** Writes an access token, with the refresh token that goes out with it. */
    putAccessToken: (secret: string, payload: AdapterPayload, refreshToken: string | undefined) =>
      put('AccessToken', secret, payload, {
        replaces: true,
        ...(refreshToken && { came_with: hashSecret(refreshToken) }),
      }),

    /** Notes that an access token is in use: whoever has it has the refresh token that came with it. */
    noteAnswerUsed: async ({ came_with }: Artifact, now: Date): Promise<void> => {
      if (came_with)
        await artifacts.updateOne(
          { _id: came_with, answer_used_at: null },
          { $set: { answer_used_at: now } },
        );
    },

    /** The client with this document, if it has one, has been given a token: it stays for as long as it is fetched. */
    keepDocument: async (address: string): Promise<void> => {
      await artifacts.updateOne(keyOf('ClientMetadata', address), {
        $max: { expires_at: documentKeptUntil() },
      });
    },

    /** Notes the first use. Whether this call is it: one conditional update. */
    consume: async (kind: string, secret: string, now: Date, successor?: string): Promise<boolean> => {
      const consumed = { consumed_at: now, ...(successor && { successor: hashSecret(successor) }) };
      const { matchedCount } = await artifacts.updateOne(
        { ...keyOf(kind, secret), consumed_at: null },
        { $set: consumed },
      );
      return matchedCount === 1;
    },

    /** Notes which refresh token follows a used one. */
    noteSuccessor: async (secret: string, successor: string): Promise<void> => {
      await artifacts.updateOne(keyOf('RefreshToken', secret), {
        $set: { successor: hashSecret(successor) },
      });
    },

    /** Whether a grant has a refresh token: it is written after the access token, and only then are both sent. */
    hasRefreshToken: async (grantId: string): Promise<boolean> =>
      (await artifacts.findOne({ grant_id: grantId, kind: 'RefreshToken' })) !== null,

    findSuccessor: async ({ kind, successor }: Artifact): Promise<Artifact | null> =>
      successor ? artifacts.findOne({ _id: successor, kind }) : null,

    remove: async (kind: string, secret: string): Promise<void> => {
      await artifacts.deleteOne(keyOf(kind, secret));
    },

    removeOfGrant: async (grantId: string): Promise<void> => {
      await artifacts.deleteMany({ grant_id: grantId });
    },

    removeOfAccount: async (accountId: string): Promise<void> => {
      await artifacts.deleteMany({ account_id: accountId });
    },
  };
};
