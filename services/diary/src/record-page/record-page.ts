import type { Language } from 'shared/contract/fields.ts';
import { formatDay, formatShortZonedMoment } from 'shared/pages/figures/format.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { csrfField } from 'shared/pages/form/field.ts';
import type { SignedIn } from 'shared/pages/shell/navigation.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import { signInAddress } from 'shared/pages/shell/sign-in-address.ts';
import type { AnyRecord } from 'shared/records/any-record.ts';
import type { RecordPageWords } from 'shared/words/en/record-page.ts';
import { wordsIn } from 'shared/words/words.ts';
import type { Standing } from '../history/history-store.ts';
import { recordEntries } from './record-fields.ts';
import { type ReturnedForm, recordForm } from './record-form.ts';
import { versionList } from './version-list.ts';

export type RecordNotice = keyof RecordPageWords['notices'];

export type RecordPageOptions = {
  language: Language;
  signedIn: SignedIn;
  email: string;
  /** Whether the person signed in so lately that they may delete it for good. */
  isRecent: boolean;
  standing: Standing;
  /** The name of the diary that it is in, where the account has several. */
  diary: string | undefined;
  timeZone: string;
  /** The versions to list, the newest first, one more than is shown where there are others. */
  versions: readonly AnyRecord[];
  /** Whether there are versions before those that are shown. */
  hasEarlier: boolean;
  /** What the address of the report asks for that the person came from. */
  query: Readonly<Record<string, string>>;
  notice?: RecordNotice | undefined;
  /** What was asked for and could not be done. */
  refusal?: RecordNotice | undefined;
  returned?: ReturnedForm | undefined;
};

const statusOf = ({ returned, refusal }: RecordPageOptions): number => {
  if (returned?.isConflict || refusal === 'standing') return 409;
  return returned || refusal ? 400 : 200;
};

/** `/report/records/{id}`: a record, what became of it, and the forms that correct it, put it back and delete it. */
export const recordPage = (options: RecordPageOptions): Page => {
  const { language, signedIn, standing, timeZone, versions, hasEarlier, query, notice, refusal } = options;
  const { kind, record, deleted } = standing;
  const words = wordsIn(language).recordPage;
  const title = `${words.titles[kind]}, ${formatDay(language, record.day)}`;
  const lastShown = versions.at(hasEarlier ? -2 : -1)?.record.version;
  const inReport = String(new URLSearchParams({ ...query, language }));
  return {
    language,
    title,
    signedIn,
    query,
    path: `/report/records/${record._id}`,
    status: statusOf(options),
    refused: options.returned !== undefined || refusal !== undefined,
    done: notice !== undefined,
    main: html`<h1>${title}</h1>
${notice && html`<p class="note" role="status">${words.notices[notice]}</p>`}
${refusal && html`<p class="error" role="alert">${words.notices[refusal]}</p>`}
${facts(options)}
${deleted ? putBack(options) : correction(options)}
${versionList(language, {
  csrf: signedIn.csrf,
  timeZone,
  versions,
  current: record.version,
  deleted,
  earlier: hasEarlier
    ? `?${new URLSearchParams({ ...query, before: String(lastShown), language })}`
    : undefined,
})}
${!deleted && html`<p class="actions"><a class="button removes" href="/report/records/${kind}/${record._id}/delete?${inReport}">${words.delete}</a></p>`}
${forGood(options)}
<p class="actions"><a class="button secondary" href="/report?${inReport}">${words.back}</a></p>`,
  };
};

const facts = ({ language, standing: { record }, diary, timeZone }: RecordPageOptions): Html => {
  const words = wordsIn(language).recordPage;
  const day = formatDay(language, record.day);
  return html`<dl class="facts narrow">
${diary !== undefined && html`<div><dt>${words.diary}</dt><dd><bdi>${diary}</bdi></dd></div>\n`}<div><dt>${words.day}</dt><dd>${'clock_time' in record ? `${day}, ${record.clock_time}` : day}</dd></div>
<div><dt>${words.sentBy}</dt><dd><bdi>${record.client_name}</bdi></dd></div>
<div><dt>${words.sentAt}</dt><dd>${formatShortZonedMoment(language, record.created_at, timeZone)}</dd></div>
</dl>`;
};

const putBack = ({ language, signedIn, standing: { record } }: RecordPageOptions): Html => {
  const words = wordsIn(language).recordPage;
  return html`<div class="note"><p>${words.isDeleted}</p>
<form method="post">${csrfField(signedIn.csrf)}<input type="hidden" name="version" value="${record.version}">
<div class="actions"><button type="submit" name="action" value="restore">${words.putBack}</button></div></form></div>`;
};

const correction = ({ language, signedIn, standing, returned }: RecordPageOptions): Html => {
  const words = wordsIn(language).recordPage;
  return html`<section><h2>${words.correct}</h2>
<p>${words.correctHint}</p>
${recordForm(language, { csrf: signedIn.csrf, version: standing.record.version, entries: recordEntries(language, standing), returned })}
</section>`;
};

/** The end of the record and of all that is kept of it, or the way to sign in again first (`C10.for_good`). */
const forGood = ({ language, signedIn, email, isRecent }: RecordPageOptions): Html => {
  const words = wordsIn(language).recordPage;
  return html`<details class="panel narrow"><summary><h2>${words.forGood}</h2></summary>
<p>${words.forGoodText}</p>
${
  isRecent
    ? html`<form method="post">${csrfField(signedIn.csrf)}
<div class="choice"><input type="checkbox" id="sure" name="sure" required><label for="sure">${words.sure}</label></div>
<div class="actions"><button type="submit" name="action" value="delete_for_good" class="removes">${words.forGood}</button></div></form>`
    : html`<p>${words.signInAgain}</p>
<form method="post" action="${signInAddress(language, '/report')}"><input type="hidden" name="email" value="${email}">
<div class="actions"><button type="submit" class="secondary">${words.sendLink}</button></div></form>`
}
</details>`;
};
