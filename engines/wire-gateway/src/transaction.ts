import pLimit from 'p-limit';
import type { Command, Handler } from './command.ts';
import type { Postgres } from './postgres.ts';
import { type Query, runStatement } from './postgres-connection.ts';

export type Transaction = Awaited<ReturnType<typeof beginTransaction>>;

/**
 * Begins a transaction on a connection of its own. It ends on an error, or when PostgreSQL ends it for being idle; `onEnd` is
 * called once. It does one thing at a time: what comes to its turn after the end returns undefined.
 */
export const beginTransaction = async (
  postgres: Postgres,
  session: string,
  number: bigint,
  onEnd: () => void,
) => {
  const connection = await postgres.connectForTransaction();
  const query: Query = (text, values) => runStatement(connection, text, values);
  let isOpen = true;
  const turns = pLimit(1);

  const end = (reusable: boolean) => {
    if (!isOpen) return;
    isOpen = false;
    connection.off('error', lose);
    connection.release(!reusable);
    onEnd();
  };
  const lose = () => end(false);
  connection.on('error', lose);

  const rollBack = (): Promise<void> => query('ROLLBACK').then(() => end(true), lose);

  const inTurn = <T>(work: () => Promise<T>): Promise<T | undefined> =>
    turns(async () => {
      if (!isOpen) return undefined;
      try {
        return await work();
      } catch (error) {
        await rollBack();
        throw error;
      }
    });

  await inTurn(() => query('BEGIN ISOLATION LEVEL REPEATABLE READ'));

  return {
    number,
    /** As in MongoDB a write that failed ends the transaction too. */
    run: (command: Command, handler: Handler) =>
      inTurn(async () => {
        const reply = await handler(command, query);
        if (!Buffer.isBuffer(reply) && reply.writeErrors) await rollBack();
        return reply;
      }),
    /** Records the commit, for a client that repeats it; the lock makes the repetition wait for this one. */
    commit: () =>
      inTurn(async () => {
        const record = 'SELECT wire_gateway.lock_session($1), wire_gateway.record_write($1, $2, NULL)';
        await query(record, [session, number]);
        await query('COMMIT');
        end(true);
        return true;
      }),
    abort: () => inTurn(rollBack),
  };
};
