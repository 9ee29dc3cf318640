import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from '@jest/globals';
import { TURNS } from 'shared/turns.ts';
import { projectRoot } from '../deployment/deployment-files.ts';
import { proves } from '../support/proves.ts';

/** What docs/security.md calls each bound; one of the code can stand there for several things. */
const ROWS: Record<keyof typeof TURNS, [string, ...string[]]> = {
  answers: [
    'calls of assistants being answered, in each service',
    'reads of assistants forwarded by the gateway',
    'report pages of a signed-in person being answered',
    'shared report pages being answered',
  ],
  operations: ['operations of all accounts being answered'],
  pages: ['pages of a signed-in person forwarded by the gateway'],
  reports: ["reports being read: over the API, for the person's page, for shared pages, each"],
  mcpRequests: ['requests to `/mcp` being answered'],
  mcpBatch: ['calls of one MCP batch'],
  keyUses: ['uses of one `Idempotency-Key`'],
  changes: ['changes of records'],
  transactions: ['transactions'],
  databaseConnections: ['connections to the database'],
  networkMails: ['mails that a network has asked for, being sent'],
  mails: ['mails being sent by a mailer'],
  downloadBatches: ['batches of downloads being read'],
  uploads: ['files for an import that come in'],
  imports: ['imports being read, written or taken back'],
  lookUps: ['names being looked up'],
  sweeps: ['accounts being erased by a service'],
  pipelined: ['pipelined requests that wait'],
  waiting: ['calls that wait for a turn'],
  incomingMebibytes: ['MiB of bodies that are being received'],
};

const [, section = ''] = readFileSync(join(projectRoot, 'docs/security.md'), 'utf8').split(
  '\n## What runs at once\n',
);
const documented = Object.fromEntries(
  [...(section.split('\n## ')[0] ?? '').matchAll(/^\| (.+?) \| ([\d,]+) \|/gm)].map(([, what, most]) => [
    what,
    Number(most?.replaceAll(',', '')),
  ]),
);

describe('docs/security.md', () => {
  proves(['H33'], 'tells each bound on what runs at once, and no other', () => {
    const bounds = Object.entries(ROWS).flatMap(([name, rows]) =>
      rows.map((row) => [row, TURNS[name as keyof typeof TURNS]]),
    );
    expect(documented).toEqual(Object.fromEntries(bounds));
  });

  proves(['H33'], 'leaves connections to transactions that are about to commit', () => {
    expect(2 * TURNS.transactions).toBeLessThan(TURNS.databaseConnections);
  });
});
