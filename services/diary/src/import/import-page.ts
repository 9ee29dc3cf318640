import type { Language } from 'shared/contract/fields.ts';
import { RECORD_KINDS } from 'shared/contract/kinds.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import { MEASURES, type Measure } from 'shared/contract/measures.ts';
import {
  formatCount,
  formatDay,
  formatShortZonedMoment,
  localeTag,
  numberFormat,
} from 'shared/pages/figures/format.ts';
import { type Html, html, joined } from 'shared/pages/figures/html.ts';
import { measureLabel } from 'shared/pages/figures/measure-label.ts';
import { csrfField, field } from 'shared/pages/form/field.ts';
import type { SignedIn } from 'shared/pages/shell/navigation.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import { addSeconds, DAY_SECONDS } from 'shared/process/time.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { wordsIn } from 'shared/words/words.ts';
import { matchProfiles } from './bring-profiles.ts';
import { sourceName } from './source-name.ts';
import type { Reason, Refused } from './sources/found/source.ts';
import { OWN } from './sources.ts';
import { MOST_REFUSED, NO_COUNTS, type SampleRow, type StoredImport, WORKING } from './stored-import.ts';

/** So many of the days that have records already are listed. */
const LISTED_DAYS = 100;

type ImportPageOptions = {
  language: Language;
  signedIn: SignedIn;
  one: StoredImport;
  profiles: readonly StoredProfile[];
  /** The zone that times are told in. */
  timeZone: string;
};

/** `/account/import/{id}`: preview, progress and result (`C14.way`). */
export const importPage = (options: ImportPageOptions): Page => {
  const { language, signedIn, one } = options;
  const words = wordsIn(language).importing;
  const state = one.state === 'uploading' ? 'reading' : one.state;
  const isRead = one.source !== undefined;
  const works = one.state === 'uploading' || WORKING.includes(one.state);
  return {
    language,
    title: `${words.states[one.state]} – ${words.title}`,
    signedIn,
    state,
    ...(works && { script: 'wait.js' as const }),
    main: html`<h1>${sourceName(language, one) ?? words.title}: ${words.states[one.state]}</h1>
<p class="lead"${works && html` role="status"`}>${words.leads[one.state]}</p>
${one.why && html`<p class="error">${reasonText(language, one.why)}</p>`}
${progress(options)}
${isRead && facts(options)}
${isRead && counts(options)}
${decision(options)}
${one.state === 'preview' && sampleTable(options)}
${one.state === 'preview' && existingTable(options)}
${refusedTable(options)}
<p><a href="/account/import?language=${language}">${words.title}</a></p>`,
  };
};

const reasonText = (language: Language, { code, fields = [] }: Reason): string => {
  const { importing, measures } = wordsIn(language);
  const named = fields.map((field) =>
    field in MEASURES ? measures.names[field as Measure].toLocaleLowerCase(localeTag(language)) : field,
  );
  return importing.reasons[code](named.join(', '));
};

const progress = ({ language, one }: ImportPageOptions): Html | false => {
  const { next, rows = 0 } = one;
  if (one.state !== 'importing' || rows === 0) return false;
  const text = wordsIn(language).importing.progress(formatCount(language, next), formatCount(language, rows));
  return html`<p><progress value="${next}" max="${rows}" aria-label="${text}"></progress> ${text}</p>`;
};

