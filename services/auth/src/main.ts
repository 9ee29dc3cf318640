import { createHourlyLimit } from 'shared/admission/hourly-limit.ts';
import { LIMITS_MS } from 'shared/deadlines.ts';
import { runService } from 'shared/http/run-service.ts';
import { createLog } from 'shared/observe/log.ts';
import { measureDeletions } from 'shared/observe/metrics-deletions.ts';
import { startTracing } from 'shared/observe/tracing.ts';
import { createKeys } from 'shared/process/keys.ts';
import { startErasureSweeps } from 'shared/queues/erasure-sweeps.ts';
import { measureQueues } from 'shared/queues/metrics-queues.ts';
import { createProfiles } from 'shared/records/profiles.ts';
import { makeIndexes } from 'shared/store/make-indexes.ts';
import { createMongo } from 'shared/store/mongo.ts';
import { createRedis } from 'shared/store/redis.ts';
import { createTombstoneWriter, TOMBSTONE_INDEXES } from 'shared/store/tombstones.ts';
import { ARTIFACT_INDEXES } from './access/artifact-store.ts';
import { CONNECTION_INDEXES } from './access/connection-store.ts';
import { REQUEST_INDEXES } from './access/request-store.ts';
import { createAllowCaching, createRevocationMarkers } from './access/revocation-markers.ts';
import { createRevokeConnection } from './access/revoke-connection.ts';
import { SESSION_INDEXES } from './access/session-store.ts';
import { SIGN_IN_LINK_INDEXES } from './access/sign-in-link-store.ts';
import { createUnannouncedStore, UNANNOUNCED_INDEXES } from './access/unannounced-store.ts';
import { ACCOUNT_INDEXES } from './accounts/account-store.ts';
import { createBeginAccount } from './accounts/begin-account.ts';
import { createFindReader } from './accounts/reader.ts';
import { createAuthApp } from './app.ts';
import { CALL_LOG_INDEXES, createCallLogStore } from './call-log/call-log-store.ts';
import { startCallLogWorker } from './call-log/call-log-worker.ts';
import { config } from './config.ts';
import { createDelivery } from './connect/deliver.ts';
import { createDemoAccount } from './demo/demo-account.ts';
import { createAccessStores, revokeAccess } from './erasure/access-revocation.ts';
import { startErasureCoordinator } from './erasure/erasure-coordinator.ts';
import { createLimitedMail } from './mail/limited-mail.ts';
import { createMailQueue } from './mail/mail-queue.ts';
import { CLIENT_INDEXES, createClientStore } from './oauth/client-store.ts';
import { createProvider } from './oauth/provider.ts';
import { createMoveAccount } from './sign-in/move-account.ts';
import {
  createSignInLinkHandover,
  createSignInLinkTaking,
  createSignInLinkUse,
} from './sign-in/use-sign-in-link.ts';

const { SITE_URL: siteUrl, REDIS_URL: redisUrl, LIMIT_CONNECT_PER_NETWORK: perNetwork } = config;
const authUrl = config.AUTH_URL ?? siteUrl;
const log = createLog('auth', config.LOG_LEVEL);
await startTracing('auth', config, log);
const keys = createKeys(config.SECRET_KEY);
const { client, db } = createMongo(config.MONGODB_URL, 'auth', log, config.MONGODB_TIMEOUT_MS);
const redis = createRedis(redisUrl, log);
measureQueues(redis);
const mails = createMailQueue(redisUrl, keys, log, config.SMTP_TIMEOUT_MS);

const accessStores = createAccessStores(db);
const { accounts, sessions, signInLinks, requests, connections, artifacts } = accessStores;
const profiles = createProfiles(db);
const beginAccount = createBeginAccount(client, accounts);
const findReader = createFindReader(accounts, profiles);
const mailParts = { findReader, mails, redis, keys, log, perNetwork };
const calls = createCallLogStore(db);
const clients = createClientStore(db);
const indexes = {
  ...ACCOUNT_INDEXES,
  ...CONNECTION_INDEXES,
  ...REQUEST_INDEXES,
  ...CALL_LOG_INDEXES,
  ...ARTIFACT_INDEXES,
  ...CLIENT_INDEXES,
  ...SESSION_INDEXES,
  ...SIGN_IN_LINK_INDEXES,
  ...UNANNOUNCED_INDEXES,
  ...TOMBSTONE_INDEXES,
};
const callLogWorker = startCallLogWorker({ redisUrl, log, calls, accounts, connections });

