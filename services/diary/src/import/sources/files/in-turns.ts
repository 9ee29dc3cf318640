import { setImmediate } from 'node:timers/promises';

const SLICE_BYTES = 64 * 1024;

/** Bytes in slices that are soon worked on: between two of them others have a turn, however large a file is. */
export async function* inTurns(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes)
    for (let begin = 0; begin < piece.length; begin += SLICE_BYTES) {
      await setImmediate();
      yield piece.subarray(begin, begin + SLICE_BYTES);
    }
}
