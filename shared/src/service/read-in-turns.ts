import type { FindCursor } from 'mongodb';
import pLimit from 'p-limit';

/** Batches of long reads that are under way in this process, so that everybody else has a turn between them. */
const inTurn = pLimit(2);

/** The documents of a long read, batch by batch. Who reads slowly, or no further, keeps nobody waiting. */
export async function* readInTurns<Stored>(cursor: FindCursor<Stored>): AsyncGenerator<Stored> {
  await using open = cursor;
  while (await inTurn(() => open.hasNext())) yield* open.readBufferedDocuments();
}
