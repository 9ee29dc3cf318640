const HEADER_BYTES = 16;
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;

/** The flag bits of OP_MSG. A receiver must refuse any other among the first 16. */
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
const REQUIRED_FLAGS = 0xffff;

/** The longest message that `hello` allows, as in MongoDB. */
export const MAX_MESSAGE_BYTES = 48_000_000;

/** A request: the command's BSON, and the BSON sequences that came beside it, by the name of the field they stand for. */
export type Request = {
  id: number;
  command: Buffer;
  sequences: Map<string, Buffer>;
  /** Only OP_QUERY names the database outside of the command. */
  database?: string;
  reply: typeof OP_MSG | typeof OP_REPLY | 'none';
};

/**
 * Cuts a byte stream into messages of the MongoDB wire protocol. One that comes in a single chunk is not copied.
 * @throws Error when a message states a length that is out of bounds
 */
export async function* readMessages(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let missing = HEADER_BYTES;
  for await (const chunk of stream) {
    chunks.push(chunk);
    missing -= chunk.length;
    if (missing > 0) continue;
    let rest = chunks.length === 1 ? chunk : Buffer.concat(chunks);
    let wanted = lengthOf(rest);
    while (rest.length >= wanted) {
      yield rest.subarray(0, wanted);
      rest = rest.subarray(wanted);
      wanted = lengthOf(rest);
    }
    chunks = rest.length > 0 ? [rest] : [];
    missing = wanted - rest.length;
  }
}

/** The length of the message that begins with these bytes; that of a header while it is not known. */
const lengthOf = (bytes: Buffer): number => {
  if (bytes.length < HEADER_BYTES) return HEADER_BYTES;
  const length = bytes.readInt32LE();
  if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES) throw malformed('its length');
  return length;
};

/**
 * The request in a message: OP_MSG, or the OP_QUERY with which drivers open a connection.
 * @throws Error when the message is malformed or of another kind
 */
export const parseRequest = (message: Buffer): Request => {
  const id = message.readInt32LE(4);
  const opCode = message.readInt32LE(12);
  if (opCode === OP_MSG) return { id, ...parseSections(message) };
  if (opCode === OP_QUERY) return { id, ...parseQuery(message) };
  throw malformed(`its kind, ${opCode}`);
};

const parseSections = (message: Buffer): Omit<Request, 'id'> => {
  const flags = message.readUInt32LE(HEADER_BYTES);
  if (flags & REQUIRED_FLAGS & ~(CHECKSUM_PRESENT | MORE_TO_COME)) throw malformed('its flags');
  const end = message.length - (flags & CHECKSUM_PRESENT ? 4 : 0);
  const reply = flags & MORE_TO_COME ? 'none' : OP_MSG;
  const sequences = new Map<string, Buffer>();
  let command: Buffer | undefined;
  for (let at = HEADER_BYTES + 4; at < end; ) {
    const kind = message[at];
    const section = sized(message.subarray(at + 1, end));
    if (kind === 0 && !command) command = section;
    else if (kind === 1) addSequence(sequences, section);
    else throw malformed('its sections');
    at += 1 + section.length;
  }
  if (!command) throw malformed('the command, which is missing');
  return { command, sequences, reply };
};

const addSequence = (sequences: Map<string, Buffer>, section: Buffer) => {
  const nameEnd = section.indexOf(0, 4);
  const name = section.toString('utf8', 4, nameEnd);
  if (nameEnd < 0 || sequences.has(name)) throw malformed('a sequence in it');
  sequences.set(name, section.subarray(nameEnd + 1));
};

const parseQuery = (message: Buffer): Omit<Request, 'id'> => {
  const nameStart = HEADER_BYTES + 4;
  const nameEnd = message.indexOf(0, nameStart);
  const [database] = message.toString('utf8', nameStart, nameEnd).split('.$cmd');
  if (nameEnd < 0 || !database) throw malformed('its namespace');
  const numbersToSkipAndReturn = 8;
  const command = sized(message.subarray(nameEnd + 1 + numbersToSkipAndReturn));
  return { command, sequences: new Map(), database, reply: OP_REPLY };
};

/** The document or section at the start of `bytes`, which states its own length. */
const sized = (bytes: Buffer): Buffer => {
  const length = bytes.readInt32LE();
  if (length < 5 || length > bytes.length) throw malformed('a length in it');
  return bytes.subarray(0, length);
};

/** The documents of a BSON sequence. */
export function* documentsOf(sequence: Buffer): Generator<Buffer> {
  for (let rest = sequence; rest.length > 0; ) {
    const document = sized(rest);
    yield document;
    rest = rest.subarray(document.length);
  }
}

/** The header before the BSON of a reply. `id` numbers the replies of a connection. */
export const replyHead = (request: Request, id: number, bson: Buffer): Buffer => {
  const head = Buffer.alloc(request.reply === OP_REPLY ? 36 : 21);
  head.writeInt32LE(head.length + bson.length, 0);
  head.writeInt32LE(id, 4);
  head.writeInt32LE(request.id, 8);
  if (request.reply === OP_REPLY) {
    head.writeInt32LE(OP_REPLY, 12);
    const documents = 1;
    head.writeInt32LE(documents, 32);
  } else head.writeInt32LE(OP_MSG, 12);
  return head;
};

const malformed = (what: string) => new Error(`malformed message: ${what}`);
