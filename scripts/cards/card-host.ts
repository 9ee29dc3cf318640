import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build, stop } from 'esbuild';

const HERE = new URL('page/', import.meta.url);

/** What a host has to hold a view to that declares no domains (MCP Apps 2026-01-26, "Host Behavior"). */
const RESTRICTIVE = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self' data:",
  "connect-src 'none'",
  "object-src 'none'",
  "base-uri 'self'",
].join('; ');

const listen = async (port: number, serve: RequestListener): Promise<string> => {
  const server = createServer(serve).listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://localhost:${(server.address() as AddressInfo).port}/`;
};

const bundle = async (name: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [new URL(name, HERE).pathname],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  return outputFiles.map(({ text }) => text).join('');
};

/**
 * Serves a page that is a host of MCP Apps for the set at `siteUrl`, by the library's own host side, and on another origin the proxy
 * that it shows the cards in. Returns the page's address, which takes a token as its fragment.
 */
export const startCardHost = async (options: { port: number; siteUrl: string }): Promise<string> => {
  const [page, host, sandbox] = await Promise.all([
    readFile(new URL('host.html', HERE), 'utf8'),
    bundle('host.ts'),
    bundle('sandbox.ts'),
  ]).finally(stop);
  const sandboxUrl = await listen(0, (_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('content-security-policy', RESTRICTIVE);
    response.end(`<!doctype html><title>Sandbox</title><body><script>${sandbox}</script>`);
  });
  const filled = page.replace('SITE_URL', options.siteUrl).replace('SANDBOX_URL', sandboxUrl);
  return listen(options.port, ({ url }, response) => {
    const isScript = url === '/host.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(isScript ? host : filled);
  });
};
