import { Router } from 'express';
import {
  INTROSPECTION_PATH,
  type Introspection,
  introspectionRequest,
  type SecretHolder,
} from 'shared/calls/introspection.ts';
import type { Person } from 'shared/calls/principal.ts';
import { servicesOnly } from 'shared/calls/services-only.ts';
import type { Scope } from 'shared/contract/scopes.ts';
import { jsonBody } from 'shared/http/json-body.ts';
import { parse } from 'shared/http/validate.ts';
import type { Log } from 'shared/observe/log.ts';
import type { Keys } from 'shared/process/keys.ts';
import { presentAccount, type StoredAccount } from 'shared/records/account.ts';
import type { ArtifactStore } from './artifact-store.ts';
import type { Connection, ConnectionStore } from './connection-store.ts';
import type { AllowCaching } from './revocation-markers.ts';
import type { SessionStore } from './session-store.ts';
import type { UnannouncedStore } from './unannounced-store.ts';

export type IntrospectionParts = {
  siteUrl: string;
  log: Log;
  keys: Keys;
  connections: ConnectionStore;
  artifacts: ArtifactStore;
  sessions: SessionStore;
  unannounced: UnannouncedStore;
  allowCaching: AllowCaching;
};

/** Whose secret is this? Asked by the gateway. */
export const introspectionRoutes = (parts: IntrospectionParts): Router =>
  Router().post(INTROSPECTION_PATH, servicesOnly(parts.keys), jsonBody, async (request, response) => {
    const { credential, hash } = parse(introspectionRequest, request.body);
    const introspect = credential === 'token' ? introspectToken : introspectSession;
    const [caches_hold_ms, holder] = await Promise.all([
      parts.unannounced.cachesHoldMs(),
      introspect(parts, hash),
    ]);
    response.json({ ...holder, caches_hold_ms } satisfies Introspection);
  });

/** Its use is noted with the call log, for whoever cached the answer does not ask again. */
const introspectToken = async (parts: IntrospectionParts, hash: string): Promise<SecretHolder> => {
  const found = await findToken(parts, hash, new Date());
  if (!found) return { active: false };
  const { account, connection, scopes, audience, expiresAt } = found;
  const { _id: id, client_name, access } = connection;
  await parts.allowCaching(account._id, id);
  return {
    active: true,
    principal: {
      kind: 'assistant',
      account: presentAccount(account),
      connection: { id, client_name, access },
      scopes,
    },
    audience,
    exp: expiresAt.getTime() / 1000,
  };
};

type FoundToken = {
  account: StoredAccount;
  connection: Connection;
  scopes: Scope[];
  audience: string[] | null;
  expiresAt: Date;
};

/** The token of an e-mail approval, or an OAuth access token with what its client asked for. */
const findToken = async (
  { siteUrl, connections, artifacts }: IntrospectionParts,
  hash: string,
  now: Date,
): Promise<FoundToken | undefined> => {
  const found = await connections.findByTokenHash(hash, now);
  if (found) {
    const { account, scopes, expires_at: expiresAt } = found;
    return { account, connection: found, scopes, audience: null, expiresAt };
  }
  const granted = await artifacts.findAccessToken(hash, now);
  if (!granted) return undefined;
  const { account, connection, payload, expires_at: expiresAt } = granted;
  await artifacts.noteAnswerUsed(granted, now);
  const requested = payload.scope?.split(' ') ?? [];
  return {
    account,
    connection,
    scopes: connection.scopes.filter((scope) => requested.includes(scope)),
    // The site as a whole means all of it (`C5.resource`).
    audience: payload.aud === siteUrl ? null : [payload.aud ?? []].flat(),
    expiresAt,
  };
};

const introspectSession = async (
  { log, sessions }: IntrospectionParts,
  hash: string,
): Promise<SecretHolder> => {
  const now = new Date();
  const session = await sessions.findBySecretHash(hash, now);
  if (!session) return { active: false };
  // The page need not wait for it.
  sessions.noteUse(session, now).catch((err: unknown) => log.warn({ err }, 'use of a session not noted'));
  const principal: Person = {
    kind: 'person',
    account: presentAccount(session.account),
    session: { id: session._id, signed_in_at: session.created_at.toISOString() },
  };
  return { active: true, principal, audience: null, exp: session.expires_at.getTime() / 1000 };
};
