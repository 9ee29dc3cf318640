import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { everyService } from 'shared/process/config.ts';
import { configVariables, projectRoot, serviceNames } from '../deployment/deployment-files.ts';

const find = (pattern: string): string[] =>
  globSync(pattern, { cwd: projectRoot, exclude: (path) => path === 'node_modules' });

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

const documents = find('{*,{docs,bench,engines}/**/*}.md').map((path) => ({ path, text: read(path) }));
const files = find('{services,shared,engines,scripts,test,bench,deploy,docs}/**/*');
const fileNames = new Set(files.map((path) => basename(path)));

/** What these documents name, each as `[document, what]`. */
const named = (pattern: RegExp): [document: string, what: string][] =>
  documents.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([, what = '']): [string, string] => [path, what]),
  );

/** The address of a heading within its page, as GitHub makes it. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

const anchorsOf = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchor(heading));

test('every link within the documents leads to a file, and to a heading of it', () => {
  const links = named(/\]\((?!https?:)([^)\s]+)\)/g);
  expect(links.length).toBeGreaterThan(100);
  const broken = links.filter(([document, link]) => {
    const [path = '', heading] = link.split('#');
    const target = path ? resolve(projectRoot, dirname(document), path) : join(projectRoot, document);
    return !existsSync(target) || (heading !== undefined && !anchorsOf(target).includes(heading));
  });
  expect(broken).toEqual([]);
});

test('every file and folder that they name is there', () => {
  const paths = named(/`((?:services|shared|engines|scripts|test|bench|deploy)\/[\w./{},*-]+)`/g);
  const names = named(/`(?:[\w./-]+\/)?([\w-]+(?:\.[\w-]+)*\.ts)`/g);
  expect(Math.min(paths.length, names.length)).toBeGreaterThan(100);
  // A path may leave out its ending, or be a pattern.
  const isThere = (path: string): boolean =>
    existsSync(join(projectRoot, path)) || find(`${path}*`).length > 0;
  expect(paths.filter(([, path]) => !isThere(path))).toEqual([]);
  expect(names.filter(([, name]) => !fileNames.has(name))).toEqual([]);
});

test('every document that a comment refers to is there', () => {
  const code = find('{services,shared,engines,scripts,test,bench,deploy}/**/*.{ts,js,yml}');
  const references = [...code, 'docker-compose.yml', 'Dockerfile'].flatMap((path) =>
    [...read(path).matchAll(/\bdocs\/[\w/-]+\.md\b/g)].map(([document]) => [path, document] as const),
  );
  expect(references.length).toBeGreaterThan(30);
  expect(references.filter(([, document]) => !existsSync(join(projectRoot, document)))).toEqual([]);
});

test('every npm script that they name is there', () => {
  const { scripts } = JSON.parse(read('package.json'));
  expect(named(/npm run ([\w:-]+)/g).filter(([, script]) => !(script in scripts))).toEqual([]);
});

test('the README has every setting that a process reads, and no other', () => {
  const table = read('README.md').split('### Configuration')[1]?.split('\n## ')[0] ?? '';
  const rows = [...table.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell);
  const described = rows.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
  const configs = [...serviceNames.map((name) => `services/${name}/src/config.ts`), 'scripts/config.ts'];
  const settings = new Set([...Object.keys(everyService), ...configs.flatMap(configVariables)]);
  // NODE_ENV is Node's.
  settings.delete('NODE_ENV');
  expect(described.toSorted()).toEqual([...settings].toSorted());
});
