import type { Language } from 'shared/contract/fields.ts';
import { type Html, html } from 'shared/pages/html.ts';
import type { SignedIn } from 'shared/pages/navigation.ts';
import type { Page } from 'shared/pages/page.ts';
import { LANDING_WORDS } from './landing-words.ts';
import { signInForm } from './sign-in-pages.ts';
import { SIGN_IN_WORDS } from './sign-in-words.ts';

export type LandingPageOptions = {
  language: Language;
  siteUrl: string;
  /** Who is signed in, if anybody. */
  person?: { email: string; signedIn: SignedIn } | undefined;
  /** Whether the person has just deleted their account. */
  deleted: boolean;
};

/** `/`: what the service is, the way in, and how to connect an assistant. */
export const landingPage = ({ language, siteUrl, person, deleted }: LandingPageOptions): Page => {
  const words = LANDING_WORDS[language];
  const steps = [words.say, words.keep, words.share, words.decide];
  return {
    language,
    title: words.title,
    wide: true,
    indexed: !person,
    hasForm: true,
    ...(person && { signedIn: person.signedIn }),
    main: html`${deleted && html`<p class="note" role="status">${words.deleted}</p>`}
<div class="columns">
<div>
<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
</div>
${person ? welcome(language, person.email) : wayIn(language)}
<div>
<h2>${words.how}</h2>
<ol class="steps">
${steps.map(({ title, text }) => html`<li><strong>${title}</strong><br>${text}</li>`)}
</ol>
<h2>${words.not}</h2>
<p>${words.notText}</p>
</div>
</div>
${connect(language, siteUrl)}`,
  };
};

const wayIn = (language: Language): Html => {
  const words = SIGN_IN_WORDS[language];
  return html`<section class="panel beside" aria-labelledby="sign-in">
<h2 id="sign-in">${words.title}</h2>
<p>${words.lead}</p>
${signInForm(language)}
</section>`;
};

const welcome = (language: Language, email: string): Html => {
  const words = LANDING_WORDS[language];
  return html`<section class="panel beside" aria-labelledby="welcome">
<h2 id="welcome">${words.signedIn}</h2>
<p>${words.signedInText(email)}</p>
<p class="actions"><a class="button" href="/report">${words.toReport}</a></p>
</section>`;
};

const connect = (language: Language, siteUrl: string): Html => {
  const words = LANDING_WORDS[language];
  return html`<section aria-labelledby="connect">
<h2 id="connect">${words.connect}</h2>
<p>${words.connectText}</p>
<div class="columns">
<section class="panel">
<h3>${words.mcp}</h3>
<p>${words.mcpText}</p>
${address('mcp-address', words.mcpAddress, `${siteUrl}/mcp`)}
</section>
<section class="panel">
<h3>${words.rest}</h3>
<p>${words.restText}</p>
<blockquote><p>${words.prompt(`${siteUrl}/connect.md`)}</p></blockquote>
${address('rest-address', words.restAddress, `${siteUrl}/api/v1`)}
</section>
</div>
<p class="muted"><small>${words.developers(
    html`<a href="/connect.md">${words.instructions}</a>`,
    html`<a href="/openapi.json">${words.description}</a>`,
  )}</small></p>
</section>`;
};

/** An address to copy: a field, so that a key or a tap selects all of it. */
const address = (id: string, label: string, value: string): Html => html`<div class="field">
<label for="${id}">${label}</label>
<input type="url" class="address" id="${id}" readonly value="${value}">
</div>`;
