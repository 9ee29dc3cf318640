import { once } from 'node:events';
import { createServer } from 'node:net';

/** @throws the error of `listen(2)`, so that its `code` tells a taken port from a forbidden one */
const openAndClose = async (port: number, host?: string): Promise<void> => {
  const server = createServer();
  server.listen({ port, host, exclusive: true });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
};

/**
 * Reserves a port for what this process starts, as long as this process lives: other processes that choose a port see the name,
 * a socket in Linux' abstract namespace, while nobody listens on the port yet. Throws where it is reserved already.
 */
const keep = async (port: number): Promise<void> => {
  const name = createServer().listen(`\0diary-recording-service-port-${port}`);
  await once(name, 'listening');
  name.unref();
};

/**
 * A loopback port that nobody listens on, and that no other process was given: one of the 10,000 from `first` on. They lie below
 * the range that systems take for outgoing connections (32768 and up on Linux), so that a part which is restarted under load
 * finds it free still.
 */
export const freePort = async (first = 20_000): Promise<number> => {
  const port = first + Math.floor(Math.random() * 10_000);
  try {
    await keep(port);
    await openAndClose(port, '127.0.0.1');
    return port;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return freePort(first);
  }
};

/**
 * Refuses a port that cannot be listened on.
 * @param variable the setting that chooses the port, as the operator knows it
 * @param host the address that will be listened on; all of them where absent
 * @throws Error, one line that names the variable, or HOST where that is wrong
 */
export const requirePort = async (variable: string, port: number, host?: string): Promise<void> => {
  await openAndClose(port, host).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new Error(`Port ${port} is taken by another program: set ${variable} to another one.`);
    if (error.code === 'EACCES')
      throw new Error(`Port ${port} cannot be opened (EACCES): set ${variable} to another one.`);
    throw new Error(`Cannot listen on ${host} (${error.code}): set HOST to an address of this machine.`);
  });
};
