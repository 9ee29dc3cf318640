import type { Response } from 'express';
import { type Page, renderPage, scriptsOf } from './page.ts';

/**
 * The Content-Security-Policy of a page: nothing but our own stylesheet and images, and what else the page says it needs.
 */
const contentSecurityPolicy = (page: Page): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    ["form-action 'self'", ...(page.formTargets ?? [])].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(scriptsOf(page).length > 0 ? ["script-src 'self'"] : []),
    ...(page.script === 'wait.js' ? ["connect-src 'self'"] : []),
  ].join('; ');

/** Answers with a page in the shell. What every answer carries beside its own headers is set by the gateway (H18). */
export const sendPage = (response: Response, page: Page): void => {
  const asksForLanguage = response.req.query.language === page.language;
  response
    .status(page.status ?? 200)
    .set({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy(page),
      ...(!page.indexed && { 'X-Robots-Tag': 'noindex' }),
    })
    .send(renderPage(page, asksForLanguage).markup);
};
