import type { Request, Response } from 'express';
import type { Configuration, errors, KoaContextWithOIDC } from 'oidc-provider';
import { oauthError } from 'shared/http/oauth-error.ts';
import { toLoggedProblem } from 'shared/http/problem.ts';
import { pageLanguage } from 'shared/pages/shell/page-language.ts';
import { sendPage } from 'shared/pages/shell/send-page.ts';
import { describeRefusal } from './describe-refusal.ts';
import { oauthErrorPage } from './oauth-error-page.ts';

/** Logs an internal error, and answers it in OAuth's form. */
export const answerFault = (context: KoaContextWithOIDC, error: Error): void => {
  const problem = toLoggedProblem(error, context.req.log);
  context.status = problem.status;
  context.set(problem.headers);
  context.body = oauthError(problem);
};

/** Adds what is wrong to a refusal that goes to a client. */
export const explainRefusal = ({ body }: KoaContextWithOIDC, error: errors.OIDCProviderError): void => {
  Object.assign(Object(body), { error_description: describeRefusal(error, error.error_description) });
};

/** A person whose client cannot be told of the error reads it here. */
export const showRefusal =
  (siteUrl: string): NonNullable<Configuration['renderError']> =>
  (context, refusal, cause) => {
    context.respond = false;
    const language = pageLanguage(context.req as Request);
    const description = describeRefusal(cause, refusal.error_description);
    const page = oauthErrorPage(siteUrl, language, context.status, refusal.error, description);
    sendPage(context.res as Response, {
      ...page,
      query: Object.fromEntries(new URLSearchParams(context.querystring)),
    });
  };
