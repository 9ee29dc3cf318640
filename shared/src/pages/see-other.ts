import type { Request, Response } from 'express';
import { language } from '../contract/fields.ts';

/** After a form, sends the browser on to one of our addresses, or a part of it, in the language that the form's page was asked for. */
export const seeOther = (
  request: Request,
  response: Response,
  path: string,
  query: Readonly<Record<string, string>> = {},
  fragment = '',
): void => {
  const asked = language.safeParse(request.query.language);
  const all = new URLSearchParams({ ...query, ...(asked.success && { language: asked.data }) });
  response.redirect(303, `${path}${all.size > 0 ? `?${all}` : ''}${fragment}`);
};
