import { randomUUID } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { describe, expect } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { createCallLog } from 'shared/admission/call-log.ts';
import type { Assistant } from 'shared/calls/principal.ts';
import { createLog } from 'shared/observe/log.ts';
import type { CallLogEntry } from 'shared/queues/call-log.ts';
import { databaseOfRunningSet, redisOfRunningSet } from '../../scripts/operator/running-set.ts';
import { createCallLogStore } from '../../services/auth/src/call-log/call-log-store.ts';
import { call, newConnection } from '../support/client.ts';
import { callLogOf, onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { listen } from '../support/listen.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';

const entryOf = (account_id: string): CallLogEntry => ({
  account_id,
  connection_id: 'tok_1',
  client_name: 'Test assistant',
  operation: 'list_meals',
  channel: 'rest',
  status: 200,
  at: new Date().toISOString(),
});

describe('the call log', () => {
  proves(['S1.call_log'], 'stores which application called which function, and nothing else', async () => {
    const { token, account } = await newConnection({ clientName: 'Kitchen assistant' });
    await call('GET', '/tokens', { token });
    await call('DELETE', '/tokens/current', { token });
    const logged = await eventually(async () => {
      const entries = await callLogOf(account.id);
      return entries.length === 2 && entries;
    }, 'two entries');
    const common = {
      _id: expect.any(String),
      account_id: account.id,
      connection_id: expect.stringMatching(/^tok_/),
      client_name: 'Kitchen assistant',
      channel: 'rest',
      status: 200,
      at: expect.any(Date),
    };
    expect(logged).toEqual(
      expect.arrayContaining([
        { ...common, operation: 'list_tokens' },
        { ...common, operation: 'revoke_current_token' },
      ]),
    );
  });

  proves(['S1.call_log'], 'writes a batch once, however often its job runs', async () => {
    const account_id = `acc_${randomUUID()}`;
    const entries = Array.from({ length: 5 }, () => entryOf(account_id));
    const batch = randomUUID();
    const openIds = new Set([account_id]);
    const count = await onDatabase(async (db) => {
      const calls = createCallLogStore(db);
      await calls.write(batch, entries.slice(0, 2), openIds);
      await Promise.all([calls.write(batch, entries, openIds), calls.write(batch, entries, openIds)]);
      await calls.write(batch, entries, openIds);
      return db.collection('call_log').countDocuments({ account_id });
    });
    expect(count).toBe(5);
  });

  proves(['S1.call_log'], 'does not mistake an unwritten batch for a repeat', async () => {
    const url = new URL(await databaseOfRunningSet(site.dataDir));
    /** A proxy to the database that drops connections which mention the call log. */
    const cut = createServer((socket) => {
      const database = connect(Number(url.port), url.hostname);
      socket.on('data', (data) => (data.includes('call_log') ? socket.destroy() : database.write(data)));
      socket.on('close', () => database.destroy());
      database.pipe(socket.on('error', () => {}));
    });
    const client = await MongoClient.connect(
      `mongodb://127.0.0.1:${await listen(cut)}/?directConnection=true`,
    );
    try {
      const writing = createCallLogStore(client.db('diary')).write(
        randomUUID(),
        [entryOf('acc_1')],
        new Set(['acc_1']),
      );
      await expect(writing).rejects.toThrow();
    } finally {
      await client.close();
      cut.close();
    }
  });

  proves(['S1.call_log'], 'keeps the newest 10,000 of the calls waiting to be sent', async () => {
    const { account } = await newConnection();
    const callLog = createCallLog(await redisOfRunningSet(site.dataDir), createLog('test', 'silent'));
    const assistant: Assistant = {
      kind: 'assistant',
      account: { ...account, language: 'en', time_zone: 'UTC' },
      connection: { id: 'tok_1', client_name: 'Busy assistant', access: 'email' },
      scopes: [],
    };
    for (let number = 1; number <= 10_002; number += 1)
      callLog.add(assistant, { operation: `call_${number}`, channel: 'rest', status: 200 });
    await onDatabase(async (db) => {
      const calls = db.collection('call_log');
      const find = (operation: string) => calls.findOne({ account_id: account.id, operation });
      await eventually(() => find('call_10002'), 'the newest to be logged');
      expect([await find('call_2'), await find('call_3')]).toEqual([null, expect.anything()]);
    });
    await callLog.close();
  });
});