const writeTombstone = createTombstoneWriter(db);
const unannounced = createUnannouncedStore(db);
const revocations = createRevocationMarkers(redis, unannounced, log);
// A connection of its own, which gives up as soon as that of the limits does.
const allowCaching = createAllowCaching(createRedis(redisUrl, log, LIMITS_MS));
const revokeConnection = createRevokeConnection(connections, artifacts, revocations, writeTombstone);
const provider = createProvider({
  siteUrl,
  authUrl,
  keys,
  accounts,
  connections,
  artifacts,
  clients,
  revokeConnection,
  limitFetches: createHourlyLimit(redis, 'client_metadata', 'network', perNetwork),
  limitRefetches: createHourlyLimit(redis, 'client_metadata_again', 'network', perNetwork),
});

const erasure = startErasureCoordinator({
  ...accessStores,
  client,
  redis,
  redisUrl,
  log,
  revocations,
  writeTombstone,
});
const demo = createDemoAccount({ client, accounts, beginErasure: erasure.begin });
/** Soon after midnight, and after a start with another setting. */
const DEMO_RENEWED_EVERY_MS = 10_000;
const renewDemo = () =>
  (config.DEMO_ACCOUNT ? demo.renew() : demo.end()).catch((err) =>
    log.warn({ err }, 'the demo account is not renewed yet'),
  );
const demoRenewals = setInterval(renewDemo, DEMO_RENEWED_EVERY_MS);
/** Deletes everything that auth owns of an account that is being erased, save the account itself. */
const sweep = async ({ account_id }: { account_id: string }): Promise<void> => {
  await revokeAccess(accessStores, account_id);
  await calls.removeAll(account_id);
};
measureDeletions('account', accounts.findOldestErasure);
const erasureSweeps = startErasureSweeps({ service: 'auth', redisUrl, log, sweep });

runService({
  service: 'auth',
  app: createAuthApp({
    log,
    keys,
    siteUrl,
    authUrl,
    operator: config.operator,
    accounts,
    beginAccount,
    findReader,
    connections,
    requests,
    sendApprovalMail: createLimitedMail(mailParts, 'connect'),
    deliver: createDelivery(client, requests, connections, revokeConnection),
    artifacts,
    clients,
    revokeConnection,
    provider,
    sessions,
    unannounced,
    allowCaching,
    signInLinks,
    useSignInLink: createSignInLinkUse({ client, beginAccount, sessions, signInLinks }),
    handOverSignInLink: createSignInLinkHandover({ client, beginAccount, signInLinks }),
    takeSignInLink: createSignInLinkTaking({ client, sessions, signInLinks }),
    moveAccount: createMoveAccount(client, accounts, signInLinks),
    sendSignInMail: createLimitedMail(mailParts, 'sign_in'),
    calls,
    profiles,
    beginErasure: erasure.begin,
    hasDemo: config.DEMO_ACCOUNT,
    renewDemo: demo.renew,
    limitDemo: createHourlyLimit(redis, 'demo', 'network', perNetwork),
    limitRegistrations: createHourlyLimit(redis, 'registration', 'network', perNetwork),
    limitAuthorizations: createHourlyLimit(redis, 'authorization', 'network', perNetwork),
  }),
  log,
  config,
  keys,
  // Without Redis tokens are still admitted; only what sends mail is refused.
  checks: { mongodb: () => db.command({ ping: 1 }), indexes: makeIndexes(db, indexes, log) },
  alsoWatched: { redis: () => redis.ping() },
  close: [
    () => callLogWorker.close(),
    () => erasureSweeps.close(),
    async () => clearInterval(demoRenewals),
    () => erasure.close(),
    () => mails.close(),
    () => client.close(),
  ],
});
