import type { Socket } from 'node:net';
import { parseCommand } from './command.ts';
import type { Dispatch } from './dispatcher.ts';
import { parseRequest, type Request, readMessages, replyHead } from './wire-message.ts';

/**
 * Serves one client: request after request, in order, until either side closes the connection.
 * A malformed message closes it, and no other. `stopping` ends it once the request at hand is answered.
 */
export const serveClient = async (
  socket: Socket,
  dispatch: Dispatch,
  stopping: AbortSignal,
): Promise<void> => {
  let replies = 0;
  let busy = false;
  const closeIdle = () => {
    if (!busy) socket.destroy();
  };
  stopping.addEventListener('abort', closeIdle);
  socket.setNoDelay(true);
  socket.on('error', () => {});
  try {
    for await (const message of readMessages(socket)) {
      busy = true;
      const request = parseRequest(message);
      const reply = await dispatch(parseCommand(request), socket);
      replies += 1;
      if (request.reply !== 'none') await send(socket, request, replies, reply);
      busy = false;
      if (stopping.aborted) return;
    }
  } catch {
    // The client has disconnected, or speaks another protocol: there is nobody to answer.
  } finally {
    stopping.removeEventListener('abort', closeIdle);
    socket.destroy();
  }
};

const send = (socket: Socket, request: Request, id: number, bson: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.cork();
    socket.write(replyHead(request, id, bson));
    socket.write(bson, (error) => (error ? reject(error) : resolve()));
    socket.uncork();
  });
