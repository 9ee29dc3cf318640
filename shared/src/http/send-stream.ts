import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** The pipeline's errors for a caller that left while the answer was sent, or before. */
const CLIENT_DISCONNECTED = new Set<string | undefined>([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_UNABLE_TO_PIPE',
]);

/**
 * Sends a stream as fast as the caller reads it. A caller who hangs up is no fault of ours; a stream that fails is: its error
 * is thrown, and the connection is reset.
 */
export const sendStream = async (stream: Readable, response: Response): Promise<void> => {
  await pipeline(stream, response).catch((error: NodeJS.ErrnoException) => {
    // If it could not even begin, a pipeline leaves the stream open.
    stream.destroy();
    if (!CLIENT_DISCONNECTED.has(error.code)) throw error;
    response.destroy();
  });
};
