import { hash } from 'node:crypto';
import { type RequestHandler, Router } from 'express';
import { type OauthSettings, oauthMetadata } from 'shared/contract/oauth.ts';
import { createInstructions } from 'shared/documents/instructions.ts';
import { openapiDocuments } from 'shared/documents/openapi-documents.ts';
import { FAVICONS, serveAsset, serveAssets } from 'shared/pages/assets.ts';
import { allowAnyOrigin } from '../edge/common-headers.ts';
import { compress } from '../edge/compress.ts';
import { serve } from '../edge/serve.ts';

type PublicDocument = { path: string; type: string; text: string };

const show = ({ type, text }: PublicDocument): RequestHandler => {
  const etag = `W/"${hash('sha256', text, 'base64url').slice(0, 16)}"`;
  // Asked for each time: whoever learns that there are new instructions must not be given the old ones.
  return (_request, response) =>
    void response.set({ ETag: etag, 'Cache-Control': 'public, no-cache' }).type(type).send(text);
};

/** A 304 needs it too (RFC 9110, 15.4.5), to which compression does not add it. */
const variesByEncoding: RequestHandler = (_request, response, next) => {
  response.vary('Accept-Encoding');
  next();
};

/** Express answers no 304 to a request with `no-cache`, which is meant for caches, and which `fetch` adds to every If-None-Match. */
const ignoreNoCache: RequestHandler = (request, _response, next) => {
  delete request.headers['cache-control'];
  next();
};

/**
 * What everybody may read. Only these and the reports are compressed: an answer that holds a secret beside something that a
 * caller chose tells of the secret by its compressed length (BREACH).
 */
export const publicDocuments = (settings: OauthSettings): Router => {
  const { siteUrl } = settings;
  const json = (path: string, document: object): PublicDocument => ({
    path,
    type: 'application/json',
    text: JSON.stringify(document),
  });
  const descriptions = Object.entries(openapiDocuments(siteUrl)).map(([name, document]) =>
    json(`/${name}`, document),
  );
  const compressed = [...descriptions.map(({ path }) => path), '/connect.md'];
  const documents = [
    ...descriptions,
    { path: '/connect.md', type: 'text/markdown; charset=utf-8', text: createInstructions(siteUrl) },
    ...oauthMetadata(settings).map(({ path, document }) => json(path, document)),
  ].map((document) => ({ method: 'GET' as const, ...document }));
  return Router({ caseSensitive: true, strict: true })
    .use([...compressed, '/assets'], variesByEncoding, ignoreNoCache, compress)
    .use([...compressed, '/.well-known', '/mcp/.well-known'], allowAnyOrigin)
    .use(serve('', documents, (document) => [show(document)]))
    .use(serve('', [{ method: 'GET', path: '/assets/{file}' }], () => [serveAssets]))
    .use(
      serve(
        '',
        FAVICONS.map((icon) => ({ method: 'GET' as const, ...icon })),
        ({ file }) => [serveAsset(file)],
      ),
    );
};
