import type { ErrorRequestHandler } from 'express';
import type { Language } from '../contract/fields.ts';
import { sendProblem, toProblem } from '../service/problem.ts';
import { requestId } from '../service/request-context.ts';
import { CONTACT, errorWords, REQUEST_ID_LABEL, SIGN_IN, TRY_AGAIN } from './error-words.ts';
import { type Html, html } from './html.ts';
import type { Page } from './page.ts';
import { pageLanguage } from './page-language.ts';
import { sendPage } from './send-page.ts';
import { wayHome, wayOn } from './way-home.ts';

/** The page of an error of any status; `id` is the request's, for the person to quote. */
export const errorPage = (
  language: Language,
  status: number,
  id: string,
  way: Html = status === 401 ? wayOn(`/signin?language=${language}`, SIGN_IN[language]) : wayHome(language),
): Page => {
  const [title, advice] = errorWords(language, status);
  return {
    language,
    title,
    status,
    main: html`<h1>${title}</h1>
<p class="lead">${advice}</p>
${way}
<p class="muted"><small>${REQUEST_ID_LABEL[language]} <code>${id}</code>. <a href="/privacy?language=${language}">${CONTACT[language]}</a>.</small></p>`,
  };
};

/** The last middleware of page routes: a page for people, a problem for whoever prefers JSON. */
export const pageErrorHandler =
  (siteUrl: string): ErrorRequestHandler =>
  (error, request, response, _next) => {
    const problem = toProblem(error);
    if (problem.status >= 500) request.log.error({ err: error }, problem.code);
    if (response.headersSent) return void response.destroy();
    if (request.accepts(['text/html', 'application/problem+json', 'application/json']) !== 'text/html')
      return sendProblem(response, problem, siteUrl);
    response.set(problem.headers);
    const language = pageLanguage(request);
    // What is only away may be there in a moment: the empty address is the one that was asked for.
    const isAway = request.method === 'GET' && [503, 504].includes(problem.status);
    const way = isAway ? wayOn('', TRY_AGAIN[language]) : undefined;
    sendPage(response, errorPage(language, problem.status, requestId(response), way));
  };
