/** The things in arrays of up to `size`, so that what comes after has fewer and larger pieces to handle. */
export async function* inBatches<Thing>(
  things: Iterable<Thing> | AsyncIterable<Thing>,
  size: number,
): AsyncGenerator<Thing[]> {
  let batch: Thing[] = [];
  for await (const thing of things) {
    batch.push(thing);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
