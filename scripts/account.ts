import { once } from 'node:events';
import { parseArgs } from 'node:util';
import type { Db } from 'mongodb';
import { createLog } from 'shared/service/log.ts';
import { createRedis } from 'shared/service/redis.ts';
import { createBurial } from 'shared/service/tombstones.ts';
import { type Account, createAccountStore } from '../services/auth/src/accounts/account-store.ts';
import { createRequestStore } from '../services/auth/src/connect/request-store.ts';
import { createConnectionStore } from '../services/auth/src/connections/connection-store.ts';
import { createConnectionEnd } from '../services/auth/src/connections/end-connection.ts';
import { closeAccount } from '../services/auth/src/erasure/erasure.ts';
import { createDoorClosing } from '../services/auth/src/erasure/sweep.ts';
import { createArtifactStore } from '../services/auth/src/oauth/artifact-store.ts';
import { createRevocations } from '../services/auth/src/revocations.ts';
import { createSessionStore } from '../services/auth/src/sessions/session-store.ts';
import { createSignInLinkStore } from '../services/auth/src/sign-in/sign-in-link-store.ts';
import { config } from './operator/config.ts';
import { onDatabase } from './operator/on-database.ts';
import { redisOfRunningSet } from './operator/running-set.ts';

const USAGE = `npm run account -- end-sessions ACCOUNT   signs out all browsers, disconnects all assistants
       npm run account -- delete ACCOUNT         deletes the account with everything of it
  ACCOUNT   its address or its id (acc_…)`;

const ACTIONS = new Map([
  ['end-sessions', endSessions],
  ['delete', close],
]);

/** Does for a person what they would do at `/account` themselves (docs/operating.md). */
await onDatabase(async (db) => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [name = '', whose = '', ...more] = positionals;
  const action = ACTIONS.get(name);
  if (!action || !whose || more.length > 0) throw new Error(`Usage: ${USAGE}`);
  const account = await findAccount(db, whose);
  console.log(`${account._id}: ${await action(await partsOfAuth(db), account)}`);
});

async function findAccount(db: Db, whose: string): Promise<Account> {
  const accounts = createAccountStore(db);
  const account = (await accounts.findById(whose)) ?? (await accounts.findByEmail(whose));
  if (!account) throw new Error('There is no such account.');
  if (account.erasing) throw new Error(`It is being deleted since ${account.erasing.since.toISOString()}.`);
  return account;
}

type Parts = Awaited<ReturnType<typeof partsOfAuth>>;

/** What auth works with. Redis is needed too: caches of tokens hear by it of what has ended. */
async function partsOfAuth(db: Db) {
  const log = createLog('account', 'warn');
  const redis = createRedis(config.REDIS_URL ?? (await redisOfRunningSet(config.DATA_DIR)), log);
  await once(redis, 'ready', { signal: AbortSignal.timeout(5000) }).catch(() => {
    throw new Error('Redis does not answer. Nothing was done.');
  });
  const stores = {
    accounts: createAccountStore(db),
    requests: createRequestStore(db),
    signInLinks: createSignInLinkStore(db),
    sessions: createSessionStore(db),
    connections: createConnectionStore(db),
    artifacts: createArtifactStore(db),
  };
  return { log, ...stores, revocations: createRevocations(redis, log), bury: createBurial(db) };
}

async function endSessions(parts: Parts, { _id, email_key }: Account): Promise<string> {
  const { requests, signInLinks, sessions, connections, artifacts, revocations, bury } = parts;
  const endConnection = createConnectionEnd(connections, artifacts, revocations, bury);
  const at = new Date();
  // First what sessions and connections are still made of.
  await requests.removeOf(email_key, at);
  await signInLinks.removeOf(email_key, at);
  await artifacts.removeOfAccount(_id);
  await sessions.removeAll(_id);
  const connected = await connections.list(_id, at);
  for (const { _id: id } of connected) await endConnection(_id, id);
  return `signed out everywhere; assistants disconnected: ${connected.length}. Share links go on.`;
}

async function close(parts: Parts, account: Account): Promise<string> {
  await closeAccount({ ...parts, closeDoors: createDoorClosing(parts) }, account);
  return 'closed. The services delete what they hold; it takes about two minutes.';
}
