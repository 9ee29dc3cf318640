import { type Html, html } from 'shared/pages/html.ts';
import type { PageDay, ReportPageData } from '../page-data/report-page-data.ts';
import { dayInShort, dayRecords, isRecorded } from './day-records.ts';
import type { Locale } from './locale.ts';
import { wellbeingNotes } from './wellbeing-notes.ts';

/** Several days: each a line and its notes, with its other records folded away. */
export const dayByDay = (locale: Locale, data: ReportPageData): Html => {
  const shown = data.days.filter((record) => record.day <= data.today || isRecorded(record));
  return html`<section><h2>${locale.words.days}</h2>
${shown.map((record) => oneOfSeveral(locale, data, record))}
</section>`;
};

const oneOfSeveral = (locale: Locale, { report, shown }: ReportPageData, record: PageDay): Html => {
  const { words, language } = locale;
  const day = locale.day(record.day);
  if (!isRecorded(record))
    return html`<article class="day"><h3>${day}</h3><p class="in-short">${words.noRecord}</p></article>`;
  const address = `?${new URLSearchParams({ ...shown, period: 'daily', day: record.day, language })}`;
  const foods = report.period === 'monthly' ? 'names' : 'rows';
  return html`<article class="day">
<h3><a href="${address}">${day}</a></h3>
<p class="in-short">${dayInShort(locale, record)}</p>
${record.wellbeing.length > 0 && html`<div class="notes">${wellbeingNotes(locale, record)}</div>`}
${
  hasMore(record) &&
  html`<details><summary>${words.dayRecords}<span class="hidden">: ${day}</span></summary>
${dayRecords(locale, record, foods)}</details>`
}
</article>`;
};

const hasMore = ({ meals, activity, sleep }: PageDay): boolean =>
  meals.length > 0 || activity !== null || sleep !== null;
