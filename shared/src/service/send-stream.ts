import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/**
 * Sends a stream as fast as the caller reads it. A caller who hangs up is no fault of ours; a stream that fails is: its error
 * is thrown, and the connection is reset.
 */
export const sendStream = async (stream: Readable, response: Response): Promise<void> => {
  await pipeline(stream, response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    response.destroy();
  });
};
