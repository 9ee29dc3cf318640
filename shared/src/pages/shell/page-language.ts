import type { Request } from 'express';
import { type Language, language } from '../../contract/fields.ts';
import { DEFAULT_LANGUAGE } from '../../contract/languages.ts';

declare module 'node:http' {
  interface IncomingMessage {
    /** The language of the signed-in person: known once `findPerson`, or the gateway's `admitPerson`, was called. */
    personsLanguage?: Language;
  }
}

/**
 * The language of a page: the one that its footer's links ask for (`?language=`), else the one already known of the person
 * (the account's, the request's), else what the browser prefers, else English.
 */
export const pageLanguage = (request: Request, known = request.personsLanguage): Language => {
  const requestedLanguage = language.safeParse(request.query.language);
  if (requestedLanguage.success) return requestedLanguage.data;
  return known ?? language.catch(DEFAULT_LANGUAGE).parse(request.acceptsLanguages(language.options));
};
