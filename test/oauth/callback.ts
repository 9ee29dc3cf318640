import { createServer } from 'node:http';
import { listen } from '../support/listen.ts';

/** An app on the person's device that waits for the redirect. */
export type Callback = { redirectUri: string; arrived: Promise<URL>; close: () => void };

export const listenForCallback = async (): Promise<Callback> => {
  const arrived = Promise.withResolvers<URL>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    response.setHeader('content-type', 'text/html').end('<!DOCTYPE html><title>Back</title><h1>Back</h1>');
    if (url.pathname === '/callback') arrived.resolve(url);
  });
  return {
    redirectUri: `http://127.0.0.1:${await listen(server)}/callback`,
    arrived: arrived.promise,
    close: () => server.close(),
  };
};