const facts = ({ language, one, profiles }: ImportPageOptions): Html => {
  const words = wordsIn(language).importing;
  const { first_day, last_day, left = [], left_count = 0, profiles: brought = [] } = one;
  const here = matchProfiles(brought, profiles);
  const diaries =
    one.source === OWN
      ? joined(
          brought.map(
            (own) =>
              html`<bdi>${own.name}</bdi>${one.state === 'preview' && !here.has(own.id) && ` (${words.newDiary})`}`,
          ),
          ', ',
        )
      : html`<bdi>${profiles.find(({ _id }) => _id === one.profile_id)?.name ?? ''}</bdi>`;
  return html`<dl class="facts narrow">
<div><dt>${words.fileName}</dt><dd><bdi>${one.file_name}</bdi></dd></div>
${first_day && last_day && html`<div><dt>${words.days}</dt><dd id="days" data-first="${first_day}" data-last="${last_day}">${words.daysFrom(formatDay(language, first_day), formatDay(language, last_day))}</dd></div>`}
${(one.source !== OWN || brought.length > 0) && html`<div><dt>${words.into}</dt><dd id="profile">${diaries}</dd></div>`}
${one.source !== OWN && html`<div><dt>${words.zone}</dt><dd id="time-zone">${one.time_zone}</dd></div>`}
${one.source === OWN && html`<div><dt>${words.stays}</dt><dd id="stays">${words.ownStays}</dd></div>`}
${
  left_count > 0 &&
  html`<div><dt>${words.left}</dt><dd id="left">${joined(
    left.map((name) => html`<bdi>${name}</bdi>`),
    ', ',
  )}${left_count > left.length && ` ${words.andMore(formatCount(language, left_count - left.length))}`}</dd></div>`
}
</dl>`;
};

/** Whole numbers without separators: programs read them too. */
const counts = ({ language, one }: ImportPageOptions): Html => {
  const words = wordsIn(language).importing;
  const isAhead =
    one.state === 'preview' ||
    one.state === 'reading' ||
    one.state === 'cancelled' ||
    one.state === 'refused';
  const shown = (isAhead ? one.found : one.written) ?? NO_COUNTS;
  const names = { meal: 'meals', activity: 'activity', sleep: 'sleep', wellbeing: 'wellbeing' };
  const also = (label: string, id: string, count: number) =>
    count > 0 && html`<div><dt>${label}</dt><dd id="${id}">${count}</dd></div>\n`;
  return html`<h2>${isAhead ? words.counts : words.countsDone}</h2>
<dl class="facts narrow">
${RECORD_KINDS.map((kind) => html`<div><dt>${words.kinds[kind]}</dt><dd id="count-${names[kind]}">${shown[kind]}</dd></div>\n`)}
${also(words.versions, 'count-versions', shown.version)}${also(words.already, 'count-already', one.already)}${also(words.skipped, 'count-skipped', one.skipped)}${also(words.notTakenBack, 'count-changed', one.changed_since)}<div><dt>${words.refusedCount}</dt><dd id="count-refused">${one.refused_count}</dd></div>
</dl>`;
};

/** What the person can do with it. */
const decision = (options: ImportPageOptions): Html | false => {
  const { language, signedIn, one, timeZone } = options;
  const words = wordsIn(language).importing;
  const button = (action: string, label: string, look = '') =>
    html`<button type="submit" name="action" value="${action}"${look && html` class="${look}"`}>${label}</button>`;
  const form = (content: Html) =>
    html`<form method="post" class="panel narrow">${csrfField(signedIn.csrf)}${content}</form>`;
  if (one.state === 'reading')
    return form(html`<div class="actions">${button('cancel', words.cancel, 'secondary')}</div>`);
  if (one.state === 'preview')
    return form(
      html`${existingField(options)}<div class="actions">${button('import', words.start)} ${button('cancel', words.cancel, 'secondary')}</div>`,
    );
  if (one.state !== 'done' && one.state !== 'failed') return false;
  const until = addSeconds(one.ended_at ?? one.created_at, LIMITS.importDays * DAY_SECONDS);
  return form(
    html`<p>${words.takeBackNote(formatShortZonedMoment(language, until, timeZone))}</p><div class="actions">${button('take_back', words.takeBack, 'removes')}</div>`,
  );
};

const existingDays = ({ existing_days = {} }: StoredImport): string[] =>
  [...new Set(Object.values(existing_days).flat())].sort();

