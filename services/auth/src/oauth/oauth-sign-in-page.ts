import type { Language } from 'shared/contract/fields.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { actionLink, homeLink } from 'shared/pages/shell/action-link.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import { wordsIn } from 'shared/words/words.ts';
import { isOnDevice } from '../connect/is-on-device.ts';
import { type AddressError, addressField } from '../mail/address-field.ts';

/** What the person is told of the client that sent them. */
type Client = {
  name: string;
  /** Where the client is: a host, or a private scheme. */
  redirectHost: string;
  /** Where the client is as a CSP source, for the form's redirects end there. */
  redirectSource: string;
};

type OauthSignInPageOptions = {
  /** Its own address. */
  path: string;
  language: Language;
  client: Client;
  /** What the field holds at first. */
  email?: string;
  /** Whether the 30 minutes of the last mail are over. */
  expired?: boolean;
  /** Whether it was asked for while a mail is still good. */
  startsOver?: boolean;
  error?: { kind: AddressError; status: number };
};

/** Where an OAuth client sends a person: the form for their address (`S5.sign_in_page`). */
export const oauthSignInPage = ({
  path,
  language,
  client,
  email = '',
  expired,
  startsOver,
  error,
}: OauthSignInPageOptions): Page => {
  const words = wordsIn(language).oauthSignIn;
  const title = expired ? words.expiredTitle : words.title;
  return {
    language,
    title,
    refused: error !== undefined,
    status: error?.status ?? 200,
    hasForm: true,
    formTargets: [client.redirectSource],
    ...(startsOver && { query: { again: '1' } }),
    main: html`<h1>${title}</h1>
<p class="lead">${expired ? words.expiredLead : words.lead}</p>
${facts(language, client)}
<form class="panel" method="post">
${addressField(language, email, error?.kind)}
<p class="muted"><small>${words.emailNote}</small></p>
<div class="actions"><button type="submit">${words.send}</button></div>
</form>
${startsOver && actionLink(`${path}?language=${language}`, words.backToNumber)}`,
  };
};

const facts = (language: Language, { name, redirectHost }: Client): Html => {
  const { oauthSignIn: words, connecting } = wordsIn(language);
  return html`<dl class="facts">
<div><dt>${connecting.name}</dt><dd><strong>${connecting.quoted(html`<bdi>${name}</bdi>`)}</strong> <small>${connecting.nameNote}</small></dd></div>
${
  isOnDevice(redirectHost)
    ? html`<div><dt>${words.leadsToApp}</dt><dd>${words.app} <small><code>${redirectHost}</code></small></dd></div>`
    : html`<div><dt>${words.leadsTo}</dt><dd><code>${redirectHost}</code></dd></div>`
}
</dl>`;
};

/** The page that waits for the approval; `path` is its own address. */
export const checkMailPage = (options: {
  language: Language;
  email: string;
  number: string;
  path: string;
}): Page => {
  const words = wordsIn(options.language).oauthSignIn;
  return {
    language: options.language,
    title: words.checkTitle,
    script: 'wait.js',
    main: html`<h1>${words.checkTitle}</h1>
<p class="lead">${words.checkLead(html`<strong>${options.email}</strong>`)}</p>
<section class="panel" aria-labelledby="number-title">
<h2 id="number-title">${words.number}</h2>
<p class="sign-in-number"><strong id="number">${options.number}</strong></p>
<p>${words.numberNote}</p>
</section>
<p>${words.goesOn}</p>
${actionLink(`${options.path}?language=${options.language}`, words.goOn)}
<p class="muted">${words.noMail}</p>
${actionLink(`${options.path}?again=1&language=${options.language}`, words.again)}`,
  };
};

/** There is no such sign-in any more, or not in this browser. */
export const signInOverPage = (language: Language, siteUrl: string): Page => {
  const words = wordsIn(language).oauthSignIn;
  return {
    language,
    title: words.overTitle,
    status: 410,
    main: html`<h1>${words.overTitle}</h1>
<p class="lead">${words.overLead}</p>
${homeLink(language, siteUrl)}`,
  };
};
