import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect } from '@jest/globals';
import { readBytes } from 'shared/http/read-bytes.ts';
import { proves } from '../support/proves.ts';

const LIMIT = 100_000;

/** A request whose body stops after its first bytes. */
const begin = (bytes: number, length: number) => {
  const request = Object.assign(new Readable({ read() {} }), { headers: { 'content-length': `${length}` } });
  request.push(Buffer.alloc(bytes));
  return request as unknown as IncomingMessage;
};

proves(
  ['Z.limits'],
  'a body that is too large is refused as that, also where it is the largest of too many',
  async () => {
    const held = Array.from({ length: 1600 }, () => begin(41_900, LIMIT));
    const reading = Promise.allSettled(held.map((request) => readBytes(request, LIMIT)));
    await new Promise(setImmediate);
    await expect(readBytes(begin(90_000, LIMIT + 1), LIMIT)).rejects.toMatchObject({
      type: 'entity.too.large',
    });
    // It is no longer counted.
    const next = begin(41_000, 41_000);
    next.push(null);
    expect(await readBytes(next, LIMIT)).toHaveLength(41_000);
    for (const request of held) request.push(null);
    expect((await reading).every(({ status }) => status === 'rejected')).toBe(true);
  },
);
