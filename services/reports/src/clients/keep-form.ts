import type { Language } from 'shared/contract/fields.ts';
import { html } from 'shared/pages/figures/html.ts';
import { csrfField, field } from 'shared/pages/form/field.ts';
import type { SignedIn } from 'shared/pages/shell/navigation.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import type { ClientsWords } from 'shared/words/en/clients.ts';
import { wordsIn } from 'shared/words/words.ts';
import type { StoredKeptLink } from '../share-links/kept-link.ts';

export type ReaderOptions = {
  language: Language;
  signedIn: SignedIn;
  /** The link as the reader keeps it; null where they do not. */
  kept: StoredKeptLink | null;
  /** What the form suggests as the name. */
  diaryName: string;
  /** What goes with the ways to other clients: which days are shown, and the order of the table. */
  query: Readonly<Record<string, string>>;
  notice?: keyof ClientsWords['keepNotices'] | undefined;
  /** The form that came back: for its name, or because the reader keeps as many as they can. */
  returned?: { name: string; why: 'name' | 'full' } | undefined;
};

/** A shared report for a signed-in reader: with the form that keeps it or, where it is kept, the ways to the other clients. */
export const readersReport = (page: Page, options: ReaderOptions): Page => {
  const { language, signedIn, kept, notice, returned } = options;
  const words = wordsIn(language).clients;
  return {
    ...page,
    signedIn,
    refused: returned !== undefined,
    done: notice !== undefined,
    status: returned ? 400 : 200,
    main: html`${notice && html`<p class="note" role="status">${words.keepNotices[notice]}</p>`}
${kept ? waysOn(options, kept) : html`<p class="client-ways"><a href="#keep">${words.keep}</a></p>`}
${page.main}
${!kept && keepForm(options)}`,
  };
};

const waysOn = ({ language, query }: ReaderOptions, { _id, name }: StoredKeptLink) => {
  const words = wordsIn(language).clients;
  const asked = String(new URLSearchParams({ ...query, language }));
  const { q, sort } = query;
  const toTable = String(new URLSearchParams({ ...(q && { q }), ...(sort && { sort }), language }));
  return html`<nav class="client-ways" aria-label="${words.title}"><ul>
<li><a href="/clients/${_id}/previous?${asked}" rel="prev" accesskey="p"><span aria-hidden="true">‹ </span>${words.previous}</a></li>
<li><a href="/clients/${_id}/next?${asked}" rel="next" accesskey="n">${words.next}<span aria-hidden="true"> ›</span></a></li>
<li><a href="/clients?${toTable}">${words.title}</a></li>
<li class="muted">${words.keptAs} <bdi>${name}</bdi></li>
</ul></nav>`;
};

const keepForm = ({ language, signedIn, diaryName, returned }: ReaderOptions) => {
  const words = wordsIn(language).clients;
  const name = {
    id: 'keep-name',
    label: words.nameForYou,
    hint: words.keepHint,
    ...(returned?.why === 'name' && { error: words.nameError, focused: true }),
  };
  return html`<form class="panel keep" method="post" id="keep">
<h2>${words.keepHeading}</h2>
${returned?.why === 'full' && html`<p class="error" role="alert">${words.full}</p>`}
${csrfField(signedIn.csrf)}
${field(name, (attributes) => html`<input${attributes} type="text" name="name" value="${returned?.name ?? diaryName}" dir="auto" autocomplete="off">`)}
<div class="actions"><button type="submit" name="action" value="keep">${words.keep}</button></div>
</form>`;
};
