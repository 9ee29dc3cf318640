import type { Request, Response } from 'express';
import { language } from '../../contract/fields.ts';

/** After a form, sends the browser on to one of our addresses, or a part of it, in the language that the form's page was asked for. */
export const seeOther = (
  request: Request,
  response: Response,
  path: string,
  query: Readonly<Record<string, string>> = {},
  fragment = '',
): void => {
  const requestedLanguage = language.safeParse(request.query.language);
  const all = new URLSearchParams({
    ...query,
    ...(requestedLanguage.success && { language: requestedLanguage.data }),
  });
  response.redirect(303, `${path}${all.size > 0 ? `?${all}` : ''}${fragment}`);
};
