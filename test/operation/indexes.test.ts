import { expect } from '@jest/globals';
import { onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** The field whose time counts, and how many seconds after it the database deletes a document (docs/security.md). */
const KEPT: Record<string, [field: string, seconds: number]> = {
  call_log: ['at', 90 * DAY],
  connection_requests: ['ends_at', DAY],
  connections: ['expires_at', DAY],
  idempotency: ['expires_at', 0],
  import_files: ['expires_at', 0],
  import_rows: ['expires_at', 0],
  imports: ['expires_at', 0],
  oauth_artifacts: ['expires_at', HOUR],
  oauth_clients: ['unused_until', 0],
  sessions: ['expires_at', DAY],
  share_links: ['expires_at', 365 * DAY],
  sign_in_links: ['expires_at', DAY],
  tombstones: ['at', 400 * DAY],
  // As long as anything from before may be cached (`REVOCATION_RETRIED_MS`).
  unannounced_revocations: ['at', 375],
  versions: ['at', 30 * DAY],
};

/** What two documents of a collection never have in common, however many are written at once (ARCHITECTURE.md). */
const UNIQUE: Record<string, string> = {
  accounts: 'email_key',
  activity: 'account_id profile_id day',
  connection_requests: 'approval_hash',
  connections: 'token_hash',
  idempotency: 'account_id connection_id key',
  import_files: 'account_id import_id n',
  imports: 'account_id slot',
  kept_links: 'account_id secret_hash',
  month_sums: 'account_id profile_id month',
  profiles: 'account_id place',
  sessions: 'secret_hash',
  share_links: 'secret_hash',
  sleep: 'account_id profile_id day',
  versions: 'account_id record_id version',
};

/** The indexes of every collection. */
const readIndexes = () =>
  onDatabase(async (db) => {
    const collections = await db.collections();
    const found = collections.map(async (collection) =>
      (await collection.indexes()).map((index) => ({ ...index, name: collection.collectionName })),
    );
    return (await Promise.all(found)).flat();
  });

proves(['O.retention'], 'the database deletes what is kept for a time, and nothing else', async () => {
  const found = (await readIndexes()).filter((index) => index.expireAfterSeconds !== undefined);
  expect(found).toHaveLength(Object.keys(KEPT).length);
  expect(
    Object.fromEntries(
      found.map(({ name, key, expireAfterSeconds }) => [name, [...Object.keys(key), expireAfterSeconds]]),
    ),
  ).toEqual(KEPT);
});

proves(
  ['C3.activity', 'C3.sleep', 'C3.profiles', 'S5.one_account', 'C7.twins'],
  'the database refuses a second of what there is one of',
  async () => {
    const found = (await readIndexes()).filter(({ unique }) => unique);
    expect(Object.fromEntries(found.map(({ name, key }) => [name, Object.keys(key).join(' ')]))).toEqual(
      UNIQUE,
    );
  },
);
