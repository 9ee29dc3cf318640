import { once } from 'node:events';
import { createServer } from 'node:net';
import { serveClient } from './client-connection.ts';
import { config } from './config.ts';
import { createDispatcher } from './dispatcher.ts';
import { openPostgres } from './postgres.ts';
import { createCursors } from './reads.ts';
import { createTransactions } from './transactions.ts';

const STOP_LIMIT_MS = 10_000;

const postgres = openPostgres(config);
const cursors = createCursors(config.CURSOR_IDLE_MS);
const transactions = createTransactions(postgres, cursors);
const dispatch = createDispatcher({ postgres, cursors, transactions, port: config.PORT });

const stopping = new AbortController();
const clients = new Set<Promise<void>>();

const server = createServer((socket) => {
  const served = serveClient(socket, dispatch, stopping.signal).then(() => transactions.abortOf(socket));
  clients.add(served);
  void served.finally(() => clients.delete(served));
});

server.once('error', (error) => {
  process.stderr.write(`PORT: cannot listen on 127.0.0.1:${config.PORT} (${error.message}).\n`);
  process.exit(1);
});
server.listen(config.PORT, '127.0.0.1', () => {
  process.stdout.write(`The wire gateway serves 127.0.0.1:${config.PORT}.\n`);
});

await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
server.close();
stopping.abort();
await Promise.all(clients);
await postgres.close();
process.exit(0);
