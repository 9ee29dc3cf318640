import type { Language } from 'shared/contract/fields.ts';
import type { Report } from 'shared/contract/operations/reports.ts';
import { formatShortZonedMoment, formatZonedMoment, isolated } from 'shared/pages/figures/format.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { LOCALES } from 'shared/pages/figures/locale.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import { wordsIn } from 'shared/words/words.ts';
import type { Range } from '../report/range.ts';
import { isRecorded } from '../report-data/days-so-far.ts';
import type { ShownReport } from '../report-data/present-records.ts';
import type { ReportPageData } from '../report-data/report-page-data.ts';
import { dayByDay } from './day-by-day.ts';
import { foldedSection } from './folded-section.ts';
import { foodSection } from './food/food-section.ts';
import { movementSection } from './movement-section.ts';
import { overview } from './overview.ts';
import { provenance } from './provenance.ts';
import { reportNavigation } from './report-navigation.ts';
import { sleepSection } from './sleep-section.ts';
import { type ReportView, shows, viewOf } from './view/report-view.ts';
import { wellbeingNotes } from './wellbeing-notes.ts';

/**
 * What a report says beside its records: `csv` begins the address of its days as CSV, `ways` lead to what stands below it, `toBegin` where there are no records, `linkUntil` to
 * whoever a link was given to. `carried` are parameters that its ways to other reports carry along.
 */
type Beside = {
  csv: string;
  ways?: Html;
  toBegin?: Html | false;
  linkUntil?: Date | null;
  carried?: ShownReport | undefined;
};

/** What the page of a report is called: whose it is, and of which days. */
export const reportTitle = (
  language: Language,
  name: string,
  period: Report['period'],
  { from, to }: Range,
): string => `${isolated(name)}, ${LOCALES[language].period(period, from, to)}`;

/** The page of a report, for whoever a link was given to and for the person. */
export const reportPage = (
  data: ReportPageData,
  language: Language,
  { csv, ways, toBegin, linkUntil, carried = {} }: Beside,
): Page => {
  const locale = LOCALES[language];
  const { report, days } = data;
  const period = locale.period(report.period, report.from, report.to);
  const view = viewOf(data, locale, carried);
  return {
    language,
    title: reportTitle(language, report.profile_name, report.period, report),
    wide: true,
    stylesheet: 'report.css',
    query: { ...data.shown, ...carried },
    main: html`<header class="report-head">
<h1><bdi>${report.profile_name}</bdi> <span class="period">${period}</span></h1>
<p class="made">${underHeading(view, linkUntil)}</p>
${reportNavigation(view)}
${ways}
</header>
${days.some(isRecorded) ? sections(view) : empty(view, toBegin)}
${colophon(view, csv)}`,
  };
};

/**
 * When the report was made; to whoever a link was given to, also whose words the page has, as anybody can have a diary with any name,
 * and until when the link works: a Russian long moment, with its "at", cannot follow "until".
 */
const underHeading = (
  { locale: { language, words }, report: { generated_at, time_zone } }: ReportView,
  linkUntil: Beside['linkUntil'],
): string =>
  [
    linkUntil !== undefined && words.shared,
    words.made(formatZonedMoment(language, new Date(generated_at), time_zone)),
    linkUntil && words.linkUntil(formatShortZonedMoment(language, linkUntil, time_zone)),
  ]
    .filter(Boolean)
    .join(' ');

/** What one looks at each day comes first, and is open; the others open by their headings. */
const sections = (view: ReportView): Html => {
  const { locale, report, days } = view;
  const { words } = locale;
  const isOneDay = report.period === 'daily';
  const notes = isOneDay && days.some(({ wellbeing }) => wellbeing.length > 0);
  const all = [
    !isOneDay && { id: 'days', title: words.days, body: dayByDay(view) },
    shows(view, 'meals') && { id: 'food', title: words.food, body: foodSection(view) },
    shows(view, 'activity') && { id: 'movement', title: words.movement, body: movementSection(view) },
    shows(view, 'sleep') && { id: 'sleep', title: words.sleep, body: sleepSection(view) },
    notes && {
      id: 'notes',
      title: words.notes,
      body: html`${days.map((day) => wellbeingNotes(locale, day))}`,
    },
    { id: 'provenance', title: words.provenance, body: provenance(view) },
  ].filter((section) => section !== false);
  return html`${!isOneDay && overview(view)}
${all.map((section, index) => foldedSection({ ...section, isOpen: index === 0 }))}
${leftOut(view)}`;
};

const empty = (
  { locale: { words }, report }: ReportView,
  toBegin?: Html | false,
): Html => html`<div class="panel">
<h2>${words.empty[report.period]}</h2>
${toBegin}
<p>${words.emptyText}</p>
</div>`;

/** What a page of bounded size had no room for. */
const leftOut = ({ locale: { words, counted }, left_out }: ReportView): Html | false => {
  const parts = [
    left_out.meals > 0 && counted(left_out.meals, words.countedMeals),
    left_out.notes > 0 && counted(left_out.notes, words.countedNotes),
  ].filter(Boolean);
  return parts.length > 0 && html`<p class="note">${words.leftOut(parts.join(', '))}</p>`;
};

/** What the figures are, what the report is not, and the ways to take it along. */
const colophon = (view: ReportView, csv: string): Html => {
  const { locale, report, shown } = view;
  const { words, language } = locale;
  const { profile = '' } = shown;
  const days = new URLSearchParams({ from: report.from, to: report.to, profile });
  return html`<footer class="colophon">
<p>${words.estimates} ${words.zone(report.time_zone)} ${words.noAdvice}</p>
<p class="to-print">${words.toPrint}${view.plottedBy !== 'day' && ` ${words.foldedToPrint}`}${report.period !== 'daily' && html` <span class="to-open">${words.openToPrint}</span>`} <a href="${`${csv}${days}`}">${wordsIn(language).range.csv}</a></p>
</footer>`;
};
