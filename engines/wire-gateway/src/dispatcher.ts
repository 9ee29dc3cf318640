import { setTimeout as sleep } from 'node:timers/promises';
import { serialize } from 'bson';
import { collectionCommands } from './collections.ts';
import type { Command, Handler, Reply } from './command.ts';
import { CommandError, errorReply, isConflict, toCommandError } from './command-error.ts';
import { explain } from './explain.ts';
import { handshakeCommands } from './handshake.ts';
import type { Postgres } from './postgres.ts';
import type { Cursors } from './reads.ts';
import { readCommands } from './reads.ts';
import type { Transactions } from './transactions.ts';
import { writeCommands } from './writes.ts';

type Parts = { postgres: Postgres; cursors: Cursors; transactions: Transactions; port: number };

export type Dispatch = (command: Command, client: object) => Promise<Buffer>;

const MAX_ATTEMPTS = 20;

/** Answers any command, on behalf of the client connection that sent it, with the BSON of a reply or an error. */
export const createDispatcher = ({ postgres, cursors, transactions, port }: Parts): Dispatch => {
  const handlers = new Map<string, Handler>(
    Object.entries({
      ...handshakeCommands(postgres, port),
      ...readCommands(cursors),
      ...writeCommands,
      ...transactions.commands,
      ...collectionCommands,
      explain,
    }),
  );

  const answer = (command: Command, client: object): Promise<Reply> => {
    const handler = handlers.get(command.name);
    if (!handler) throw new CommandError('CommandNotFound', `no such command: '${command.name}'`);
    refuseDateTrunc(command);
    const inside = command.inTransaction && !(command.name in transactions.commands);
    if (inside) return transactions.run(command, client, handler);
    return withoutConflicts(() => handler(command, postgres.query));
  };

  return async (command, client) => {
    try {
      const reply = await answer(command, client);
      return Buffer.isBuffer(reply) ? reply : Buffer.from(serialize({ ...reply, ok: 1 }));
    } catch (error) {
      return Buffer.from(serialize(errorReply(toCommandError(error), command)));
    }
  };
};

/** The engine's `$dateTrunc` gives wrong days and weeks, without an error. */
const refuseDateTrunc = ({ name, bson, sequence }: Command) => {
  const embeddedDocument = '\x03$dateTrunc\0';
  if (name !== 'insert' && (bson.includes(embeddedDocument) || sequence?.includes(embeddedDocument)))
    throw new CommandError('CommandNotSupported', '$dateTrunc is not supported; use $dateFromParts');
};

/** Outside of transactions a MongoDB server settles conflicts between writes by itself, by trying again. */
const withoutConflicts = async <T>(work: () => Promise<T> | T): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error) || attempt === MAX_ATTEMPTS) throw error;
      await sleep(Math.random() * 10 * attempt);
    }
  }
};
