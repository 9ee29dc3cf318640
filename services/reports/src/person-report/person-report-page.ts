import type { Language } from 'shared/contract/fields.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import type { ConnectedAssistant } from 'shared/http/export-parts.ts';
import { formatCount } from 'shared/pages/figures/format.ts';
import { html } from 'shared/pages/figures/html.ts';
import { assistantList } from 'shared/pages/form/assistant-list.ts';
import type { SignedIn } from 'shared/pages/shell/navigation.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import type { PersonReportWords } from 'shared/words/en/person-report.ts';
import { wordsIn } from 'shared/words/words.ts';
import type { ReportPageData } from '../report-data/report-page-data.ts';
import { foldedSection } from '../report-page/folded-section.ts';
import { reportPage } from '../report-page/report-page.ts';
import { recentChanges } from './recent-changes.ts';
import type { RecentChange } from './recent-changes-store.ts';

type PersonReportPageOptions = {
  language: Language;
  signedIn: SignedIn;
  data: ReportPageData;
  assistants: readonly ConnectedAssistant[];
  changes: readonly RecentChange[];
  /** What was done a moment ago. */
  notice: keyof PersonReportWords['notices'] | undefined;
  /** Whether the diary that was asked for is no longer there, and the default one is shown. */
  isGone: boolean;
};

/** The report as a link shows it, with what only the person sees: who is connected. */
export const personReportPage = ({
  language,
  signedIn,
  data,
  assistants,
  changes,
  notice,
  isGone,
}: PersonReportPageOptions): Page => {
  const words = wordsIn(language).personReport;
  const list = assistantList(language, {
    assistants,
    timeZone: data.report.time_zone,
    csrf: signedIn.csrf,
    page: '/report',
    query: data.shown,
  });
  const ways = html`<ul class="ways">
<li><a href="#assistants">${words.assistants}: ${formatCount(language, assistants.length)}</a></li>
${changes.length > 0 && html`<li><a href="#changes">${words.changes}</a></li>\n`}</ul>`;
  const page = reportPage(data, language, {
    csv: '/report/days.csv?',
    ways,
    toBegin: assistants.length === 0 && list,
  });
  return {
    ...page,
    done: notice !== undefined,
    signedIn,
    main: html`${notice && html`<p class="note" role="status">${words.notices[notice]}</p>`}
${isGone && html`<p class="note">${words.gone}</p>`}
${page.main}
${recentChanges(language, { csrf: signedIn.csrf, timeZone: data.report.time_zone, changes, query: data.shown })}
${foldedSection({
  id: 'assistants',
  look: 'assistants',
  title: words.assistants,
  body: html`<p>${words.assistantsText}${assistants.length > 0 && data.profiles.length > 1 && ` ${words.ofEveryDiary}`}</p>
${assistants.some(({ are_newest_calls }) => are_newest_calls) && html`<p class="muted">${words.newestCalls(formatCount(language, LIMITS.newestCalls))}</p>`}
${list}`,
})}`,
  };
};
