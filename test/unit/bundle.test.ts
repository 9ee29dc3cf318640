import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { endProcess } from '../support/start-part.ts';

const folder = mkdtempSync(join(tmpdir(), 'bundle [é] '));
const bundler = new URL('../../scripts/bundle.ts', import.meta.url);

afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
};

const bundling = `import { bundlePrograms } from '${bundler}'; console.log(await bundlePrograms('${folder}'));`;
const asModule = (source: string) => ['--input-type=module', '--eval', source];

/** Bundles the project of this test, and returns the folder. */
const bundle = (): string => run(...asModule(bundling));

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};

const writeWords = (words: string) =>
  write('shared/src/words.ts', `export const words: string = '${words}';`);

beforeEach(() => {
  write('package-lock.json', '{}');
  write(
    'services/one/src/main.ts',
    "import { words } from '../../../shared/src/words.ts'; console.log(words);",
  );
  write('shared/src/pages/assets/style.css', 'body {}');
});

test('the services are bundled again when a source has changed, and run without their sources', () => {
  writeWords('good morning');
  const first = bundle();
  expect(run(join(first, 'one.mjs'))).toBe('good morning');
  expect(existsSync(join(first, 'assets/style.css'))).toBe(true);
  expect(bundle()).toBe(first);

  writeWords('good evening');
  const second = bundle();
  expect(second).not.toBe(first);
  rmSync(join(folder, 'services'), { recursive: true });
  rmSync(join(folder, 'shared'), { recursive: true });
  expect(run(join(second, 'one.mjs'))).toBe('good evening');
  // A running set still restarts its services from here.
  expect(run(join(first, 'one.mjs'))).toBe('good morning');
});

test('the services are bundled again after packages were installed', () => {
  writeWords('good noon');
  const first = bundle();
  rmSync(join(folder, 'node_modules'), { recursive: true });
  expect(bundle()).toBe(first);
  expect(run(join(first, 'one.mjs'))).toBe('good noon');
});

test('what another version bundled is removed after a day', () => {
  writeWords('good night');
  const old = bundle();
  utimesSync(old, 0, 0);
  writeWords('good day');
  const next = bundle();
  expect([existsSync(old), existsSync(next)]).toEqual([false, true]);
});

test('what another version bundled stays for as long as a set runs from it', async () => {
  writeWords('good start');
  const running = spawn(process.execPath, asModule(`${bundling} setInterval(() => {}, 1e6);`));
  const old = String((await once(running.stdout, 'data'))[0]).trim();
  utimesSync(old, 0, 0);
  writeWords('good middle');
  bundle();
  expect(run(join(old, 'one.mjs'))).toBe('good start');
  const children = readFileSync(`/proc/${running.pid}/task/${running.pid}/children`, 'utf8');
  await endProcess(running);
  // The bundler holds some 300 MB.
  expect(children).toBe('');
  writeWords('good end');
  bundle();
  expect(existsSync(old)).toBe(false);
});

test('a folder that cannot be written is reported', () => {
  rmSync(join(folder, 'node_modules'), { recursive: true });
  write('node_modules', '');
  expect(bundle).toThrow('ENOTDIR');
});
