import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { freePort } from 'engines/ports.ts';
import { site } from '../support/set.ts';
import { image, projectRoot, serviceNames } from './deployment-files.ts';

const workspaces = ['shared', ...serviceNames.map((name) => `services/${name}`)];

/** The packages that a workspace's files in the image import. */
const importedPackages = (workspace: string): string[] => {
  const files = globSync(`${workspace}/src/**/*.ts`, { cwd: projectRoot });
  const specifiers = files.flatMap((file) =>
    [
      ...readFileSync(join(projectRoot, file), 'utf8').matchAll(/^(?:import|export|\}) .*from '([^']+)'/gm),
    ].map(([, specifier = '']) => specifier),
  );
  const packages = specifiers
    .filter((specifier) => !specifier.startsWith('.') && !isBuiltin(specifier))
    .map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
  return [...new Set(packages)].sort();
};

describe('Dockerfile', () => {
  test('copies only what exists, and the package.json of every workspace', () => {
    for (const path of image.copied) expect(existsSync(join(projectRoot, path))).toBe(true);
    expect(image.copied).toEqual(
      expect.arrayContaining(workspaces.map((workspace) => `${workspace}/package.json`)),
    );
  });

  test('runs as an unprivileged user, in production mode', () => {
    // A number, because an orchestrator cannot tell from a name that it is not root.
    expect(image.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(image.env.NODE_ENV).toBe('production');
  });

  test('lets that user read what it runs, also where the umask of the clone did not', () => {
    expect(image.readable).toEqual(
      expect.arrayContaining(['package.json', 'shared/', 'services/', 'scripts/']),
    );
  });

  test('exposes each port that a service listens on', () => {
    expect(image.exposed).toEqual([image.env.PORT, image.env.METRICS_PORT]);
  });

  test.each(workspaces)('%s imports only what its production dependencies install', (workspace) => {
    const { dependencies } = JSON.parse(readFileSync(join(projectRoot, workspace, 'package.json'), 'utf8'));
    const { dependencies: ofShared } = JSON.parse(
      readFileSync(join(projectRoot, 'shared/package.json'), 'utf8'),
    );
    const installed = Object.keys({ ...ofShared, ...dependencies });
    expect(importedPackages(workspace).length).toBeGreaterThan(0);
    expect(importedPackages(workspace).filter((name) => !installed.includes(name))).toEqual([]);
  });

  test('leaves the embedded engines out, and nothing in the image needs them', () => {
    expect(image.copied.filter((path) => path.startsWith('engines'))).toEqual([]);
    const files = globSync('{shared,services/*}/src/**/*.ts', { cwd: projectRoot });
    const users = files.filter((file) =>
      /from '[^']*(engines|wire-gateway)\//.test(readFileSync(join(projectRoot, file), 'utf8')),
    );
    expect(users).toEqual([]);
  });

  test.each(['account', 'backup', 'restore'])('has the command %s for operators', (name) => {
    expect(readFileSync(join(projectRoot, '.dockerignore'), 'utf8')).toContain(`!scripts/${name}.ts\n`);
    expect(image.copied).toContain('scripts/');
  });

  test('makes the views of the cards, and copies them where mcp looks for them', () => {
    const dockerfile = readFileSync(join(projectRoot, 'Dockerfile'), 'utf8');
    const views = 'services/mcp/src/cards/views/';
    expect(dockerfile).toMatch(/^RUN node scripts\/views\.ts$/m);
    expect(dockerfile).toContain(`COPY --from=views --chmod=755 /app/${views} ${views}\n`);
    expect(readFileSync(join(projectRoot, '.dockerignore'), 'utf8')).toContain('!scripts/views.ts\n');
  });

  describe('its health check', () => {
    const exitOn = (port: string | number): number | null => {
      const [, ...args] = image.healthCheck;
      return spawnSync(process.execPath, args, { env: { ...image.env, PORT: String(port) } }).status;
    };

    test('passes when a service is ready', () => {
      expect(image.healthCheck[0]).toBe('node');
      expect(exitOn(new URL(site.url).port)).toBe(0);
    });

    test('fails when none is', async () => {
      expect(exitOn(await freePort())).toBe(1);
    });
  });
});
