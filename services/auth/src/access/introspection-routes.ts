import { Router } from 'express';
import { INTROSPECTION_PATH, type Introspection, introspectionRequest } from 'shared/calls/introspection.ts';
import type { Person } from 'shared/calls/principal.ts';
import { servicesOnly } from 'shared/calls/services-only.ts';
import type { Scope } from 'shared/contract/scopes.ts';
import { jsonBody } from 'shared/http/json-body.ts';
import { parse } from 'shared/http/validate.ts';
import type { Keys } from 'shared/process/keys.ts';
import { presentAccount } from 'shared/records/account.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import type { ArtifactStore } from './artifact-store.ts';
import type { Connection, ConnectionStore } from './connection-store.ts';
import type { SessionStore } from './session-store.ts';

export type IntrospectionParts = {
  siteUrl: string;
  keys: Keys;
  accounts: AccountStore;
  connections: ConnectionStore;
  artifacts: ArtifactStore;
  sessions: SessionStore;
};

/** Whose secret is this? Asked by the gateway; also notes that it is in use. */
export const introspectionRoutes = (parts: IntrospectionParts): Router =>
  Router().post(INTROSPECTION_PATH, servicesOnly(parts.keys), jsonBody, async (request, response) => {
    const { credential, hash } = parse(introspectionRequest, request.body);
    const introspect = credential === 'token' ? introspectToken : introspectSession;
    response.json(await introspect(parts, hash));
  });

const introspectToken = async (parts: IntrospectionParts, hash: string): Promise<Introspection> => {
  const { accounts, connections } = parts;
  const now = new Date();
  const found = await findToken(parts, hash, now);
  const account = found && (await accounts.findOpen(found.connection.account_id));
  if (!account) return { active: false };
  await connections.noteUse(found.connection, now);
  const { _id: id, client_name, access } = found.connection;
  return {
    active: true,
    principal: {
      kind: 'assistant',
      account: presentAccount(account),
      connection: { id, client_name, access },
      scopes: found.scopes,
    },
    audience: found.audience,
    exp: found.expiresAt.getTime() / 1000,
  };
};

type FoundToken = { connection: Connection; scopes: Scope[]; audience: string[] | null; expiresAt: Date };

/** The token of an e-mail approval, or an OAuth access token with what its client asked for. */
const findToken = async (
  { siteUrl, connections, artifacts }: IntrospectionParts,
  hash: string,
  now: Date,
): Promise<FoundToken | undefined> => {
  const connection = await connections.findByTokenHash(hash, now);
  if (connection)
    return { connection, scopes: connection.scopes, audience: null, expiresAt: connection.expires_at };
  const accessToken = await artifacts.findAccessToken(hash, now);
  const grant = accessToken && (await connections.findGrant(accessToken.grantId ?? '', now));
  if (!grant) return undefined;
  const requested = accessToken.scope?.split(' ') ?? [];
  return {
    connection: grant,
    scopes: grant.scopes.filter((scope) => requested.includes(scope)),
    // The site as a whole means all of it (`C5.resource`).
    audience: accessToken.aud === siteUrl ? null : [accessToken.aud ?? []].flat(),
    expiresAt: new Date((accessToken.exp ?? 0) * 1000),
  };
};

const introspectSession = async (
  { accounts, sessions }: IntrospectionParts,
  hash: string,
): Promise<Introspection> => {
  const now = new Date();
  const session = await sessions.findBySecretHash(hash, now);
  const account = session && (await accounts.findOpen(session.account_id));
  if (!account) return { active: false };
  await sessions.noteUse(session, now);
  const principal: Person = {
    kind: 'person',
    account: presentAccount(account),
    session: { id: session._id },
  };
  return { active: true, principal, audience: null, exp: session.expires_at.getTime() / 1000 };
};
