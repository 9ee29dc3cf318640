import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from 'engines/ports.ts';
import { TOOLS } from 'shared/documents/tools.ts';
import { followAuthorization } from '../mcp/follow-authorization.ts';
import { newClient } from '../oauth/steps.ts';
import { newConnection } from '../support/client.ts';
import { type ServiceSet, startSet } from '../support/set.ts';
import { addToken } from './add-token.ts';
import { AUTHORIZATION, CONFORMANCE, EXCEPTIONS, INSPECTOR, SERVER_SCENARIOS } from './scenarios.ts';

/** One check of a scenario, as the suite writes it down. */
type Check = {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  errorMessage?: string;
};

/** Runs a program of a package that is too large to be a dependency. `onLine` gets what it prints, as it does. Returns all of it. */
const run = async (
  spec: string,
  args: string[],
  onLine: (line: string) => void = () => {},
): Promise<string> => {
  const child = spawn('npm', ['exec', '--yes', `--package=${spec}`, '--', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    onLine(line);
  }
  return lines.join('\n');
};

/** Runs the suite once. Throws where it writes no result. */
const conformance = async (args: string[], onLine?: (line: string) => void): Promise<Check[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    const output = await run(CONFORMANCE, ['conformance', ...args, '--output-dir', folder], onLine);
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('checks.json'));
    if (files.length === 0) throw new Error(`conformance ${args.join(' ')} wrote no result:\n${output}`);
    const read = files.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')));
    return (await Promise.all(read)).flat();
  } finally {
    await rm(folder, { recursive: true });
  }
};

const runServerScenario = async (set: ServiceSet, port: number, version: string, scenario: string) => {
  const server = await addToken(set, port);
  const checks = await conformance([
    'server',
    ...['--url', server.url, '--scenario', scenario, '--spec-version', version],
  ]);
  server.close();
  return checks;
};

/** The suite signs in at our authorization server; the person's part is played here. */
const runAuthorization = async (set: ServiceSet): Promise<Check[]> => {
  const port = await freePort();
  const client = await newClient({ redirect_uris: [`http://127.0.0.1:${port}/callback`] }, set);
  const resource = `${set.url}/mcp`;
  return conformance(
    [
      'authorization',
      ...['--url', set.url, '--client-id', client.id, '--resource', resource, '--port', `${port}`],
    ],
    (line) => {
      if (line.startsWith(`${set.url}/oauth/authorize?`))
        void followAuthorization(line.trim(), set).then((callback) => fetch(callback));
    },
  );
};

/** The Inspector's command line lists the tools and uses one. */
const runInspector = async (set: ServiceSet): Promise<Check[]> => {
  const { token } = await newConnection({ set });
  const inspect = async (...args: string[]) => {
    const target = ['mcp-inspector', '--cli', `${set.url}/mcp`, '--transport', 'http'];
    return JSON.parse(
      await run(INSPECTOR, [...target, ...args, '--header', `Authorization: Bearer ${token}`]),
    );
  };
  const { tools } = await inspect('--method', 'tools/list');
  const { structuredContent } = await inspect('--method', 'tools/call', '--tool-name', 'whoami');
  return [
    { id: 'inspector-lists-tools', status: tools.length === TOOLS.length ? 'SUCCESS' : 'FAILURE' },
    { id: 'inspector-calls-tool', status: structuredContent.account ? 'SUCCESS' : 'FAILURE' },
  ];
};

/** Prints what a scenario found. Returns the ids of the checks that failed or, in their place, that it ran none. */
const report = (title: string, checks: Check[]): string[] => {
  const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  const passed = checks.filter(({ status }) => status === 'SUCCESS').length;
  console.log(`${title}: ${passed} passed, ${failed.length} failed`);
  for (const { id, errorMessage = '' } of failed)
    console.log(`  ${id in EXCEPTIONS ? 'expected' : 'FAILED'} ${id}: ${EXCEPTIONS[id] ?? errorMessage}`);
  if (checks.length === 0 || checks.every(({ status }) => status === 'SKIPPED'))
    return [`${title} ran no check`];
  return failed.map(({ id }) => id);
};

const port = await freePort();
const set = await startSet({ env: { ALLOWED_ORIGINS: `http://localhost:${port}` } });
const failed: string[] = [];
try {
  for (const [version, scenarios] of Object.entries(SERVER_SCENARIOS))
    for (const scenario of scenarios)
      failed.push(...report(`${version} ${scenario}`, await runServerScenario(set, port, version, scenario)));
  failed.push(...report(AUTHORIZATION, await runAuthorization(set)));
  failed.push(...report('inspector', await runInspector(set)));
} finally {
  await set.stop();
}
const unexpected = failed.filter((id) => !(id in EXCEPTIONS));
const stale = Object.keys(EXCEPTIONS).filter((id) => !failed.includes(id));
for (const id of stale) console.log(`${id} passes now: take it out of the exceptions.`);
const isAsExpected = unexpected.length === 0 && stale.length === 0;
console.log(isAsExpected ? 'As expected.' : 'Not as expected.');
process.exitCode = isAsExpected ? 0 : 1;
