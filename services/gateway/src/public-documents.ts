import { hash } from 'node:crypto';
import compression from 'compression';
import { type RequestHandler, Router } from 'express';
import { createInstructions } from 'shared/contract/instructions.ts';
import { oauthMetadata } from 'shared/contract/oauth.ts';
import { createOpenapi } from 'shared/contract/openapi.ts';
import { serveAssets } from 'shared/pages/assets.ts';
import { allowAnyOrigin } from './common-headers.ts';
import { serve } from './serve.ts';

const document = (type: string, text: string): RequestHandler => {
  const etag = `W/"${hash('sha256', text, 'base64url').slice(0, 16)}"`;
  return (_request, response) =>
    void response.set({ ETag: etag, 'Cache-Control': 'public, max-age=300' }).type(type).send(text);
};

/**
 * What everybody may read. Only these are compressed: an answer that holds a secret beside something that a caller chose
 * tells of the secret by its compressed length (BREACH).
 */
export const publicDocuments = (siteUrl: string, authUrl: string): Router =>
  Router({ caseSensitive: true, strict: true })
    .use(['/openapi.json', '/connect.md', '/assets'], compression())
    .get('/openapi.json', document('application/json', JSON.stringify(createOpenapi(siteUrl))))
    .get('/connect.md', document('text/markdown; charset=utf-8', createInstructions(siteUrl)))
    .use(['/.well-known', '/mcp/.well-known'], allowAnyOrigin)
    .use(
      serve(
        '',
        oauthMetadata(siteUrl, authUrl).map((metadata) => ({ method: 'GET', ...metadata })),
        (metadata) => [document('application/json', JSON.stringify(metadata.document))],
      ),
    )
    .use('/assets', serveAssets);