const existingField = ({ language, one }: ImportPageOptions): Html => {
  const words = wordsIn(language).importing;
  const { length } = existingDays(one);
  const told = length === 0 ? words.existingNone : words.existingSome(formatCount(language, length));
  const shown = { id: 'existing', label: words.existing, hint: `${told} ${words.keepHint}` };
  return field(
    shown,
    (attributes) =>
      html`<select${attributes} name="existing"><option value="keep">${words.keep}</option><option value="skip">${words.skip}</option></select>`,
  );
};

/** The days that have records already, and what becomes of each. */
const existingTable = ({ language, one }: ImportPageOptions): Html | false => {
  const words = wordsIn(language).importing;
  const days = existingDays(one);
  const { activity, sleep } = one.standing ?? { activity: [], sleep: [] };
  const more = days.length - LISTED_DAYS;
  const row = (day: string) => html`<tr>
<td>${formatDay(language, day)}</td>
<td>${[words.asChosen, activity.includes(day) && words.activityStays, sleep.includes(day) && words.nightStays].filter(Boolean).join('; ')}</td>
</tr>\n`;
  return (
    days.length > 0 &&
    html`<details class="panel"><summary><h2>${words.existing}</h2></summary>
<div class="scroll"><table id="existing-days" class="imports"><thead><tr><th scope="col">${words.day}</th><th scope="col">${words.becomes}</th></tr></thead>
<tbody>${days.slice(0, LISTED_DAYS).map(row)}</tbody></table></div>
${more > 0 && html`<p class="muted">${words.andMore(formatCount(language, more))}</p>`}
</details>`
  );
};

const sampleTable = ({ language, one }: ImportPageOptions): Html | false => {
  const words = wordsIn(language).importing;
  const { sample = [] } = one;
  const figure = ([name, value]: [string, number]): string => {
    const measure = name as Measure;
    if (!(measure in MEASURES)) return '';
    const amount = numberFormat(language, { maximumFractionDigits: 2 }).format(value);
    return `${measureLabel(language, measure)}: ${amount}`;
  };
  const row = ({ kind, day, time, title, figures }: SampleRow) => html`<tr>
<td>${formatDay(language, day)}${time && html`, ${time}`}</td>
<td>${words.oneOf[kind]}</td>
<td><bdi>${title}</bdi></td>
<td>${figures.map(figure).filter(Boolean).join(' · ')}</td>
</tr>\n`;
  return (
    sample.length > 0 &&
    html`<h2>${words.sample}</h2>
<div class="scroll"><table id="sample" class="imports"><thead><tr><th scope="col">${words.day}</th><th scope="col">${words.kind}</th><th scope="col">${words.record}</th><th scope="col">${words.figures}</th></tr></thead>
<tbody>${sample.map(row)}</tbody></table></div>`
  );
};

const refusedTable = ({ language, one }: ImportPageOptions): Html | false => {
  const words = wordsIn(language).importing;
  const { refused, refused_count } = one;
  // Which file a line is of, where there are several.
  const isMany = new Set(refused.map(({ file }) => file)).size > 1;
  const row = ({ file, line, text, why }: Omit<Refused, 'kind'>) => html`<tr>
<td>${isMany && html`<bdi>${file}</bdi> `}${line > 0 && line}</td>
<td><bdi>${text}</bdi></td>
<td>${reasonText(language, why)}</td>
</tr>\n`;
  return (
    refused.length > 0 &&
    html`<h2>${words.refused}</h2>
${refused_count > MOST_REFUSED && html`<p class="muted">${words.refusedMost(formatCount(language, MOST_REFUSED))}</p>`}
<div class="scroll"><table id="refused" class="imports"><thead><tr><th scope="col">${words.line}</th><th scope="col">${words.text}</th><th scope="col">${words.why}</th></tr></thead>
<tbody>${refused.map(row)}</tbody></table></div>`
  );
};
