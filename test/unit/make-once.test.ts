import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { makeOnce } from 'engines/make-once.ts';

const parent = mkdtempSync(join(tmpdir(), 'make-once-'));

afterAll(() => rmSync(parent, { recursive: true }));

test('a folder that could not be made leaves only its lock', async () => {
  const half = async (unfinished: string) => {
    mkdirSync(unfinished);
    writeFileSync(join(unfinished, 'half'), '');
    throw new Error('no network');
  };
  await expect(makeOnce(join(parent, 'failed'), half)).rejects.toThrow('no network');
  expect(readdirSync(parent)).toEqual(['failed.lock']);
});

test('a folder is made where a killed program of an interrupted call still writes for a moment', async () => {
  const folder = join(parent, 'made');
  mkdirSync(`${folder}.unfinished`);
  const source = `
    const end = Date.now() + 500;
    for (let i = 0; Date.now() < end; i += 1) require('node:fs').writeFileSync('${folder}.unfinished/' + i, '');`;
  const dying = spawn(process.execPath, ['--eval', source], { stdio: 'ignore' });
  while (readdirSync(`${folder}.unfinished`).length === 0) await new Promise(setImmediate);
  await makeOnce(folder, async (unfinished) => mkdirSync(unfinished));
  expect(existsSync(folder)).toBe(true);
  if (dying.exitCode === null) await once(dying, 'exit');
});
