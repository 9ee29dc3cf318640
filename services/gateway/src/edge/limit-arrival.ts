import type { IncomingMessage, Server } from 'node:http';
import { finished } from 'node:stream';
import { PAGES } from 'shared/contract/pages.ts';
import { UPLOAD_MS } from 'shared/deadlines.ts';

/** A request has to be here within this, and what nobody reads any more. */
const ARRIVAL_MS = 30_000;

const UPLOADS = PAGES.flatMap(({ method, path, fileBytes }) => (fileBytes ? `${method} ${path}` : []));

const isUpload = ({ method, url = '' }: IncomingMessage): boolean =>
  UPLOADS.includes(`${method} ${url.split('?')[0]}`);

/**
 * Callers may be slow on purpose: a request that is not here in 30 s is refused as Node itself would, which knows one limit for all of
 * them; a file may take longer, until it is answered.
 */
export const limitArrival = (server: Server): void => {
  server.requestTimeout = 2 * UPLOAD_MS;
  server.on('request', (request, response) => {
    const refuse = (): void => {
      const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      if (!request.complete) server.emit('clientError', late, request.socket);
    };
    let timer = setTimeout(refuse, isUpload(request) ? UPLOAD_MS : ARRIVAL_MS);
    response.once('finish', () => {
      if (request.complete || !isUpload(request)) return;
      clearTimeout(timer);
      timer = setTimeout(refuse, ARRIVAL_MS);
    });
    finished(request, () => clearTimeout(timer));
  });
};
