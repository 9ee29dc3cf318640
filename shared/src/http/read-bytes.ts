import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import { busy } from '../contract/problem.ts';
import { TURNS } from '../turns.ts';

/** Bytes of all bodies that are coming in. Beyond that, the largest so far is refused. */
const MAX_INCOMING = TURNS.incomingMebibytes * 1024 * 1024;
const incoming = new Map<IncomingMessage, number>();
let incomingBytes = 0;

const forget = (request: IncomingMessage): void => {
  incomingBytes -= incoming.get(request) ?? 0;
  incoming.delete(request);
};

const refuseLargest = (): void => {
  const [largest] = [...incoming].reduce((one, other) => (other[1] > one[1] ? other : one));
  forget(largest);
  // raw-body lets go of what it has read. The connection stays: were it broken off, the gateway would take this service to be down.
  largest.emit('error', busy('more bodies are coming in than are held at a time'));
};

const ignore = (): void => {};

/**
 * A body of at most `limit` bytes. Many that come in slowly, or stop, take `MAX_INCOMING` together in this process. What is not read is
 * discarded, so that the caller's next request can follow. Throws raw-body's errors, and `unavailable`.
 */
export const readBytes = async (request: IncomingMessage, limit: number): Promise<Buffer> => {
  const count = (chunk: Buffer): void => {
    incoming.set(request, (incoming.get(request) ?? 0) + chunk.length);
    incomingBytes += chunk.length;
    if (incomingBytes > MAX_INCOMING) refuseLargest();
  };
  // It may be refused when raw-body no longer listens: an error that nobody hears ends the process.
  request.on('data', count).on('error', ignore);
  try {
    const length = request.headers['content-length'] ?? null;
    return await getRawBody(request, { length, limit });
  } catch (error) {
    request.resume();
    throw error;
  } finally {
    request.off('data', count).off('error', ignore);
    forget(request);
  }
};
