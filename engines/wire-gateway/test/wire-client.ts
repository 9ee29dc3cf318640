import { connect, type Socket } from 'node:net';
import { type Document, deserialize, serialize } from 'bson';

/** An OP_MSG with a command, as bytes; `flags` are those of the message. */
export const messageOf = (command: Document, flags = 0, sections: Buffer[] = []): Buffer => {
  const parts = [Buffer.from([0]), serialize(command), ...sections];
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(20);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(7, 4);
  head.writeInt32LE(2013, 12);
  head.writeUInt32LE(flags, 16);
  return Buffer.concat([head, body]);
};

/** A section of kind 1: a document sequence for a field of the command. */
export const sequenceOf = (field: string, documents: Document[]): Buffer => {
  const name = Buffer.from(`\0\0\0\0${field}\0`);
  const section = Buffer.concat([name, ...documents.map((document) => serialize(document))]);
  section.writeInt32LE(section.length, 0);
  return Buffer.concat([Buffer.from([1]), section]);
};

/** A connection that speaks the wire protocol byte by byte, for what no driver would send. */
export const openWire = async (port: number) => {
  const socket = connect(port, '127.0.0.1');
  const replies = repliesOf(socket);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => {});
  return {
    socket,
    closed,
    /** The next reply, or undefined when the connection is closed. */
    reply: async (): Promise<Document | undefined> => (await replies.next()).value,
    async command(command: Document): Promise<Document | undefined> {
      socket.write(messageOf(command));
      return (await replies.next()).value;
    },
  };
};

async function* repliesOf(socket: Socket): AsyncGenerator<Document, undefined> {
  let held = Buffer.alloc(0);
  try {
    for await (const chunk of socket) {
      held = Buffer.concat([held, chunk]);
      while (held.length >= 4 && held.length >= held.readInt32LE()) {
        const message = held.subarray(0, held.readInt32LE());
        held = held.subarray(message.length);
        const isOpReply = message.readInt32LE(12) === 1;
        yield deserialize(message.subarray(isOpReply ? 36 : 21));
      }
    }
  } catch {
    // The connection was reset.
  }
}
