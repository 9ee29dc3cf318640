import { Router } from 'express';
import { pageLanguage } from 'shared/pages/shell/page-language.ts';
import { findPerson, signedInAs } from 'shared/pages/shell/page-session.ts';
import { readNotice } from 'shared/pages/shell/read-notice.ts';
import { sendPage } from 'shared/pages/shell/send-page.ts';
import type { Keys } from 'shared/process/keys.ts';
import { wordsIn } from 'shared/words/words.ts';
import { type Operator, privacyPage, termsPage } from '../legal/legal-pages.ts';
import { landingPage } from './landing-page.ts';

export type PublicPageParts = { siteUrl: string; keys: Keys; operator: Operator; hasDemo: boolean };

/** `/`, `/terms` and `/privacy`. */
export const publicPageRoutes = ({ siteUrl, keys, operator, hasDemo }: PublicPageParts): Router =>
  Router()
    .get('/', (request, response) => {
      const person = findPerson(keys, request);
      const language = pageLanguage(request);
      const page = landingPage({
        language,
        siteUrl,
        hasDemo,
        person: person && { email: person.account.email, signedIn: signedInAs(keys, person, '/') },
        ...(!person && { notice: readNotice(wordsIn(language).landing.notices, request) }),
      });
      sendPage(response, page);
    })
    .get('/terms', (request, response) => {
      findPerson(keys, request);
      sendPage(response, termsPage(pageLanguage(request), operator));
    })
    .get('/privacy', (request, response) => {
      findPerson(keys, request);
      sendPage(response, privacyPage(pageLanguage(request), operator));
    });
