import { type Command, type Handler, type Reply, sessionOf } from './command.ts';
import { CommandError } from './command-error.ts';
import type { Cursors } from './cursors.ts';
import type { Engine, HeldConnection } from './engine.ts';

type Transaction = {
  number: bigint;
  connection: HeldConnection;
  /** The client's connection that used it last. */
  client: object;
  /** Settles when all that was asked of it so far is done: it does one thing at a time. */
  idle: Promise<unknown>;
};

export type Transactions = ReturnType<typeof createTransactions>;

/** As in MongoDB, but for `create` and `createIndexes`, which lock too much here. */
const ALLOWED = new Set([
  ...['find', 'aggregate', 'distinct', 'getMore', 'killCursors'],
  ...['insert', 'update', 'delete', 'findAndModify', 'findandmodify'],
]);

/** The open transactions, at most one for each session. PostgreSQL ends the connection of one that stays idle. */
export function createTransactions(engine: Engine, cursors: Cursors) {
  const open = new Map<string, Transaction>();

  const begin = async (session: string, number: bigint, client: object): Promise<void> => {
    await abort(session);
    const connection = await engine.hold(() => {
      if (open.get(session)?.connection === connection) forget(session);
    });
    try {
      await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      await connection.query('SELECT wire_gateway.lock_session($1)', [session]);
    } catch (error) {
      await rollBack(connection);
      throw error;
    }
    open.set(session, { number, connection, client, idle: Promise.resolve() });
  };

  const forget = (session: string) => {
    open.delete(session);
    cursors.forgetTransaction(session);
  };

  /** Does something with a transaction, after what it does now, unless that has ended it. */
  const use = <T>(session: string, transaction: Transaction, work: () => Promise<T>): Promise<T> => {
    const done = transaction.idle.then(() => {
      if (open.get(session) !== transaction) throw noSuchTransaction();
      return work();
    });
    transaction.idle = done.catch(() => {});
    return done;
  };

  const abort = async (session: string): Promise<void> => {
    const transaction = open.get(session);
    if (transaction) await use(session, transaction, () => end(session, transaction)).catch(() => {});
  };

  const end = async (session: string, { connection }: Transaction) => {
    forget(session);
    await rollBack(connection);
  };

  const commit: Handler = async (command) => {
    const { session, number } = identify(command);
    const transaction = open.get(session);
    if (transaction?.number !== number) return confirmCommit(engine, session, number);
    return use(session, transaction, async () => {
      const { query, release } = transaction.connection;
      try {
        await query('SELECT wire_gateway.record_write($1, $2, NULL)', [session, number]);
        await query('COMMIT');
      } catch (error) {
        await end(session, transaction);
        throw error;
      }
      forget(session);
      release(true);
      return {};
    });
  };

  return {
    commands: {
      commitTransaction: commit,
      async abortTransaction(command) {
        const { session, number } = identify(command);
        if (open.get(session)?.number !== number) throw noSuchTransaction();
        await abort(session);
        return {};
      },
      async endSessions({ body }) {
        await Promise.all((body.endSessions ?? []).map((lsid: object) => abort(sessionOf(lsid) ?? '')));
        return {};
      },
    } satisfies Record<string, Handler>,

    /** Runs a command in its transaction. As in MongoDB an error, or a write that failed, ends the transaction. */
    async run(command: Command, client: object, handler: Handler): Promise<Reply> {
      const { name, body } = command;
      if (!ALLOWED.has(name))
        throw new CommandError('OperationNotSupportedInTransaction', `${name} cannot run in a transaction`);
      const { session, number } = identify(command);
      if (body.startTransaction) await begin(session, number, client);
      const transaction = open.get(session);
      if (transaction?.number !== number) throw noSuchTransaction();
      transaction.client = client;
      return use(session, transaction, async () => {
        try {
          const reply = await handler(command, transaction.connection.query);
          if (!Buffer.isBuffer(reply) && reply.writeErrors) await end(session, transaction);
          return reply;
        } catch (error) {
          await end(session, transaction);
          throw error;
        }
      });
    },

    /** Ends what a client left open whose connection has closed. */
    async abortOf(client: object): Promise<void> {
      const left = [...open].filter(([, transaction]) => transaction.client === client);
      await Promise.all(left.map(([session]) => abort(session)));
    },
  };
}

/** Whether a transaction was committed that is not open: by this process or by an earlier one that could not tell. */
async function confirmCommit(engine: Engine, session: string, number: bigint): Promise<Reply> {
  await engine.query('SELECT wire_gateway.lock_session($1)', [session]);
  const [committed] = await engine.query(
    'SELECT true FROM wire_gateway_data.last_writes WHERE session = $1 AND txn_number = $2 AND reply IS NULL',
    [session, number],
  );
  if (!committed) throw noSuchTransaction();
  return {};
}

async function rollBack({ query, release }: HeldConnection) {
  await query('ROLLBACK').then(
    () => release(true),
    () => release(false),
  );
}

function identify({ name, session, txnNumber }: Command) {
  if (session === undefined || txnNumber === undefined)
    throw new CommandError('InvalidOptions', `${name} in a transaction needs lsid and txnNumber`);
  return { session, number: txnNumber };
}

const noSuchTransaction = () =>
  new CommandError('NoSuchTransaction', 'no transaction of this number is in progress');
