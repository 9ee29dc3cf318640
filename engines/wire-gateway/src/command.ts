import { Binary, type Document, deserialize } from 'bson';
import type { Query } from './postgres-connection.ts';
import { documentsOf, type Request } from './wire-message.ts';

/** A command of the MongoDB API, as far as the gateway reads it; the engine gets `bson` and the sequence as they came. */
export type Command = {
  name: string;
  database: string;
  /** The documents of an insert are left as bytes in it. */
  body: Document;
  bson: Buffer;
  /** `documents`, `updates` or `deletes`, where they are not in the body. */
  sequence: Buffer | undefined;
  /** The `updates` or `deletes`, wherever they are. */
  statements: Document[];
  /** The id of the logical session, in hexadecimal. */
  session: string | undefined;
  txnNumber: bigint | undefined;
  inTransaction: boolean;
};

/** BSON as the engine gave it, or a document that lacks only `ok`. */
export type Reply = Buffer | Document;

export type Handler = (command: Command, query: Query) => Promise<Reply> | Reply;

const SEQUENCES: Record<string, string> = { insert: 'documents', update: 'updates', delete: 'deletes' };

/**
 * Reads a command.
 * @throws BSONError when it is not BSON: the engine would take a corrupt filter for an empty one
 */
export const parseCommand = ({ command: bson, sequences, database }: Request): Command => {
  const body = deserialize(bson, { useBigInt64: true, fieldsAsRaw: { documents: true } });
  const [name = ''] = Object.keys(body);
  const field = SEQUENCES[name] ?? '';
  const sequence = sequences.get(field);
  return {
    name,
    database: database ?? String(body.$db ?? 'admin'),
    body,
    bson,
    sequence,
    statements: name === 'insert' ? [] : sequence ? parseSequence(sequence) : (body[field] ?? []),
    session: sessionOf(body.lsid),
    txnNumber: body.txnNumber === undefined ? undefined : BigInt(body.txnNumber),
    inTransaction: body.autocommit === false,
  };
};

const parseSequence = (sequence: Buffer) => Array.from(documentsOf(sequence), (bson) => deserialize(bson));

/** The hexadecimal id in an `lsid`. */
export const sessionOf = (lsid: Document | undefined): string | undefined => {
  const id = lsid?.id;
  return id instanceof Binary && id.length() === 16 ? Buffer.from(id.buffer).toString('hex') : undefined;
};
