import type { FindCursor } from 'mongodb';
import { createTurns } from 'shared/process/take-turn.ts';
import { withTimeout } from 'shared/process/with-timeout.ts';
import { TURNS } from 'shared/turns.ts';

/** This process fetches few batches of long reads at a time, so that everybody else has a turn between them. */
const inTurn = createTurns(TURNS.downloadBatches);
/** A fetch that takes longer goes on beside the next ones. */
const TURN_MS = 3000;

/** The documents of a long read, batch by batch. A reader that is slow, or stops, keeps nobody waiting. */
export async function* readInTurns<Stored>(cursor: FindCursor<Stored>): AsyncGenerator<Stored> {
  await using open = cursor;
  while (await hasMore(open)) while (open.bufferedCount() > 0) yield* open.readBufferedDocuments(1);
}

const hasMore = (cursor: FindCursor<unknown>): Promise<boolean> => {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  void inTurn(async () => {
    const more = cursor.hasNext();
    more.then(resolve, reject);
    await withTimeout(more, TURN_MS).catch(() => {});
  });
  return promise;
};
