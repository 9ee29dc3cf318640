import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from 'engines/ports.ts';
import { environment } from '../../../test/support/config.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { type DocumentDb, startDocumentDb } from './document-db.ts';
import { openWire } from './wire-client.ts';

let documentDb: DocumentDb;

beforeAll(async () => {
  documentDb = await startDocumentDb();
});

afterAll(() => documentDb.stop());

describe('the process', () => {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  const start = (changes: Record<string, string>): ChildProcess =>
    spawn(process.execPath, [main], { env: { ...environment, ...documentDb.gatewayEnv, ...changes } });

  test.each<[string, () => Record<string, string>, RegExp]>([
    ['a port that is taken', () => ({}), /^PORT: cannot listen on 127\.0\.0\.1:\d+ \(.*EADDRINUSE.*\)\.\n$/],
    ['a wrong port', () => ({ PORT: 'none' }), /^Configuration: PORT .*\n$/],
    ['no socket', () => ({ PG_SOCKET_DIR: '' }), /^Configuration: PG_SOCKET_DIR is not set\.\n$/],
  ])('ends with one line on %s', async (_, changes, line) => {
    const gateway = start(changes());
    const [output, [exitCode]] = await Promise.all([
      text(gateway.stderr as NonNullable<typeof gateway.stderr>),
      once(gateway, 'exit'),
    ]);
    expect(output).toMatch(line);
    expect(exitCode).toBe(1);
  });

  test('when stopped, first answers the commands it has accepted', async () => {
    const port = await freePort();
    const gateway = start({ PORT: `${port}` });
    await eventually(() => isListening(port), 'the gateway to listen');
    const wire = await openWire(port);
    const client = documentDb.connect();
    const counters = client.db('test').collection<{ _id: string; n: number }>('stopped');
    await counters.insertOne({ _id: 'a', n: 0 });
    const session = client.startSession();
    session.startTransaction();
    await counters.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session });
    // Waits for the transaction to end.
    const updates = [{ q: { _id: 'a' }, u: { $inc: { n: 1 } } }];
    const waiting = wire.command({ update: 'stopped', updates, $db: 'test' });
    await eventually(waitsForLock, 'the command to run');
    gateway.kill('SIGTERM');
    await eventually(async () => !(await isListening(port)), 'the gateway to listen no more');
    await session.commitTransaction();
    await session.endSession();
    expect(await waiting).toMatchObject({ ok: 1, n: 1 });
    await wire.closed;
    const [exitCode] = gateway.exitCode === null ? await once(gateway, 'exit') : [gateway.exitCode];
    expect(exitCode).toBe(0);
    expect(await counters.findOne()).toEqual({ _id: 'a', n: 2 });
  });

  /** Whether a statement in PostgreSQL waits for a row lock. */
  const waitsForLock = async () => {
    const postgres = await documentDb.connectToPostgres();
    const { rowCount } = await postgres.query(
      "SELECT FROM pg_stat_activity WHERE wait_event = 'transactionid'",
    );
    await postgres.end();
    return rowCount;
  };

  const isListening = async (port: number) => {
    const wire = await openWire(port);
    const answer = await wire.command({ buildInfo: 1, $db: 'admin' });
    wire.socket.destroy();
    return answer !== undefined;
  };
});
