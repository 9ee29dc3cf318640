import { readFile, writeFile } from 'node:fs/promises';
import { runAssistant } from './assistant.ts';
import type { Plan, RecordedCall } from './recorded-call.ts';

/** A process with every `of`th assistant of a plan, from `number` on. Writes their calls to a file, one a line. */
const [planFile = '', number = '', of = '', resultFile = ''] = process.argv.slice(2);
const plan: Plan = JSON.parse(await readFile(planFile, 'utf8'));
const recorded: RecordedCall[] = [];
const assistants = plan.accounts.flatMap((tokens, account) =>
  tokens.map((_, connection) => ({ account, connection })),
);
const ours = assistants.filter((_, index) => index % Number(of) === Number(number));
await Promise.all(ours.map((one) => runAssistant(plan, one, (line) => void recorded.push(line))));
await writeFile(resultFile, recorded.map((line) => JSON.stringify(line)).join('\n'));
