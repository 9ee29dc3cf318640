import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from '@jest/globals';
import { TOOLS } from 'shared/documents/tools.ts';
import { NEGATIVE_CASES, POSITIVE_CASES } from '../../scripts/directory/cases.ts';
import { chatGptSubmission, serverJson } from '../../scripts/directory/listing.ts';
import { proves } from '../support/proves.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const FILES = ['README.md', 'chatgpt-app-submission.json', 'server.json'];

proves(['C9.directory'], 'docs/directory is committed as `npm run directory` makes it', () => {
  const into = mkdtempSync(join(tmpdir(), 'directory-'));
  const script = join(PROJECT, 'scripts/directory.ts');
  const { stderr } = spawnSync(process.execPath, [script, '--into', into], { env: {}, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(readdirSync(into).sort()).toEqual(FILES);
  for (const name of FILES)
    expect([name, readFileSync(join(into, name), 'utf8')]).toEqual([
      name,
      readFileSync(join(PROJECT, 'docs/directory', name), 'utf8'),
    ]);
  rmSync(into, { recursive: true });
});

proves(
  ['C9.directory'],
  'what directories limit is within their limits, and cases name tools that there are',
  () => {
    const { name, description, remotes } = serverJson('https://diary.example.org', '1.2.3');
    expect(name).toMatch(/^org\.example\.diary\/[\w.-]+$/);
    expect(description.length).toBeLessThanOrEqual(100);
    expect(remotes).toEqual([{ type: 'streamable-http', url: 'https://diary.example.org/mcp' }]);

    const { app_info, tools, test_cases, negative_test_cases } = chatGptSubmission();
    expect(app_info.display_name.length).toBeLessThanOrEqual(30);
    expect(app_info.subtitle.length).toBeLessThanOrEqual(30);
    expect(test_cases.length).toBeGreaterThanOrEqual(5);
    expect(negative_test_cases.length).toBeGreaterThanOrEqual(3);
    const names = TOOLS.map((tool) => tool.name);
    expect(Object.keys(tools)).toEqual(names);
    for (const { about, tools: called } of POSITIVE_CASES)
      for (const tool of called) expect([about, names]).toEqual([about, expect.arrayContaining([tool])]);
    for (const { about, tools: called } of NEGATIVE_CASES) expect([about, called]).toEqual([about, []]);
  },
);
