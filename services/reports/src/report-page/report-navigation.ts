import { type ReportPeriod, reportPeriod } from 'shared/contract/operations/reports.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { addDays } from 'shared/records/calendar.ts';
import type { ShownReport } from '../report-data/present-records.ts';
import type { ReportView } from './view/report-view.ts';

/** More would fill a phone before the report begins. */
const SHOWN_DIARIES = 4;

/** The ways from a report to the next: another diary, another length, another time. */
export const reportNavigation = (view: ReportView): Html => {
  const { shown, day, report, profiles, previous, next, today, allowed } = view;
  const { language, words } = view.locale;
  const { period: kind, from, to, days_total: length } = report;
  const linkTo = (change: ShownReport): string =>
    `?${new URLSearchParams({ ...shown, ...change, language })}`;
  const linkToPeriod = (period: ReportPeriod, day: string): string =>
    `?${new URLSearchParams({ profile: shown.profile ?? '', period, day, language })}`;
  const isAllowed = (day: string): boolean => day >= allowed.days.from && day <= allowed.days.to;
  const isRange = kind === 'range';
  const current = isRange ? 'weekly' : kind;
  const diaries = html`<ul class="choices">${profiles.map(({ key, name }) =>
    choice(linkTo({ profile: key }), html`<bdi>${name}</bdi>`, key === shown.profile),
  )}</ul>`;
  const lengths = reportPeriod.options.map((period) =>
    choice(linkToPeriod(period, day), html`${words.periods[period]}`, period === kind),
  );
  const steps = [
    previous &&
      html`<a href="${isRange ? linkTo({ from: previous, to: addDays(from, -1) }) : linkTo({ day: previous })}" rel="prev"><span aria-hidden="true">‹ </span>${words.earlier}</a>`,
    to < today &&
      isAllowed(today) &&
      html`<a href="${linkToPeriod(current, today)}">${words.current[current]}</a>`,
    next &&
      html`<a href="${isRange ? linkTo({ from: next, to: addDays(next, length - 1) }) : linkTo({ day: next })}" rel="next">${words.later}<span aria-hidden="true"> ›</span></a>`,
  ];
  return html`<div class="report-navigation">
${profiles.length > 1 && html`<nav aria-label="${words.diaries}">${profiles.length > SHOWN_DIARIES ? html`<details><summary>${words.diaries}</summary>${diaries}</details>` : diaries}</nav>`}
<nav aria-label="${words.period}"><ul class="choices">${lengths}</ul>
<ul class="time-steps">${steps.map((step) => step && html`<li>${step}</li>`)}</ul></nav>
</div>`;
};

const choice = (href: string, label: Html, isCurrent: boolean): Html =>
  html`<li><a href="${href}"${isCurrent && html` aria-current="true"`}>${label}</a></li>`;
