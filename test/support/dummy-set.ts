import { supervise } from 'engines/supervisor.ts';
import { answersOk, waitUntilReady } from 'engines/wait-until-ready.ts';
import { environment } from './config.ts';

/** A part that runs `source`, and is ready once it answers on `port`. */
export type DummyPart = { name: string; port: number; source: string; limitMs?: number };
export type DummySet = { dataDir: string; stages: DummyPart[][] };

/** Run as a program, it supervises the set that its argument describes. */
const { dataDir, stages }: DummySet = JSON.parse(process.argv[2] ?? '');
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop.abort());

const parts = stages.map((stage) =>
  stage.map(({ name, port, source, limitMs }) => ({
    name,
    port,
    command: process.execPath,
    args: ['--eval', source],
    ready: (ended?: AbortSignal) =>
      waitUntilReady(name, () => answersOk(`http://127.0.0.1:${port}`), { limitMs, ended }),
  })),
);
await supervise(parts, {
  dataDir,
  env: environment,
  print: (line) => console.log(line),
  onReady: () => console.log('All are ready.'),
  stop: stop.signal,
}).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
