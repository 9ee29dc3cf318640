import { LIMITS } from 'shared/contract/limits.ts';
import { type ReportPeriod, reportPeriod } from 'shared/contract/operations/reports.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { field } from 'shared/pages/form/field.ts';
import { addDays, FIRST_DAY, LAST_DAY } from 'shared/records/calendar.ts';
import { wordsIn } from 'shared/words/words.ts';
import type { ShownReport } from '../report-data/present-records.ts';
import { periodName } from './view/compared.ts';
import { type ReportView, wayTo } from './view/report-view.ts';

/** More would fill a phone before the report begins. */
const SHOWN_DIARIES = 4;

/** The ways from a report to the next: another diary, another length, another time. */
export const reportNavigation = (view: ReportView): Html => {
  const { shown, day, report, profiles, previous, next, today, allowed } = view;
  const { words } = view.locale;
  const { period: kind, from, to, days_total: length } = report;
  const { compare, profile = '' } = shown;
  const kept = { profile, ...(compare && { compare }) };
  const linkTo = (change: ShownReport): string => wayTo(view, { ...shown, ...change });
  const linkToPeriod = (period: ReportPeriod, day: string): string => wayTo(view, { ...kept, period, day });
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
${otherDays(view, kept)}
</div>`;
};

/** A field for a day far back, two for any range, and the way to a comparison. */
const otherDays = (view: ReportView, kept: ShownReport): Html => {
  const { shown, day, report, allowed, isComparable, other, refused, carried } = view;
  const { language } = view.locale;
  const words = wordsIn(language).range;
  const within = html`${allowed.days.from > FIRST_DAY && html` min="${allowed.days.from}"`}${allowed.days.to < LAST_DAY && html` max="${allowed.days.to}"`}`;
  const dateField = (name: string, label: string, value: string) =>
    field(
      { id: `shown-${name}`, label },
      (attributes) =>
        html`<input${attributes} type="date" name="${name}" value="${value}" required${within}>`,
    );
  const hidden = (fields: ShownReport) =>
    Object.entries({ ...fields, ...carried, language }).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
    );
  const period = report.period === 'range' ? 'daily' : report.period;
  const { compare: _, ...alone } = shown;
  const comparison = wayTo(view, other ? alone : { ...shown, compare: 'previous' });
  return html`<details class="other-days"${(report.period === 'range' || other || refused) && html` open`}><summary>${words.otherDays}</summary>
${refused && html`<p class="note">${words.refused[refused](LIMITS.reportDays)}</p>`}
<form>${hidden({ ...kept, period })}<div class="inline">${dateField('day', words.aDay, day)}<button type="submit" class="secondary">${words.show}</button></div></form>
<form>${hidden(kept)}<div class="inline">${dateField('from', words.from, report.from)}${dateField('to', words.to, report.to)}<button type="submit" class="secondary">${words.show}</button></div></form>
${(isComparable || other) && html`<p>${other && `${words.compared(periodName(other))} `}<a href="${comparison}">${other ? words.withoutComparison : words.compare}</a></p>`}
</details>`;
};

const choice = (href: string, label: Html, isCurrent: boolean): Html =>
  html`<li><a href="${href}"${isCurrent && html` aria-current="true"`}>${label}</a></li>`;
