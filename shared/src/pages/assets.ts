import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';

const TYPES = {
  'style.css': 'text/css; charset=utf-8',
  'report.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml; charset=utf-8',
  'favicon.ico': 'image/x-icon',
  'copy.js': 'text/javascript; charset=utf-8',
  'once.js': 'text/javascript; charset=utf-8',
  'time-zone.js': 'text/javascript; charset=utf-8',
  'wait.js': 'text/javascript; charset=utf-8',
} as const;

export type AssetName = keyof typeof TYPES;

type Asset = { path: string; type: string; body: Buffer };

const readAsset = (name: string, type: string): Asset => {
  const body = readFileSync(new URL(`assets/${name}`, import.meta.url));
  const version = hash('sha256', body).slice(0, 12);
  return { path: `/assets/${name.replace('.', `.${version}.`)}`, type, body };
};

const ASSETS = new Map(Object.entries(TYPES).map(([name, type]) => [name, readAsset(name, type)]));

/** The address of a file of the pages; it changes with the file's content. */
export const assetPath = (name: AssetName): string => ASSETS.get(name)?.path ?? '';

/** The icon at the addresses where browsers and clients look without having read a page (`C6.icons`), with the file of each. */
export const FAVICONS = [
  { path: '/favicon.ico', file: 'favicon.ico' },
  { path: '/favicon.svg', file: 'icon.svg' },
] as const satisfies { path: string; file: AssetName }[];

/** Serves one of the files under an address that names no version. */
export const serveAsset =
  (name: AssetName): RequestHandler =>
  (_request, response) => {
    const { type, body } = ASSETS.get(name) as Asset;
    response.set({ 'Content-Type': type, 'Cache-Control': 'public, max-age=86400' }).send(body);
  };

/**
 * Serves `/assets/…`. An address with this version's hash may be kept for ever; one with another hash, as pages ask for in
 * the middle of a deployment, or with none, gets the file of this version.
 */
export const serveAssets: RequestHandler = ({ path }, response, next) => {
  const asset = ASSETS.get(path.replace(/^\/assets\//, '').replace(/\.[0-9a-f]{12}\./, '.'));
  if (!asset) return next('route');
  response
    .set({
      'Content-Type': asset.type,
      'Cache-Control': path === asset.path ? 'public, max-age=31536000, immutable' : 'no-cache',
      'X-Content-Type-Options': 'nosniff',
    })
    .send(asset.body);
};
