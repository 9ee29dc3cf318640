import type { Language } from 'shared/contract/fields.ts';
import { isDeletion } from 'shared/contract/kinds.ts';
import { formatDay, formatShortZonedMoment } from 'shared/pages/figures/format.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { csrfField } from 'shared/pages/form/field.ts';
import { wordsIn } from 'shared/words/words.ts';
import { foldedSection } from '../report-page/folded-section.ts';
import type { RecentChange } from './recent-changes-store.ts';

type RecentChangesOptions = {
  csrf: string;
  timeZone: string;
  changes: readonly RecentChange[];
  /** Which report the person is at: where putting back leads to. */
  query: Readonly<Record<string, string>>;
};

/** What was changed and deleted in the last 30 days, each put back by one button (`C10.put_back`). */
export const recentChanges = (language: Language, options: RecentChangesOptions): Html | false => {
  const words = wordsIn(language).personReport;
  const { changes } = options;
  return (
    changes.length > 0 &&
    foldedSection({
      id: 'changes',
      look: 'assistants',
      title: words.changes,
      body: html`<p>${words.changesText}</p>
<ul class="cards">
${changes.map((change, index) => html`<li>${card(language, change, `change-${index}`, options)}</li>\n`)}</ul>`,
    })
  );
};

const card = (
  language: Language,
  change: RecentChange,
  id: string,
  { csrf, timeZone, query }: RecentChangesOptions,
): Html => {
  const { personReport, recordPage } = wordsIn(language);
  const { action, by, at, day, version, record_id } = change;
  const address = `/report/records/${record_id}?${new URLSearchParams({ ...query, language })}`;
  const author = by.by === 'person' ? recordPage.byYou : html`${recordPage.by} <bdi>${by.client_name}</bdi>`;
  // A deletion is a version that holds what it ended; any other change is undone by the version before it.
  const wanted = isDeletion(action) ? version : version - 1;
  return html`<h3 id="${id}"><a href="${address}">${changeTitle(language, change)}</a></h3>
<p class="muted">${formatDay(language, day)}</p>
<p>${recordPage.actions[action]} ${author}, <time datetime="${at.toISOString()}">${formatShortZonedMoment(language, at, timeZone)}</time></p>
<form method="post" action="${address}">
${csrfField(csrf)}<input type="hidden" name="version" value="${wanted}"><input type="hidden" name="return_to" value="/report">
<div class="actions"><button type="submit" name="action" value="restore" class="secondary" aria-describedby="${id}">${personReport.putBack}</button></div>
</form>`;
};

/** What was changed, in the reader's language: titles are kept in English, but for what the person named. */
const changeTitle = (language: Language, { kind, title }: RecentChange): Html => {
  const { recordPage, report } = wordsIn(language);
  if (kind === 'wellbeing') return html`<bdi>${title}</bdi>`;
  if (kind !== 'meal') return html`${recordPage.titles[kind]}`;
  const [type = '', ...foods] = title.split(': ');
  return html`${report.mealTypes[type as keyof typeof report.mealTypes]}: <bdi>${foods.join(': ')}</bdi>`;
};
