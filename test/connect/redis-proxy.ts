import { connect, createServer, type Socket } from 'node:net';
import { redisOfRunningSet } from '../../scripts/operator/running-set.ts';
import { listen } from '../support/listen.ts';
import { site } from '../support/set.ts';

/**
 * A proxy to the set's Redis that delays by `delayMs` in each direction, and whose existing connections can be held up. `received`
 * is what a client sent on one.
 */
export const startRedisProxy = async (delayMs = 0) => {
  const redis = new URL(await redisOfRunningSet(site.dataDir));
  const [host, port] = [redis.hostname, Number(redis.port)];
  const connections = new Set<{ socket: Socket; database: Socket; received: string }>();
  const server = createServer((socket) => {
    const database = connect(port, host);
    const connection = { socket, database, received: '' };
    connections.add(connection);
    socket.on('data', (data) => {
      connection.received += data.toString('latin1').toLowerCase();
    });
    if (delayMs > 0) {
      socket.on('data', (data) => setTimeout(() => database.write(data), delayMs));
      database.on('data', (data) => setTimeout(() => socket.write(data), delayMs));
    } else socket.pipe(database).pipe(socket);
    for (const end of [socket, database]) end.on('error', () => {});
    socket.on('close', () => database.destroy());
  });
  redis.port = String(await listen(server));
  return {
    url: redis.href,
    /** From now on nothing comes back on connections on which `word` was sent. Returns what releases them. */
    holdUp: (word: string): (() => void) => {
      const held = [...connections].filter(({ received }) => received.includes(word));
      for (const { socket, database } of held) database.unpipe(socket).pause();
      return () => held.forEach(({ socket, database }) => void database.pipe(socket));
    },
    close: () => {
      server.close();
      for (const { socket } of connections) socket.destroy();
    },
  };
};
