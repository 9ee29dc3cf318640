import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { createLog } from 'shared/observe/log.ts';
import type { StoredAccount } from 'shared/records/account.ts';
import { createTombstoneWriter, tombstoneId } from 'shared/store/tombstones.ts';
import type { RevocationMarkers } from '../../services/auth/src/access/revocation-markers.ts';
import { createAccessStores } from '../../services/auth/src/erasure/access-revocation.ts';
import { closeAccount } from '../../services/auth/src/erasure/erasure-coordinator.ts';
import { callTool } from '../mcp/mcp-client.ts';
import { meStatus } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { type ServiceSet, startSet } from '../support/set.ts';
import { expectTokensRefused, finish, newOwner, nothingIsLeft } from './erasure-steps.ts';
import { isSignedIn } from './steps.ts';

let set: ServiceSet;
beforeAll(async () => {
  set = await startSet();
}, 600_000);
afterAll(() => set?.stop());

/** Announces nothing, and dies where it is told so once something has ended. */
const unannounced = (died?: Error): RevocationMarkers => ({
  endAtOnce: async (end) => {
    const ended = await end();
    if (died) throw died;
    return ended;
  },
  announce: async () => {},
});

describe('an account closed by whoever did not announce it', () => {
  proves(
    ['A.erasure_resumes'],
    'leaves the account as it was where it breaks off in closing it',
    async () => {
      const owner = await newOwner(set);
      const brokenOff = new Error('broken off');
      await onDatabase(async (db) => {
        const stores = createAccessStores(db);
        const account = (await stores.accounts.findById(owner.account.id)) as StoredAccount;
        const parts = {
          ...stores,
          log: createLog('test', 'silent'),
          client: db.client,
          accounts: { ...stores.accounts, beginErasing: () => Promise.reject(brokenOff) },
          revocations: unannounced(),
          writeTombstone: createTombstoneWriter(db),
        };
        await expect(closeAccount(parts, account)).rejects.toBe(brokenOff);
        // One of an account that goes on would have a restore leave all of it out.
        const _id = tombstoneId(account._id);
        expect(await db.collection<{ _id: string }>('tombstones').findOne({ _id })).toBeNull();
      }, set);
      expect(await isSignedIn(owner)).toBe(true);
    },
  );

  proves(
    ['A.erasure', 'A.erasure_resumes'],
    'refuses its tokens at once where auth dies after it closed the account, with Redis away',
    async () => {
      const owner = await newOwner(set);
      const { token, account } = owner;
      expect((await callTool('whoami', {}, { token, set })).status).toBe(200);
      await set.whileFrozen('redis', async () => {
        await onDatabase(async (db) => {
          const stores = createAccessStores(db);
          const died = new Error('died');
          const parts = {
            ...stores,
            log: createLog('test', 'silent'),
            client: db.client,
            revocations: unannounced(died),
            writeTombstone: createTombstoneWriter(db),
          };
          const found = (await stores.accounts.findById(account.id)) as StoredAccount;
          await expect(closeAccount(parts, found)).rejects.toBe(died);
          // It is still there: what refuses its token is that the account is closed.
          expect(await stores.connections.list(account.id, new Date())).toHaveLength(1);
        }, set);
        await expectTokensRefused([token], set);
        expect(await isSignedIn(owner)).toBe(false);
      });
      await finish(owner);
      await nothingIsLeft(owner);
    },
  );

  proves(
    ['A.erasure', 'A.erasure_resumes'],
    'refuses its tokens within seconds where whoever closed the account died before announcing it',
    async () => {
      const owner = await newOwner(set);
      const { token, account } = owner;
      expect(await meStatus(token, set)).toBe(200);
      await onDatabase(async (db) => {
        const stores = createAccessStores(db);
        const died = new Error('died');
        const parts = {
          ...stores,
          log: createLog('test', 'silent'),
          client: db.client,
          revocations: unannounced(died),
          writeTombstone: createTombstoneWriter(db),
        };
        const found = (await stores.accounts.findById(account.id)) as StoredAccount;
        await expect(closeAccount(parts, found)).rejects.toBe(died);
      }, set);
      await eventually(async () => (await meStatus(token, set)) === 401, 'the token to be refused');
      await expectTokensRefused([token], set);
      await finish(owner);
    },
  );
});
