import { Router } from 'express';
import { pageLanguage } from 'shared/pages/shell/page-language.ts';
import { findPerson } from 'shared/pages/shell/page-session.ts';
import { sendPage } from 'shared/pages/shell/send-page.ts';
import type { Keys } from 'shared/process/keys.ts';
import { checkPage } from './check-page.ts';
import { createSiteCheck } from './check-site.ts';

export type CheckParts = { siteUrl: string; keys: Keys };

/** `/check` */
export const checkRoutes = ({ siteUrl, keys }: CheckParts): Router => {
  const checkSite = createSiteCheck(siteUrl);
  return Router().get('/check', async (request, response) => {
    findPerson(keys, request);
    sendPage(response, checkPage(pageLanguage(request), siteUrl, await checkSite()));
  });
};
