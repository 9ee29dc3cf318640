import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * The rooms, from top to bottom: a file imports from its own room and from those below it. Rooms of one line do not import each
 * other. A file belongs to the longest name that its path begins with.
 */
const ORDER: readonly (readonly string[])[] = [
  ['bench'],
  ['test'],
  ['engines/wire-gateway/test'],
  ['test/support'],
  ['test/requirements.ts'],
  ['test/requirements'],
  ['scripts'],
  ['engines'],
  ['engines/wire-gateway'],
  ['auth', 'diary', 'gateway', 'mailer', 'mcp', 'reports'].map((name) => `services/${name}`),
  ['shared/src/pages/shell'],
  ['shared/src/pages/form'],
  ['shared/src/pages/figures'],
  ['shared/src/pages'],
  ['shared/src/admission'],
  ['shared/src/queues'],
  ['shared/src/records'],
  ['shared/src/store'],
  ['shared/src/http'],
  ['shared/src/calls'],
  ['shared/src/observe'],
  ['shared/src/process'],
  ['shared/src/deadlines.ts', 'shared/src/turns.ts'],
  ['shared/src/words'],
  ['shared/src/documents'],
  ['shared/src/contract'],
];

/** What the order does not say: which files may not import what. */
const REFUSED: readonly { from: RegExp; to: RegExp; why: string }[] = [
  {
    from: /^shared\/src\/contract\//,
    to: /^(?!shared\/src\/contract\/|zod$|node:url$)/,
    why: 'the contract imports zod, and node:url, only',
  },
  {
    from: /^shared\/src\/words\//,
    to: /^(?!shared\/src\/(contract|words)\/)/,
    why: 'words import the contract and words only',
  },
  {
    from: /^(engines|services\/(?!gateway\/|mcp\/)|shared\/src\/(?!documents\/))/,
    to: /^shared\/src\/documents\//,
    why: 'of the services only gateway and mcp use the documents',
  },
  { from: /-routes\.ts$/, to: /^mongodb$/, why: 'routes ask a store, never the database' },
  { from: /-store\.ts$/, to: /^express$/, why: 'stores know nothing of HTTP' },
];

const MOST_FILES_OF_A_FOLDER = 20;

/** For each file what it imports, types included: paths of files, names of packages. */
export type Imports = Record<string, readonly string[]>;

const isIn = (path: string, room: string): boolean => path === room || path.startsWith(`${room}/`);

/** The room of a file and its line in the order; undefined where it has none. */
const placeOf = (path: string): { room: string; line: number } | undefined =>
  ORDER.flatMap((rooms, line) => rooms.map((room) => ({ room, line })))
    .filter(({ room }) => isIn(path, room))
    .toSorted((one, other) => other.room.length - one.room.length)[0];

/** The tests of all areas share their steps, so they count as one folder. */
const folderOf = (path: string): string =>
  isIn(path, 'test') ? (placeOf(path)?.room ?? 'test') : dirname(path);

const arrowsOf = (imports: Imports): [from: string, to: string][] =>
  Object.entries(imports).flatMap(([from, targets]) => targets.map((to): [string, string] => [from, to]));

/** One circle of the graph, as a path that ends where it began; undefined where there is none. */
const findCircle = (arrows: readonly (readonly [string, string])[]): string[] | undefined => {
  // What leads nowhere is in no circle; what is left then leads on without end.
  let left = arrows;
  for (let before = Number.POSITIVE_INFINITY; left.length < before; ) {
    before = left.length;
    const begins = new Set(left.map(([from]) => from));
    left = left.filter(([, to]) => begins.has(to));
  }
  const next = new Map(left);
  const path: string[] = [];
  let at = left[0]?.[0];
  for (; at !== undefined && !path.includes(at); at = next.get(at)) path.push(at);
  return at === undefined ? undefined : [...path.slice(path.indexOf(at)), at];
};

/** Every break of the rules above, a line each. Of several circles of files, or of folders, one is told. */
export const breaksOf = (imports: Imports): string[] => {
  const arrows = arrowsOf(imports);
  const files = arrows.filter(([, to]) => to in imports);
  const folders = files
    .map(([from, to]) => [folderOf(from), folderOf(to)] as const)
    .filter(([from, to]) => from !== to);
  const homeless = Object.keys(imports).filter((file) => !placeOf(file));
  const upward = files.filter(([from, to]) => {
    const [source, target] = [placeOf(from), placeOf(to)];
    if (!source || !target || source.room === target.room) return false;
    return source.line >= target.line;
  });
  const refused = arrows.flatMap(([from, to]) =>
    REFUSED.filter((rule) => rule.from.test(from) && rule.to.test(to)).map(
      ({ why }) => `${from} imports ${to}: ${why}`,
    ),
  );
  const circles = [findCircle(files), findCircle(folders)].filter((circle) => circle !== undefined);
  return [
    ...homeless.map((file) => `${file} has no place in the order`),
    ...upward.map(([from, to]) => `${from} imports ${to}: not below it in the order`),
    ...refused,
    ...circles.map((circle) => `a circle: ${circle.join(' → ')}`),
  ];
};

/** An import as Biome lays it out: on a line of its own, or the end of one that is spread over several; or a dynamic one. */
const IMPORT = /^(?:import |(?:import|export|\}) .*\bfrom |\} from )'([^']+)'|\bimport\('([^']+)'\)/gm;

/** The project's own packages: the path of the file that `NAME/REST.ts` stands for, with `*` for the rest. */
const readPackages = (root: string): Record<string, string> => {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folders: string[] = globSync(workspaces, { cwd: root });
  return Object.fromEntries(
    folders.map((folder) => {
      const { name, exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      return [name, join(folder, exports?.['./*.ts'] ?? './*.ts')];
    }),
  );
};

/** The imports of every TypeScript file below the folders. Throws where one of ours leads to no file. */
export const readImports = (root: string, folders: readonly string[]): Imports => {
  const packages = readPackages(root);
  const resolve = (file: string, specifier: string): string => {
    const [name = '', ...rest] = specifier.split('/');
    const own = specifier.startsWith('.')
      ? join(dirname(file), specifier)
      : packages[name]?.replace('*.ts', rest.join('/'));
    if (own && !existsSync(join(root, own)))
      throw new Error(`${file} imports ${specifier}, which is nowhere`);
    return own ?? specifier;
  };
  const readOne = (file: string): string[] =>
    [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].map(([, written = '', dynamic = written]) =>
      resolve(file, dynamic),
    );
  return Object.fromEntries(
    listFiles(root, folders)
      .filter((file) => file.endsWith('.ts'))
      .map((file) => [file, readOne(file)]),
  );
};

/** Every file below the folders. */
export const listFiles = (root: string, folders: readonly string[]): string[] =>
  globSync(
    folders.map((folder) => `${folder}/**`),
    { cwd: root, withFileTypes: true, exclude: ({ name }) => name === 'node_modules' },
  )
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)));

/** The folders that hold too many files, a line each. */
export const fullFolders = (files: readonly string[]): string[] =>
  Object.entries(Object.groupBy(files, dirname))
    .filter(([, inside = []]) => inside.length > MOST_FILES_OF_A_FOLDER)
    .map(
      ([folder, inside]) => `${folder} holds ${inside?.length} files, more than ${MOST_FILES_OF_A_FOLDER}`,
    );
