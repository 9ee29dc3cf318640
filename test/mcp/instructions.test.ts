import { randomUUID } from 'node:crypto';
import { describe, expect } from '@jest/globals';
import { OPERATIONS } from 'shared/contract/operations/operations.ts';
import { answerApproval, newEmail } from '../support/client.ts';
import { linkIn, mailTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';

const readInstructions = async (): Promise<string> => (await fetch(`${site.url}/connect.md`)).text();

/** The example requests in the instructions, unchanged. */
const examplesIn = (text: string): string[] =>
  [...text.matchAll(/^ *```http\n([\s\S]*?)^ *```/gm)].map(([, block = '']) => block.replace(/^ {3}/gm, ''));

/** Sends a request that is written as in HTTP/1.1. */
const send = async (written: string): Promise<{ status: number; body: Record<string, unknown> }> => {
  const [head = '', body] = written.trim().split('\n\n');
  const [line = '', ...headers] = head.split('\n');
  const [method = '', address = ''] = line.split(' ');
  const response = await fetch(address, {
    method,
    headers: headers.map((header) => header.split(': ') as [string, string]),
    ...(body && { body }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const successOf = (written: string): number | undefined => {
  const [method, address = ''] = written.split(/\s/);
  const path = address.replace(`${site.url}/api/v1`, '').replace(/\?.*/, '');
  return OPERATIONS.find(
    (operation) =>
      operation.method === method &&
      new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )?.status;
};

describe('/connect.md', () => {
  proves(['S1.examples'], 'shows example requests that all work as written', async () => {
    const email = newEmail();
    // What the reader has to fill in.
    const known: Record<string, string> = {
      'ana@example.org': email,
      '5f0c4f5e-8a52-4c1e-9f0b-2d9d1c6a7e31': randomUUID(),
    };
    const examples = examplesIn(await readInstructions());
    for (const example of examples) {
      const filled = Object.entries(known).reduce(
        (text, [name, value]) => text.replaceAll(name, value),
        example,
      );
      if (filled.includes('/connect/')) await answerApproval(linkIn(await mailTo(email)));
      const { status, body } = await send(filled);
      expect([example, status, body]).toEqual([example, successOf(example), expect.anything()]);
      // What a model copies from it: a key, a time, and figures in good order.
      const isWrite = /^(POST|PATCH|PUT) /.test(example) && !example.includes('/connect\n');
      expect([example, example.includes('\nIdempotency-Key: ')]).toEqual([example, isWrite]);
      if (/^POST \S+\/(meals|wellbeing)\n/.test(example))
        expect(example).toMatch(/"(eaten|recorded)_at": "[0-9T:-]{19}\+/);
      expect([example, body.notices ?? []]).toEqual([example, []]);
      for (const name of ['request_id', 'poll_token', 'token'])
        if (typeof body[name] === 'string') known[`<${name}>`] = body[name];
      if (example.startsWith('POST') && /\/meals\n/.test(example.replace(/ *\r?\n/, '\n')))
        known['<meal_id>'] = String(body.id);
    }
    expect(examples.length).toBeGreaterThan(8);
  });

  proves(['S1.examples'], 'is short enough to read in full', async () => {
    const text = await readInstructions();
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(3300);
  });
});
