import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { BSON, type Document } from 'mongodb';
import { documentsOf, parseRequest, readMessages } from 'wire-gateway/wire-message.ts';

/** A command that a service sent to the database, and what it was answered. */
export type Recorded = {
  command: Document;
  reply: Document;
  /** Which transaction it is a step of. */
  transaction?: string;
};

/** The commands that find or change documents, and those that end a transaction. */
const RECORDED = new Set([
  ...['find', 'getMore', 'aggregate', 'count', 'distinct'],
  ...['insert', 'update', 'delete', 'findAndModify'],
  ...['commitTransaction', 'abortTransaction'],
]);

export type RecordingHop = { port: number; recorded: Recorded[]; close: () => Promise<void> };

/** Makes a queue: what enters it resolves when all before it has left, to the function by which it leaves. */
const createQueue = (): (() => Promise<() => void>) => {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = last;
    last = promise;
    await before;
    return resolve;
  };
};

/**
 * Listens between services and a database on loopback. One command passes at a time, and one transaction beside those that belong
 * to none: so the order in which they are recorded is that in which they were done.
 */
export const startRecordingHop = async (databasePort: number): Promise<RecordingHop> => {
  const recorded: Recorded[] = [];
  const sockets = new Set<Socket>();
  const [enter, enterTransaction] = [createQueue(), createQueue()];
  /** What lets the next transaction begin, by the one that is open. */
  const open = new Map<string, () => void>();

  const serve = async (service: Socket): Promise<void> => {
    const database = connect(databasePort, '127.0.0.1');
    const asked = new Map<number, { command: Document; transaction?: string; leave: () => void }>();
    for (const socket of [service, database]) {
      sockets.add(socket);
      socket.setNoDelay(true).on('error', () => {});
      socket.once('close', () => {
        for (const other of [service, database]) other.destroy();
        for (const { leave } of asked.values()) leave();
      });
    }
    const ask = async (): Promise<void> => {
      for await (const message of readMessages(service)) {
        const { id, command: bson, sequences } = parseRequest(message);
        const command = BSON.deserialize(bson);
        if (RECORDED.has(Object.keys(command)[0] ?? '')) {
          for (const [field, sequence] of sequences)
            command[field] = Array.from(documentsOf(sequence), (one) => BSON.deserialize(one));
          const isStep = command.autocommit === false;
          const transaction = isStep ? `${command.lsid.id.toString('hex')} ${command.txnNumber}` : undefined;
          if (transaction && !open.has(transaction)) open.set(transaction, await enterTransaction());
          asked.set(id, { command, leave: await enter(), ...(transaction && { transaction }) });
        }
        database.write(message);
      }
    };
    const answer = async (): Promise<void> => {
      for await (const message of readMessages(database)) {
        const one = asked.get(message.readInt32LE(8));
        if (one) {
          asked.delete(message.readInt32LE(8));
          const { command, transaction, leave } = one;
          const reply = BSON.deserialize(parseRequest(message).command);
          recorded.push({ command, reply, ...(transaction && { transaction }) });
          if (transaction && ('commitTransaction' in command || 'abortTransaction' in command)) {
            open.get(transaction)?.();
            open.delete(transaction);
          }
          leave();
        }
        service.write(message);
      }
    };
    await Promise.all([ask(), answer()].map((work) => work.catch(() => service.destroy())));
  };

  const server = createServer((service) => void serve(service)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    recorded,
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
};
