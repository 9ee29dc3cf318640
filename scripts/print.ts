import { setTimeout as sleep } from 'node:timers/promises';

const keptBytes = 64_000;
const lastWaitMs = 1_000;
const streams = [process.stdout, process.stderr];

for (const stream of streams) {
  // The terminal that started the set may be closed: the set runs on without its output.
  stream.on('error', () => {});
  // Node waits for a terminal at each line: stopped by Ctrl+S, it would stop the set.
  (stream as { _handle?: { setBlocking?: (on: boolean) => void } })._handle?.setBlocking?.(false);
}

const writerTo = (stream: NodeJS.WriteStream) => (line: string) => {
  if (stream.writableLength < keptBytes) stream.write(`${line}\n`);
};

/** Says one line to the person at the terminal; not while too many wait for a terminal, or `less`, that takes no more. */
export const print = writerTo(process.stdout);

/** As `print`, for what is wrong. */
export const printError = writerTo(process.stderr);

/** Resolves once all output is written, or a second later. */
export const flush = async (): Promise<void> => {
  const ends = streams.map((stream) => new Promise((resolve) => stream.write('', resolve)));
  await Promise.race([Promise.all(ends), sleep(lastWaitMs)]);
};
