import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Language } from '../../contract/fields.ts';
import { RESOURCE_PATHS } from '../../contract/oauth.ts';
import { PAGES } from '../../contract/pages.ts';
import { sendProblem, toLoggedProblem } from '../../http/problem.ts';
import type { ErrorWords } from '../../words/en/errors.ts';
import { wordsIn } from '../../words/words.ts';
import { type Html, html } from '../figures/html.ts';
import { actionLink, homeLink } from './action-link.ts';
import { contactLink } from './contact-link.ts';
import { pageName } from './navigation.ts';
import { pageLanguage } from './page-language.ts';
import { sendPage } from './send-page.ts';
import { personsPageOf, signInAddress } from './sign-in-address.ts';

/** The words for a status; one that has none of its own gets those of its kind. */
const errorWords = (language: Language, status: number): ErrorWords['statuses'][400] => {
  const { statuses } = wordsIn(language).errors;
  if (status in statuses) return statuses[status as keyof ErrorWords['statuses']];
  return statuses[status < 500 ? 400 : 500];
};

/** The status whose words are shown: whoever opens the address for assistants has not been signed out. */
const shownStatus = (path: string, status: number): number =>
  status === 401 && path === RESOURCE_PATHS.mcp ? 405 : status;

/** Answers with the page of an error of any status. The request's id is there to be quoted. */
const sendErrorPage = (request: Request, response: Response, status: number): void => {
  const language = pageLanguage(request);
  const shown = shownStatus(request.path, status);
  const [title, advice] = errorWords(language, shown);
  sendPage(response, {
    language,
    title,
    status,
    // What only takes forms cannot be opened in another language.
    ...(request.method === 'POST' && { path: pageOfForm(request.path) }),
    query: queryOf(request),
    main: html`<h1>${title}</h1>
<p class="lead">${advice}</p>
${wayFrom(request, shown, language)}
<p class="muted"><small>${wordsIn(language).errors.requestId} <code>${request.id}</code>. ${contactLink(language)}</small></p>`,
  });
};

/** What a person does next: sign in, retry what was down for the moment, go back to the form that was refused, or begin anew. */
const wayFrom = (request: Request, status: number, language: Language): Html => {
  const { method, path } = request;
  const words = wordsIn(language).errors;
  const persons = personsPageOf(path);
  if (status === 401) return actionLink(signInAddress(language, persons), words.signIn);
  if (status === 404 && persons)
    return actionLink(`${persons}?language=${language}`, pageName(language, persons));
  // The empty address is the requested one.
  if (method === 'GET' && [503, 504].includes(status)) return actionLink('', words.tryAgain);
  const page = pageOfForm(path);
  if (method !== 'POST' || page === '/' || [404, 410].includes(status)) return homeLink(language);
  return actionLink(`${page}?${new URLSearchParams({ ...queryOf(request), language })}`, words.back);
};

/** What is asked of the page, without the notice of an earlier form. */
const queryOf = ({ originalUrl }: Request): Record<string, string> => {
  const { notice, ...query } = Object.fromEntries(new URLSearchParams(originalUrl.split('?')[1]));
  return query;
};

const OPENED_PAGES = PAGES.filter(({ method }) => method === 'GET').map(
  ({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}(?=/|$)`),
);

/** The page that a form stands on: of all that can be opened the nearest to the address that it posts to. */
const pageOfForm = (path: string): string =>
  OPENED_PAGES.map((page) => page.exec(path)?.[0] ?? '/').reduce((a, b) => (b.length > a.length ? b : a));

/** The last middleware of page routes: a page for people, a problem for whoever prefers JSON. */
export const pageErrorHandler =
  (siteUrl: string): ErrorRequestHandler =>
  (error, request, response, _next) => {
    const problem = toLoggedProblem(error, request.log);
    if (response.headersSent) return void response.destroy(error);
    if (request.accepts(['text/html', 'application/problem+json', 'application/json']) !== 'text/html')
      return sendProblem(response, problem, siteUrl);
    response.set(problem.headers);
    sendErrorPage(request, response, problem.status);
  };
