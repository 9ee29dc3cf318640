import { createServer, request as httpRequest } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { newConnection } from '../support/client.ts';
import type { ServiceSet } from '../support/set.ts';

/** The suite's client sends no token: requests to this address are forwarded to `set` with one. */
export const addToken = async (set: ServiceSet, port: number) => {
  const { token } = await newConnection({ set });
  const server = createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const forwarded = httpRequest(
      `${set.url}${request.url}`,
      { method: request.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        void pipeline(answer, response).catch(() => {});
      },
    );
    forwarded.once('error', () => response.destroy());
    void pipeline(request, forwarded).catch(() => {});
  });
  await new Promise<void>((resolve) => server.listen(port, resolve));
  return { url: `http://localhost:${port}/mcp`, close: () => server.close() };
};
