import { createWriteStream, type WriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { runAssistant } from './assistant.ts';
import type { Plan, RecordedCall } from './recorded-call.ts';

/**
 * A process with every `of`th assistant of a plan, from `number` on. Writes their calls, one a line, into a folder: those of an
 * object to the file of the first number in its name.
 */
const [planFile = '', number = '', of = '', folder = ''] = process.argv.slice(2);
const plan: Plan = JSON.parse(await readFile(planFile, 'utf8'));
const files = new Map<string, WriteStream>();

const note = (recorded: RecordedCall): void => {
  const name = /\d+/.exec(recorded.object)?.[0] ?? '';
  const file = files.get(name) ?? createWriteStream(join(folder, `${name}.${number}.jsonl`));
  files.set(name, file);
  file.write(`${JSON.stringify(recorded)}\n`);
};

const assistants = plan.accounts.flatMap((tokens, account) =>
  tokens.map((_, connection) => ({ account, connection })),
);
const ours = assistants.filter((_, index) => index % Number(of) === Number(number));
await Promise.all(ours.map((one) => runAssistant(plan, one, note)));
await Promise.all([...files.values()].map((file) => finished(file.end())));
