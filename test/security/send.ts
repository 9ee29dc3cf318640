import { Agent, request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Answer } from '../support/client.ts';
import { site } from '../support/set.ts';

/** A request as sent: the target unchanged, headers possibly repeated. */
export type Sent = {
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body?: string | Buffer | undefined;
};

const agent = new Agent({ keepAlive: true, maxSockets: 20 });

/** Sends a request that `fetch` would correct or refuse. */
export const send = (sent: Sent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { method, target, headers, body } = sent;
    const { hostname, port } = new URL(site.url);
    const length = body === undefined ? [] : ['Content-Length', String(Buffer.byteLength(body))];
    const request = httpRequest(
      {
        agent,
        hostname,
        port,
        method,
        path: target,
        headers: [...headers.flat(), 'Host', `${hostname}:${port}`, ...length],
      },
      async (response) => {
        const text = (await buffer(response)).toString('utf8');
        const fields = Object.entries(response.headers).flatMap(([name, values]) =>
          [values ?? []].flat().map((value): [string, string] => [name, value]),
        );
        const isJson = response.headers['content-type']?.includes('json') && text;
        resolve({
          status: response.statusCode ?? 0,
          headers: new Headers(fields),
          text,
          body: isJson ? JSON.parse(text) : text,
        });
      },
    );
    // A keep-alive connection may close just as it is reused: then the request is repeated.
    request.once('error', (error) => (request.reusedSocket ? resolve(send(sent)) : reject(error)));
    request.end(body);
  });
