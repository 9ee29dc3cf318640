import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const PORTS = new URL('../../engines/ports.ts', import.meta.url).href;
/** With so many, two processes choosing at random from 10,000 almost certainly collide. */
const CHOSEN = 400;

/** Prints the ports that a process chooses, and lives on until the others have chosen too. */
const chooser = `
const { freePort } = await import('${PORTS}');
const ports = [];
for (let i = 0; i < ${CHOSEN}; i += 1) ports.push(await freePort());
console.log(JSON.stringify(ports));
setTimeout(() => {}, 3000);
`;

test('processes that choose ports at the same time never choose the same one', async () => {
  const choose = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', chooser]);
  const chosen = (await Promise.all([choose(), choose()])).flatMap(({ stdout }) => JSON.parse(stdout));
  expect(new Set(chosen).size).toBe(2 * CHOSEN);
});
