import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { openapiDocuments } from 'shared/documents/openapi-documents.ts';
import { newConnection } from '../support/client.ts';
import { type ServiceSet, startSet } from '../support/set.ts';
import { GENERATORS, type Generator, programOf, SCENARIO } from './generators.ts';

const COMPILER_OPTIONS = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: [],
};

const run = promisify(execFile);

/** The message of a command that failed begins with all that it printed. */
const outputOf = (failure: { stdout?: string; stderr?: string; message: string }): string =>
  [failure.stdout, failure.stderr, failure.message].filter(Boolean).join('\n').slice(0, 4000);

/** Generates a client of the document that the set serves, in a folder of its own. */
const generate = async (root: string, folder: string, generator: Generator, text: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const files = {
    ...generator.files,
    'openapi.json': text,
    'scenario.ts': SCENARIO,
    'program.ts': programOf(generator),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const [program, ...args] = generator.command;
  await run(join(root, 'node_modules/.bin', program), args, { cwd: folder, timeout: 120_000 });
};

/** Records a meal by the generated client and reads its day. Throws where the day does not have it. */
const call = async (set: ServiceSet, folder: string): Promise<void> => {
  const outfile = join(folder, 'program.mjs');
  await build({
    entryPoints: [join(folder, 'program.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
  });
  const { token } = await newConnection({ set });
  const { stdout } = await run(process.execPath, [outfile, set.base, token], { timeout: 60_000 });
  const { logged, day } = JSON.parse(stdout);
  if (logged.meal_type !== 'lunch' || day.meals[0]?.id !== logged.id || day.totals.kcal !== 310)
    throw new Error(`the day does not show the meal: ${stdout}`);
};

const failed: string[] = [];
/** Says how one step ended. */
const attempt = async (title: string, step: () => Promise<unknown>): Promise<void> => {
  const failure = await step().then(
    () => undefined,
    (error) => outputOf(error),
  );
  console.log(`${failure === undefined ? 'ok' : 'FAILED'} ${title}${failure ? `\n${failure}` : ''}`);
  if (failure !== undefined) failed.push(title);
};

const root = await mkdtemp(join(tmpdir(), 'diary-generators-'));
const set = await startSet();
try {
  // 200 MB that nothing else needs: they are no dependencies.
  await writeFile(join(root, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const packages = GENERATORS.flatMap(({ packages }) => packages);
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], { cwd: root });
  await writeFile(
    join(root, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['*/*/program.ts'] }),
  );
  const clients: [title: string, folder: string][] = [];
  for (const name of Object.keys(openapiDocuments(set.url)))
    for (const generator of GENERATORS) {
      const [title, folder] = [`${generator.name} of ${name}`, join(root, name, generator.command[0])];
      const served = await (await fetch(`${set.url}/${name}`)).text();
      await attempt(`${title} is generated`, () => generate(root, folder, generator, served));
      clients.push([title, folder]);
    }
  await attempt('all of them have the types of --strict', () => run('tsc', ['--project', root]));
  for (const [title, folder] of clients)
    await attempt(`${title} records a meal and reads its day`, () => call(set, folder));
} finally {
  await set.stop();
  await rm(root, { recursive: true });
}
console.log(failed.length === 0 ? 'All passed.' : `${failed.length} failed.`);
process.exitCode = failed.length === 0 ? 0 : 1;
