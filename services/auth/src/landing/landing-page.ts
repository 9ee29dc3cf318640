import type { Language } from 'shared/contract/fields.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { copiedField } from 'shared/pages/form/copied-field.ts';
import type { SignedIn } from 'shared/pages/shell/navigation.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import type { LandingWords } from 'shared/words/en/landing.ts';
import { wordsIn } from 'shared/words/words.ts';
import { signInForm } from '../sign-in/sign-in-pages.ts';

type LandingPageOptions = {
  language: Language;
  siteUrl: string;
  /** Whether anybody may sign in to a demo account. */
  hasDemo: boolean;
  /** Who is signed in, if anybody. */
  person?: { email: string; signedIn: SignedIn } | undefined;
  /** What was done a moment ago; not while somebody is signed in. */
  notice?: keyof LandingWords['notices'] | undefined;
};

/** `/`: what the service is, the way in, and how to connect an assistant. */
export const landingPage = ({ language, siteUrl, hasDemo, person, notice }: LandingPageOptions): Page => {
  const words = wordsIn(language).landing;
  const steps = [words.say, words.keep, words.share, words.decide];
  return {
    language,
    title: words.title,
    done: notice !== undefined,
    wide: true,
    indexed: !person,
    hasForm: true,
    script: 'copy.js',
    ...(person && { signedIn: person.signedIn }),
    main: html`${notice && html`<p class="note" role="status">${words.notices[notice]}</p>`}
<div class="columns">
<div>
<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
</div>
${person ? welcome(language, person.email) : wayIn(language, hasDemo)}
<div>
<h2>${words.how}</h2>
<ol class="steps">
${steps.map(({ title, text }) => html`<li><strong>${title}</strong><br>${text}</li>`)}
</ol>
</div>
<div>
<h2>${words.not}</h2>
<p>${words.notText}</p>
</div>
</div>
${connect(language, siteUrl, person?.email)}`,
  };
};

const wayIn = (language: Language, hasDemo: boolean): Html => {
  const words = wordsIn(language).signIn;
  return html`<section class="panel" aria-labelledby="sign-in">
<h2 id="sign-in">${words.title}</h2>
<p>${words.lead}</p>
${signInForm(language)}
${hasDemo && demoForm(language)}</section>`;
};

/** The button that signs in to the demo account (`C9.demo`). */
const demoForm = (language: Language): Html => {
  const words = wordsIn(language).landing;
  return html`<h3>${words.demo}</h3>
<p>${words.demoText}</p>
<form method="post" action="/demo?language=${language}">
<div class="actions"><button type="submit" class="secondary">${words.demoButton}</button></div>
</form>
`;
};

const welcome = (language: Language, email: string): Html => {
  const words = wordsIn(language).landing;
  return html`<section class="panel" aria-labelledby="welcome">
<h2 id="welcome">${words.signedIn}</h2>
<p>${words.signedInText(email)}</p>
<p class="actions"><a class="button" href="/report?language=${language}">${words.toReport}</a></p>
</section>`;
};

const connect = (language: Language, siteUrl: string, email: string | undefined): Html => {
  const words = wordsIn(language).landing;
  const prompt = words.prompt(`${siteUrl}/connect.md`, email ?? '…');
  const promptLabel = email ? words.promptLabel : words.promptLabelWithGap;
  return html`<section aria-labelledby="connect">
<h2 id="connect">${words.connect}</h2>
<p class="narrow">${words.connectText}</p>
<div class="columns even">
<section class="panel">
<h3>${words.mcp}</h3>
<p>${words.mcpText}</p>
<p>${words.mcpCards}</p>
${copiedField(language, { id: 'mcp-address', label: words.mcpAddress, value: `${siteUrl}/mcp` })}
</section>
<section class="panel">
<h3>${words.rest}</h3>
${copiedField(language, { id: 'prompt', label: promptLabel, value: prompt, isText: true })}
${copiedField(language, { id: 'rest-address', label: words.restAddress, value: `${siteUrl}/api/v1` })}
</section>
</div>
<p class="muted"><small>${words.developers(
    html`<a href="/connect.md">${words.instructions}</a>`,
    html`<a href="/openapi.json">${words.description}</a>`,
    html`<a href="/check?language=${language}">${words.check}</a>`,
  )}</small></p>
</section>`;
};
