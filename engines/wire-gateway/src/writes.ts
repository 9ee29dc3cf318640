import { hash } from 'node:crypto';
import { type Document, deserialize, serialize } from 'bson';
import type { Command, Handler, Reply } from './command.ts';
import { CommandError, codeNameOf, codeOf } from './command-error.ts';
import {
  type DuplicateKey,
  documentRefusedIn,
  duplicateKeyOfConstraint,
  duplicateKeyOfIndex,
} from './duplicate-key.ts';
import type { Query } from './postgres-connection.ts';
import { documentsOf } from './wire-message.ts';

/** The same number for upserts of the same query, in an order that all writers keep to. */
const upsertLocks = ({ name, database, body, statements }: Command): bigint[] => {
  const upserts = [...statements, body].filter(({ upsert }) => upsert);
  const collection = Buffer.from(`${database}.${body[name]}\0`);
  const locks = upserts.map(({ q, query }) =>
    hash('sha256', Buffer.concat([collection, serialize(q ?? query ?? {})]), 'buffer').readBigInt64LE(),
  );
  return [...new Set(locks)].sort((a, b) => (a < b ? -1 : 1));
};

const write = async (command: Command, query: Query) => {
  const { name, database, bson, sequence, session, txnNumber, inTransaction } = command;
  const repeatable = session !== undefined && txnNumber !== undefined && !inTransaction;
  const row = await query(
    'SELECT reply, refused_by, detail FROM wire_gateway.write($1, $2, $3, $4, $5, $6, $7)',
    [
      name,
      database,
      bson,
      sequence,
      upsertLocks(command),
      repeatable ? session : null,
      repeatable ? txnNumber : null,
    ],
  );
  const [reply, constraint, detail] = row as [Buffer | null, string, string];
  return { reply, constraint, detail };
};

/** DocumentDB packs the five characters of a SQLSTATE into six bits each, as PostgreSQL does. */
const unpackSqlState = (packed: number): string => {
  const characters = [0, 6, 12, 18, 24].map((bits) => ((packed >> bits) & 0x3f) + '0'.charCodeAt(0));
  return String.fromCharCode(...characters);
};

const refusedDocument = async (
  command: Command,
  index: number,
  query: Query,
): Promise<Document | undefined> => {
  if (command.name === 'update') return documentRefusedIn(command, query, command.statements[index] ?? {});
  const documents: Iterable<Buffer> = command.sequence
    ? documentsOf(command.sequence)
    : command.body.documents;
  const document = [...documents][index];
  return document && deserialize(document, { promoteValues: false });
};

const duplicateKey = async (error: Document, command: Command, query: Query): Promise<DuplicateKey> => {
  const index = Number(error.index);
  const indexName = /Index '(.*)'$/.exec(error.errmsg)?.[1] ?? '';
  return duplicateKeyOfIndex(command, query, indexName, await refusedDocument(command, index, query));
};

/** Gives an error in `writeErrors` the code that MongoDB has for it. */
const translate = async (error: Document, command: Command, query: Query) => {
  const codeName = codeNameOf(unpackSqlState(Number(error.code)));
  const endsTransaction = codeName === 'WriteConflict' || codeName === 'LockTimeout';
  if (command.inTransaction && endsTransaction) throw new CommandError(codeName, 'the write met another one');
  error.code = codeOf(codeName);
  if (codeName === 'DuplicateKey') Object.assign(error, await duplicateKey(error, command, query));
};

const writeStatements = async (command: Command, query: Query): Promise<Reply> => {
  const { reply } = await write(command, query);
  if (!reply?.includes('writeErrors')) return reply ?? {};
  const document = deserialize(reply, { promoteValues: false });
  for (const error of document.writeErrors ?? []) await translate(error, command, query);
  return document;
};

const findAndModify = async (command: Command, query: Query): Promise<Reply> => {
  const { reply, constraint, detail } = await write(command, query);
  if (reply) return reply;
  const { errmsg, ...fields } = await duplicateKeyOfConstraint(command, query, constraint, detail);
  throw new CommandError('DuplicateKey', errmsg, fields);
};

/** The commands that write documents. A write that a driver may repeat is made once. */
export const writeCommands: Record<string, Handler> = {
  insert: writeStatements,
  update: writeStatements,
  delete: writeStatements,
  findAndModify,
};
