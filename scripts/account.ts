import { once } from 'node:events';
import type { Db } from 'mongodb';
import { email } from 'shared/contract/email-address.ts';
import { createLog } from 'shared/observe/log.ts';
import type { StoredAccount } from 'shared/records/account.ts';
import { createRedis } from 'shared/store/redis.ts';
import { createTombstoneWriter } from 'shared/store/tombstones.ts';
import { createRevocationMarkers } from '../services/auth/src/access/revocation-markers.ts';
import { createRevokeConnection } from '../services/auth/src/access/revoke-connection.ts';
import { createUnannouncedStore } from '../services/auth/src/access/unannounced-store.ts';
import { createAccountStore } from '../services/auth/src/accounts/account-store.ts';
import { createAccessStores } from '../services/auth/src/erasure/access-revocation.ts';
import { closeAccount } from '../services/auth/src/erasure/erasure-coordinator.ts';
import { config } from './operator/config.ts';
import { onDatabase } from './operator/on-database.ts';
import { readArguments } from './operator/read-arguments.ts';
import { redisOfRunningSet } from './operator/running-set.ts';

const USAGE = `npm run account -- end-sessions ACCOUNT           signs out all browsers, disconnects all assistants
       npm run account -- change-email ID ADDRESS        gives it another address, signs out all browsers
       npm run account -- delete ACCOUNT                 deletes the account with everything in it
  ACCOUNT   its address or its id
  ID        its id (acc_…), which its owner and their assistants have`;

/** `lastNodeError`: of a Redis Cluster of which no node answers. */
type RedisError = Error & { lastNodeError?: Error };

/** What auth works with. Redis is needed too: through it the token caches learn what was revoked. */
const partsOfAuth = async (db: Db) => {
  const log = createLog('account', 'warn');
  const redisUrl = config.REDIS_URL ?? (await redisOfRunningSet(config.DATA_DIR));
  // Not `log`: whether Redis is there is said below.
  const redis = createRedis(redisUrl, createLog('account', 'error'));
  await once(redis, 'ready', { signal: AbortSignal.timeout(5000) }).catch((error: RedisError) => {
    const source = config.REDIS_URL ? 'REDIS_URL' : 'The Redis of the set on DATA_DIR';
    const { name, message } = error.lastNodeError ?? error;
    throw new Error(`Nothing was done. ${source}: ${name === 'AbortError' ? 'no answer' : message}`);
  });
  await redis.set('account:writable', '1', 'EX', 1).catch(() => {
    throw new Error('Redis takes no writes. Nothing was done.');
  });
  return {
    log,
    client: db.client,
    ...createAccessStores(db),
    revocations: createRevocationMarkers(redis, createUnannouncedStore(db), log),
    writeTombstone: createTombstoneWriter(db),
  };
};

type Parts = Awaited<ReturnType<typeof partsOfAuth>>;

type Action = (parts: Parts, account: StoredAccount, ...rest: string[]) => Promise<string>;

/** Signs all browsers out, and voids what was mailed. */
const signOut = async (
  { requests, signInLinks, sessions }: Parts,
  { _id, email_key }: StoredAccount,
): Promise<void> => {
  const at = new Date();
  // First whatever could still become a session or a connection.
  await requests.removeOf(_id, email_key, at);
  await signInLinks.removeOf(_id, email_key, at);
  await sessions.removeAll(_id);
};

const endSessions = async (parts: Parts, account: StoredAccount): Promise<string> => {
  const { connections, artifacts, revocations, writeTombstone } = parts;
  const revokeConnection = createRevokeConnection(connections, artifacts, revocations, writeTombstone);
  await signOut(parts, account);
  await artifacts.removeOfAccount(account._id);
  const connected = await connections.list(account._id, new Date());
  for (const { _id: id } of connected) await revokeConnection(account._id, id);
  return `signed out everywhere; assistants disconnected: ${connected.length}. Share links still work.`;
};

const changeEmail = async (parts: Parts, account: StoredAccount, address: string): Promise<string> => {
  const to = email.safeParse(address);
  if (!to.success) throw new Error('That is not an e-mail address. Nothing was done.');
  if (!(await parts.accounts.setEmail(account._id, to.data)))
    throw new Error('Another account has this address, or this one is being deleted. Nothing was done.');
  await signOut(parts, account).catch((error: Error) => {
    throw new Error(
      `The address is changed, but not everything that the old one opened is closed (${error.message}). Run the same command again.`,
    );
  });
  return 'changed. The person signs in with the new address; assistants stay connected.';
};

const close = async (parts: Parts, account: StoredAccount): Promise<string> => {
  await closeAccount(parts, account);
  return 'closed. The services delete what they hold; it takes about two minutes.';
};

const ACTIONS = new Map<string, Action>([
  ['end-sessions', endSessions],
  ['change-email', changeEmail],
  ['delete', close],
]);

const findAccount = async (db: Db, accountRef: string): Promise<StoredAccount> => {
  const accounts = createAccountStore(db);
  const account = (await accounts.findById(accountRef)) ?? (await accounts.findByEmail(accountRef));
  if (!account) throw new Error('There is no such account.');
  if (account.erasing) throw new Error(`Its deletion began at ${account.erasing.since.toISOString()}.`);
  return account;
};

const readCommand = () => {
  const { positionals } = readArguments({}, USAGE);
  const [name = '', accountRef = '', ...rest] = positionals;
  const action = ACTIONS.get(name);
  const isComplete = accountRef && rest.length === (action === changeEmail ? 1 : 0);
  if (!action || !isComplete) throw new Error(`Usage: ${USAGE}`);
  return { action, accountRef, rest };
};

/** Does for a person what they cannot do at `/account` themselves (docs/operating/accounts.md). */
await onDatabase(readCommand, async (db, { action, accountRef, rest }) => {
  const account = await findAccount(db, accountRef);
  if (action === changeEmail && accountRef !== account._id)
    throw new Error(
      'change-email takes the id (acc_…), which not everybody knows as they do the address. Nothing was done.',
    );
  console.log(`${account._id}: ${await action(await partsOfAuth(db), account, ...rest)}`);
});
