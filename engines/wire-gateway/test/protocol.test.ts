import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { serialize } from 'bson';
import { type DocumentDb, startDocumentDb } from './document-db.ts';
import { messageOf, openWire, sequenceOf } from './wire-client.ts';

let documentDb: DocumentDb;

beforeAll(async () => {
  documentDb = await startDocumentDb();
});

afterAll(() => documentDb.stop());

describe('the wire protocol', () => {
  const ping = { ping: 1, $db: 'admin' };
  const changed = (change: (message: Buffer) => void) => {
    const message = messageOf(ping);
    change(message);
    return message;
  };

  test.each<[string, Buffer]>([
    ['a length below that of a header', changed((message) => message.writeInt32LE(15))],
    ['a negative length', changed((message) => message.writeInt32LE(-1))],
    ['a length beyond the limit', changed((message) => message.writeInt32LE(48_000_001))],
    ['another kind of message', changed((message) => message.writeInt32LE(2012, 12))],
    ['a flag that nobody knows', messageOf(ping, 4)],
    ['a section of another kind', changed((message) => message.writeUInt8(9, 20))],
    ['a document that is longer than its message', changed((message) => message.writeInt32LE(10_000, 21))],
    ['a document of no length', changed((message) => message.writeInt32LE(0, 21))],
    ['a document that is no BSON', changed((message) => message.writeUInt8(0x7e, 25))],
    ['two documents', messageOf(ping, 0, [Buffer.from([0]), Buffer.from(serialize(ping))])],
    [
      'two sequences of one name',
      messageOf(ping, 0, [sequenceOf('documents', []), sequenceOf('documents', [])]),
    ],
    ['no document', changed((message) => message.writeInt32LE(20)).subarray(0, 20)],
    ['what is no message', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
  ])('%s closes the connection, and no other one', async (_, message) => {
    const [wire, other] = await Promise.all([openWire(documentDb.port), openWire(documentDb.port)]);
    const pid = documentDb.pidOf('mongo-gateway');
    wire.socket.write(message);
    expect(await wire.reply()).toBeUndefined();
    expect(await other.command(ping)).toEqual({ ok: 1 });
    expect(documentDb.pidOf('mongo-gateway')).toBe(pid);
    other.socket.destroy();
  });

  test('a filter that is not BSON matches nothing', async () => {
    const entries = documentDb.connect().db('test').collection('corrupt');
    await entries.insertOne({});
    const deletes = sequenceOf('deletes', [{ q: { name: 'nobody' }, limit: 0 }]);
    deletes.writeUInt8(0x7e, deletes.indexOf('name') - 1);
    const wire = await openWire(documentDb.port);
    wire.socket.write(messageOf({ delete: 'corrupt', $db: 'test' }, 0, [deletes]));
    expect(await wire.reply()).toBeUndefined();
    expect(await entries.countDocuments({})).toBe(1);
  });

  test('may arrive byte by byte, several messages at once, or with a checksum', async () => {
    const wire = await openWire(documentDb.port);
    for (const byte of messageOf(ping)) wire.socket.write(Buffer.from([byte]));
    expect(await wire.reply()).toEqual({ ok: 1 });
    wire.socket.write(Buffer.concat([messageOf(ping), messageOf({ buildInfo: 1, $db: 'admin' })]));
    expect(await wire.reply()).toEqual({ ok: 1 });
    expect(await wire.reply()).toMatchObject({ ok: 1, versionArray: [7, 0, 0, 0] });
    const checksumPresent = 1;
    wire.socket.write(messageOf(ping, checksumPresent, [Buffer.alloc(4)]));
    expect(await wire.reply()).toEqual({ ok: 1 });
    wire.socket.destroy();
  });

  test('may begin with the legacy query of a driver that does not know the server yet', async () => {
    const wire = await openWire(documentDb.port);
    const query = Buffer.concat([
      messageOf(ping).subarray(0, 20),
      Buffer.from('admin.$cmd\0\0\0\0\0\xff\xff\xff\xff', 'latin1'),
      serialize({ isMaster: 1, helloOk: true }),
    ]);
    query.writeInt32LE(query.length, 0);
    query.writeInt32LE(2004, 12);
    wire.socket.write(query);
    expect(await wire.reply()).toMatchObject({ ok: 1, ismaster: true, helloOk: true, setName: 'rs0' });
    wire.socket.destroy();
  });
});
