import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { breaksOf, fullFolders, type Imports, listFiles, readImports } from './import-graph.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PRODUCT = ['services', 'shared', 'engines', 'scripts', 'bench'];

describe('the import graph', () => {
  test('breaks no rule', () => {
    const imports = readImports(ROOT, [...PRODUCT, 'test']);
    expect(imports['services/diary/src/main.ts']).toContain('shared/src/process/keys.ts');
    expect(imports['shared/src/http/route.ts']).toEqual(
      expect.arrayContaining(['zod', 'shared/src/process/keys.ts']),
    );
    expect(breaksOf(imports)).toEqual([]);
  });

  test('has no folder with too many files', () => {
    expect(fullFolders(listFiles(ROOT, PRODUCT))).toEqual([]);
  });
});

describe('the rules of the import graph', () => {
  /** A graph of these arrows, in which every file that is imported is there. */
  const graphOf = (...arrows: [from: string, to: string][]): Imports => {
    const files = arrows.flat().filter((name) => name.endsWith('.ts'));
    return Object.fromEntries(
      files.map((file) => [file, arrows.filter(([from]) => from === file).map(([, to]) => to)]),
    );
  };

  test('allow arrows down', () => {
    const graph = graphOf(
      ['scripts/start.ts', 'services/auth/src/config.ts'],
      ['services/auth/src/config.ts', 'shared/src/process/config.ts'],
      ['services/auth/src/legal/terms-routes.ts', 'express'],
      ['services/auth/src/legal/terms-store.ts', 'mongodb'],
      ['services/mcp/src/app.ts', 'shared/src/documents/tools.ts'],
      ['shared/src/documents/tools.ts', 'shared/src/contract/fields.ts'],
      ['shared/src/contract/fields.ts', 'zod'],
    );
    expect(breaksOf(graph)).toEqual([]);
  });

  const REFUSED: [from: string, to: string, why: string][] = [
    ['shared/src/http/app.ts', 'shared/src/store/mongo.ts', 'not below it in the order'],
    ['shared/src/process/keys.ts', 'services/auth/src/app.ts', 'not below it in the order'],
    ['services/auth/src/app.ts', 'services/diary/src/app.ts', 'not below it in the order'],
    ['services/auth/src/app.ts', 'engines/ports.ts', 'not below it in the order'],
    ['services/auth/src/app.ts', 'scripts/start.ts', 'not below it in the order'],
    ['services/auth/src/app.ts', 'test/support/set.ts', 'not below it in the order'],
    ['shared/src/records/totals.ts', 'shared/src/queues/mail.ts', 'not below it in the order'],
    ['shared/src/contract/fields.ts', 'luxon', 'the contract imports zod, and node:url, only'],
    ['shared/src/contract/fields.ts', 'node:fs', 'the contract imports zod, and node:url, only'],
    ['shared/src/words/en/landing.ts', 'express', 'words import the contract and words only'],
    [
      'services/auth/src/app.ts',
      'shared/src/documents/openapi.ts',
      'of the services only gateway and mcp use the documents',
    ],
    [
      'shared/src/pages/shell/page.ts',
      'shared/src/documents/openapi.ts',
      'of the services only gateway and mcp use the documents',
    ],
    ['services/auth/src/legal/terms-routes.ts', 'mongodb', 'routes ask a store, never the database'],
    ['services/auth/src/legal/terms-store.ts', 'express', 'stores know nothing of HTTP'],
  ];
  for (const [from, to, why] of REFUSED)
    test(`refuse that ${from} imports ${to}`, () => {
      expect(breaksOf(graphOf([from, to]))).toEqual([`${from} imports ${to}: ${why}`]);
    });

  test('refuse a circle of files', () => {
    const [one, two, three] = ['a', 'b', 'c'].map((name) => `services/auth/src/${name}.ts`);
    const graph = graphOf(
      ['services/auth/src/main.ts', `${one}`],
      [`${one}`, `${two}`],
      [`${two}`, `${three}`],
      [`${three}`, `${one}`],
    );
    expect(breaksOf(graph)).toEqual([`a circle: ${one} → ${two} → ${three} → ${one}`]);
  });

  test('refuse a circle of folders', () => {
    const graph = graphOf(
      ['services/auth/src/legal/a.ts', 'services/auth/src/account/b.ts'],
      ['services/auth/src/account/c.ts', 'services/auth/src/legal/d.ts'],
    );
    expect(breaksOf(graph)).toEqual([
      'a circle: services/auth/src/legal → services/auth/src/account → services/auth/src/legal',
    ]);
  });

  test('refuse a file that has no place in the order', () => {
    expect(breaksOf(graphOf(['shared/src/utils/a.ts', 'zod']))).toEqual([
      'shared/src/utils/a.ts has no place in the order',
    ]);
  });

  test('refuse a folder of more than twenty files', () => {
    const files = Array.from({ length: 21 }, (_, index) => `services/auth/src/${index}.ts`);
    expect(fullFolders(files)).toEqual(['services/auth/src holds 21 files, more than 20']);
    expect(fullFolders(files.slice(1))).toEqual([]);
  });
});
