import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect } from '@jest/globals';
import { proves } from '../support/proves.ts';

const ROOT = new URL('../../', import.meta.url);

type Manifest = {
  license?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
};
type Locked = Manifest & {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
};

const read = async <T>(path: string): Promise<T> => JSON.parse(await readFile(new URL(path, ROOT), 'utf8'));
const { packages } = await read<{ packages: Record<string, Locked> }>('package-lock.json');
/** The project's own packages: the root and every workspace. */
const own = Object.keys(packages).filter((path) => !path.includes('node_modules'));
const foreign = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules') && !link);

/** Licences that let others run and change what is built on them, by SPDX id. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Whether an SPDX expression offers an allowed choice: one alternative of which all parts are allowed. */
const isAllowed = (licence: string): boolean =>
  licence
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => ALLOWED.has(one)));

describe('a dependency', () => {
  proves(['Z.pinned'], 'is declared with an exact version', async () => {
    expect(own.length).toBeGreaterThan(8);
    for (const path of own) {
      const { dependencies, devDependencies, optionalDependencies } = await read<Manifest>(
        `${path && `${path}/`}package.json`,
      );
      for (const [name, version] of Object.entries({
        ...dependencies,
        ...devDependencies,
        ...optionalDependencies,
      }))
        expect([path, name, version]).toEqual([path, name, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
    }
  });

  proves(['Z.pinned'], 'is locked by its SHA-512, wherever it is downloaded from', () => {
    const installed = foreign.filter(([path]) => existsSync(new URL(`${path}/package.json`, ROOT)));
    expect(installed.length).toBeGreaterThan(400);
    for (const [path, { integrity, resolved, optional }] of foreign) {
      // Optional packages for other systems may lack a hash.
      const isAbsent = optional && !existsSync(new URL(`${path}/package.json`, ROOT));
      if (!isAbsent)
        expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-[\w+/]{86}==$/)]);
      expect([path, resolved ?? '']).toEqual([path, expect.not.stringMatching(/^(git|file|http:)/)]);
    }
  });

  proves(['Z.pinned'], 'runs no install script that is not allowed by name', async () => {
    const { allowScripts = {} } = await read<Manifest>('package.json');
    const scripted = foreign.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
    for (const path of scripted)
      expect(Object.keys(allowScripts)).toContain(path.replace(/^.*node_modules\//, ''));
  });

  proves(['Z.licences'], 'that runs in production has a licence that allows it', async () => {
    const running = foreign.filter(([, { dev, devOptional }]) => !dev && !devOptional);
    const licences = new Map<string, string>();
    for (const [path] of running.filter(([path]) => existsSync(new URL(`${path}/package.json`, ROOT))))
      licences.set(path, (await read<Manifest>(`${path}/package.json`)).license ?? 'none');
    expect(licences.size).toBeGreaterThan(150);
    expect([...licences].filter(([, licence]) => !isAllowed(licence))).toEqual([]);
  });
});
