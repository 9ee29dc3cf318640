import { type Command, type Handler, type Reply, sessionOf } from './command.ts';
import { CommandError, toCommandError } from './command-error.ts';
import type { Postgres } from './postgres.ts';
import type { Cursors } from './reads.ts';
import { beginTransaction, type Transaction } from './transaction.ts';

export type Transactions = ReturnType<typeof createTransactions>;

/** As in MongoDB, but for `create` and `createIndexes`, which lock too much here. */
const ALLOWED = new Set([
  ...['find', 'aggregate', 'distinct', 'getMore', 'killCursors'],
  ...['insert', 'update', 'delete', 'findAndModify'],
]);

/** The open transactions, at most one for each session. */
export const createTransactions = (postgres: Postgres, cursors: Cursors) => {
  /** By session; `client` is the client's connection that used it last. */
  const open = new Map<string, { transaction: Transaction; client: object }>();

  const find = (session: string, number: bigint): Transaction | undefined => {
    const transaction = open.get(session)?.transaction;
    return transaction?.number === number ? transaction : undefined;
  };

  const begin = async (session: string, number: bigint): Promise<Transaction> => {
    await open.get(session)?.transaction.abort();
    const begun = await beginTransaction(postgres, session, number, () => {
      if (!find(session, number)) return;
      open.delete(session);
      for (const [id, cursor] of cursors.entries()) if (cursor.transaction === session) cursors.delete(id);
    });
    // Another may have begun while this one waited for its connection.
    await open.get(session)?.transaction.abort();
    return begun;
  };

  return {
    commands: {
      async commitTransaction(command) {
        const { session, number } = identify(command);
        const committed = await find(session, number)?.commit();
        if (!committed) await confirmCommit(postgres, session, number);
        return {};
      },
      async abortTransaction(command) {
        const { session, number } = identify(command);
        const transaction = find(session, number);
        if (!transaction) throw noSuchTransaction();
        await transaction.abort();
        return {};
      },
      async endSessions({ body }) {
        const abort = (lsid: object) => open.get(sessionOf(lsid) ?? '')?.transaction.abort();
        await Promise.all((body.endSessions ?? []).map(abort));
        return {};
      },
    } satisfies Record<string, Handler>,

    /** Runs a command in its transaction. */
    async run(command: Command, client: object, handler: Handler): Promise<Reply> {
      const { name, body } = command;
      if (!ALLOWED.has(name))
        throw new CommandError('OperationNotSupportedInTransaction', `${name} cannot run in a transaction`);
      const { session, number } = identify(command);
      const transaction = body.startTransaction ? await begin(session, number) : find(session, number);
      if (!transaction) throw noSuchTransaction();
      open.set(session, { transaction, client });
      const reply = await transaction.run(command, handler);
      if (!reply) throw noSuchTransaction();
      return reply;
    },

    /** Ends what a client has left open by closing its connection. */
    async abortOf(client: object): Promise<void> {
      const left = [...open.values()].filter((each) => each.client === client);
      await Promise.all(left.map(({ transaction }) => transaction.abort()));
    },
  };
};

/** Whether a transaction that is not open was committed: by this process, or by an earlier one that could not report it. */
const confirmCommit = async (postgres: Postgres, session: string, number: bigint): Promise<void> => {
  await postgres.query('SELECT wire_gateway.lock_session($1)', [session]).catch(asUndecided);
  const [committed] = await postgres.query(
    'SELECT true FROM wire_gateway_data.last_writes WHERE session = $1 AND txn_number = $2 AND reply IS NULL',
    [session, number],
  );
  if (!committed) throw noSuchTransaction();
};

/** Whoever holds the lock may be the first commit, which may yet succeed: the transaction may not be run again. */
const asUndecided = (error: unknown): never => {
  if (toCommandError(error).codeName !== 'LockTimeout') throw error;
  throw new CommandError('MaxTimeMSExpired', 'the transaction is still being committed');
};

const identify = ({ name, session, txnNumber }: Command) => {
  if (session === undefined || txnNumber === undefined)
    throw new CommandError('InvalidOptions', `${name} in a transaction needs lsid and txnNumber`);
  return { session, number: txnNumber };
};

const noSuchTransaction = () =>
  new CommandError('NoSuchTransaction', 'no transaction of this number is in progress');
