import type { Person } from 'shared/calls/principal.ts';
import { type Language, language as languageField } from 'shared/contract/fields.ts';
import { LANGUAGES } from 'shared/contract/languages.ts';
import type { ConnectedAssistant } from 'shared/http/export-parts.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { assistantList } from 'shared/pages/form/assistant-list.ts';
import { csrfField, field } from 'shared/pages/form/field.ts';
import type { SignedIn } from 'shared/pages/shell/navigation.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import { DEMO_EMAIL } from 'shared/records/account.ts';
import type { AccountWords } from 'shared/words/en/account.ts';
import { wordsIn } from 'shared/words/words.ts';
import type { Session } from '../access/session-store.ts';
import { addressSection } from './address-section.ts';
import { callLogSection, type ShownCalls } from './call-log-section.ts';
import { deletionSection } from './deletion-section.ts';
import { sessionsSection } from './sessions-section.ts';

type AccountPageOptions = {
  /** The page's, which need not be the account's. */
  language: Language;
  person: Person;
  /** The zone that times are told in. */
  timeZone: string;
  signedIn: SignedIn;
  /** Whether the person signed in so lately that they may delete the account, or give it another address. */
  isRecent: boolean;
  assistants: readonly ConnectedAssistant[];
  sessions: readonly Session[];
  calls: ShownCalls;
  notice?: keyof AccountWords['notices'] | undefined;
};

/** The notices that say that nothing was done. */
const REFUSALS: ReadonlySet<keyof AccountWords['notices']> = new Set([
  'wrong_address',
  'sign_in_again',
  'address_invalid',
  'address_not_sent',
  'address_too_often',
]);

/** `/account` (`C8.account`). */
export const accountPage = (options: AccountPageOptions): Page => {
  const { language, person, timeZone, signedIn, notice } = options;
  const words = wordsIn(language).account;
  const { email } = person.account;
  const { csrf } = signedIn;
  // What concerns other visitors is not for one of them (`C9.demo`).
  const isDemo = email === DEMO_EMAIL;
  const wrongAddress = notice === 'wrong_address';
  const isAtItsField = wrongAddress || notice === 'address_invalid';
  const refused = notice !== undefined && REFUSALS.has(notice);
  return {
    language,
    title: words.title,
    refused,
    done: notice !== undefined && !refused,
    signedIn,
    ...(options.calls.clientName !== undefined && { query: { client_name: options.calls.clientName } }),
    main: html`<h1>${words.title}</h1>
<p class="lead">${words.who(email)}</p>
${notice && !(isAtItsField && options.isRecent) && html`<p class="note" role="status">${words.notices[notice]}</p>`}
<section aria-labelledby="assistants">
<h2 id="assistants">${words.assistants}</h2>
${assistantList(language, { assistants: options.assistants, timeZone, csrf, page: '/account' })}
</section>
${
  !isDemo &&
  html`${sessionsSection(language, { sessions: options.sessions, currentId: person.session.id, timeZone, csrf })}
${languageSection(options)}
${addressSection(language, { email, csrf, isRecent: options.isRecent, isInvalid: notice === 'address_invalid' })}`
}
${!isDemo && historySection(language)}
${callLogSection(language, timeZone, options.calls)}
${!isDemo && deletionSection(language, { email, csrf, isRecent: options.isRecent, wrongAddress })}`,
  };
};

const historySection = (language: Language): Html => {
  const words = wordsIn(language).importing;
  return html`<section aria-labelledby="history">
<h2 id="history">${words.title}</h2>
<p>${words.lead} <a href="/account/import?language=${language}">${words.openPage}</a></p>
</section>`;
};

const languageSection = ({ language, person, signedIn }: AccountPageOptions): Html => {
  const words = wordsIn(language).account;
  const option = (name: Language): Html =>
    html`<option value="${name}" lang="${name}"${name === person.account.language && html` selected`}>${LANGUAGES[name].ownName}</option>`;
  // Without the page's language in its address: from here it goes on in the new one.
  return html`<section aria-labelledby="language-heading">
<h2 id="language-heading">${words.language}</h2>
<form method="post" action="/account/language" class="inline narrow">
${csrfField(signedIn.csrf)}${field(
  { id: 'language', label: words.languageText },
  (attributes) => html`<select${attributes} name="language">${languageField.options.map(option)}</select>`,
)}
<button type="submit" class="secondary">${words.save}</button>
</form>
</section>`;
};
