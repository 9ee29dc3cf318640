import { type Language, language } from '../../contract/fields.ts';
import { LANGUAGES } from '../../contract/languages.ts';
import { wordsIn } from '../../words/words.ts';
import { type AssetName, assetPath } from '../assets.ts';
import { type Html, html } from '../figures/html.ts';
import { navigation, type SignedIn } from './navigation.ts';

/** A page as data: what the shell is put around and `sendPage` sends. */
export type Page = {
  language: Language;
  /** In the window's title, before the product's name. */
  title: string;
  /** Whether its form came back, as it could not be accepted: the title then begins with that, and so does a screen reader. */
  refused?: boolean;
  /** Whether it says that a form was accepted: the title begins with that, too, for a notice in a new page is not announced. */
  done?: boolean;
  main: Html;
  /** 200 when absent. */
  status?: number;
  /** Whether it needs more than the width of a text; the pages of a signed-in person have it, so that they are one place. */
  wide?: boolean;
  /** A stylesheet of its own beside that of all pages. */
  stylesheet?: AssetName;
  /** Where the rest of the site is, for a page that may be on another host (AUTH_URL): forms there are for the site alone. */
  site?: string;
  /** The address of the page in other languages, where it is not the requested one. */
  path?: string;
  /** What of the address' query stays when the reader changes the language. */
  query?: Readonly<Record<string, string>>;
  /** Whether search engines may list it; only public pages that hold nothing personal. */
  indexed?: boolean;
  /** Whether it holds a form: its posts then name their origin, which browsers withhold where no referrer at all is sent. */
  hasForm?: boolean;
  /** Where a form may lead to beside our own pages, as CSP sources: browsers hold redirects after a post to `form-action` too. */
  formTargets?: readonly string[];
  /**
   * What the page does where scripts run. With `wait.js` it waits for what happens elsewhere: it loads itself again as soon as
   * HEAD of its address answers 204 or, without scripts, every few seconds.
   */
  script?: 'copy.js' | 'time-zone.js' | 'wait.js';
  /** How far what it shows is, for programs too: the `data-state` of its main. */
  state?: string;
  /** Whose page it is: their navigation stands above it. Made by `signedInAs`. */
  signedIn?: SignedIn;
};

/** What people call the service; documents name it by SERVICE_NAME. */
const PRODUCT = 'Diary';

/** The scripts of a page: its own, and the one by which whatever form it has is posted once. */
export const scriptsOf = ({ script, hasForm, signedIn }: Page): AssetName[] => [
  ...(script ? [script] : []),
  ...(hasForm || signedIn ? ['once.js' as const] : []),
];

/** How often a page that waits loads itself where no script runs. */
const RELOAD_SECONDS = 5;

/** The same address in each language; the current one is no link. */
const languageLink = (
  option: Language,
  { language: current, path = '', query }: Pick<Page, 'language' | 'path' | 'query'>,
): Html => {
  const address = `${path}?${new URLSearchParams({ ...query, language: option })}`;
  const { ownName } = LANGUAGES[option];
  return option === current
    ? html`<li><span lang="${option}" aria-current="true">${ownName}</span></li>`
    : html`<li><a href="${address}" lang="${option}" hreflang="${option}">${ownName}</a></li>`;
};

/** A page in its shell, whose links name the page's language where its address does (`asksForLanguage`). */
export const renderPage = (page: Page, asksForLanguage: boolean): Html => {
  const { title, main, site, signedIn } = page;
  const words = wordsIn(page.language).shell;
  const inLanguage = asksForLanguage ? `?language=${page.language}` : '';
  return html`<!DOCTYPE html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<title>${page.refused && `${words.notYet}: `}${page.done && `${words.done}: `}${title} – ${PRODUCT}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${(page.hasForm || signedIn) && html`<meta name="referrer" content="strict-origin">\n`}<link rel="icon" href="${assetPath('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${assetPath('style.css')}">
${page.stylesheet && html`<link rel="stylesheet" href="${assetPath(page.stylesheet)}">\n`}${scriptsOf(page).map((script) => html`<script src="${assetPath(script)}" defer></script>\n`)}${page.script === 'wait.js' && html`<noscript><meta http-equiv="refresh" content="${RELOAD_SECONDS}"></noscript>\n`}</head>
<body${(page.wide || signedIn) && html` class="wide"`}>
<a class="skip" href="#main">${words.skip}</a>
<header class="site-header">
<a class="wordmark" href="${site}/${inLanguage}"><img src="${assetPath('icon.svg')}" width="30" height="30" alt="">${PRODUCT}</a>${
    signedIn && navigation(page.language, signedIn, inLanguage)
  }
</header>
<main id="main"${page.state && html` data-state="${page.state}"`}>
${main}
</main>
<footer class="site-footer">
<ul>
<li><a href="${site}/terms?language=${page.language}">${words.terms}</a></li>
<li><a href="${site}/privacy?language=${page.language}">${words.privacy}</a></li>
</ul>
<nav aria-label="${words.language}"><ul>${language.options.map((option) => languageLink(option, page))}</ul></nav>
</footer>
</body>
</html>
`;
};
