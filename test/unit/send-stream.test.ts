import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { expect } from '@jest/globals';
import type { Response } from 'express';
import { sendStream } from 'shared/http/send-stream.ts';
import { listen } from '../support/listen.ts';
import { proves } from '../support/proves.ts';

proves(['C9.slow_clients'], 'a stream to a disconnected caller is destroyed without an error', async () => {
  const server = createServer();
  const request = get({ port: await listen(server) }).on('error', () => {});
  const [, response]: [unknown, ServerResponse] = (await once(server, 'request')) as never;
  request.destroy();
  await once(response, 'close');
  const stream = Readable.from(['a', 'b']);
  await sendStream(stream, response as Response);
  expect(stream.destroyed).toBe(true);
  server.close();
});
