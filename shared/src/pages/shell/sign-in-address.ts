import type { Language } from '../../contract/fields.ts';
import { PERSONS_PAGES, type PersonsPage } from './navigation.ts';

/** The page that `?return_to=` asks for; undefined unless it is one of the person's own: nothing else may be returned to. */
export const returnPage = (requested: unknown): PersonsPage | undefined =>
  PERSONS_PAGES.find((page) => page === requested);

/** The page of the person's own that a path belongs to: itself or the nearest above it; undefined where there is none. */
export const personsPageOf = (path: string): PersonsPage | undefined =>
  PERSONS_PAGES.find((page) => `${path}/`.startsWith(`${page}/`));

/** `/signin`, from where the mailed link leads back to a page. */
export const signInAddress = (language: Language, returnTo?: PersonsPage): string =>
  `/signin?${new URLSearchParams({ language, ...(returnTo && { return_to: returnTo }) })}`;
