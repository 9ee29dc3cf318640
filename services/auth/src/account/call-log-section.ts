import type { Language } from 'shared/contract/fields.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import { CLOCK, formatCount, localeTag } from 'shared/pages/figures/format.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { field } from 'shared/pages/form/field.ts';
import type { AccountWords } from 'shared/words/en/account.ts';
import { operationWords } from 'shared/words/operation-words.ts';
import { wordsIn } from 'shared/words/words.ts';
import type { LoggedCall } from '../call-log/call-log-store.ts';

/** A part of the call log, and what is needed to see the others. */
export type ShownCalls = {
  calls: readonly LoggedCall[];
  /** The applications to choose from, in any order. */
  clientNames: readonly string[];
  /** The application that is chosen. */
  clientName?: string | undefined;
  /** Whether there are so many calls that only the newest are counted and searched. */
  isLong: boolean;
  /** Whether these calls are the newest. */
  isNewest: boolean;
  /** Whether there are older calls. */
  hasOlder: boolean;
};

/**
 * The calls of the assistants (`S1.call_log_shown`), by day in `timeZone` (an IANA name), with a choice of application and a way
 * on.
 */
export const callLogSection = (language: Language, timeZone: string, shown: ShownCalls): Html => {
  const words = wordsIn(language).account;
  return html`<section>
<h2 id="calls">${words.calls}</h2>
<p>${words.callsText(timeZone)}</p>
${shown.isLong && html`<p class="muted">${words.longLog(formatCount(language, LIMITS.newestCalls))}</p>`}
${shown.clientNames.length > 1 && filter(language, shown)}
${shown.calls.length > 0 ? table(language, timeZone, shown.calls) : html`<p class="muted">${words.noCalls}</p>`}
${pages(language, shown)}
</section>`;
};

const filter = (language: Language, { clientNames, clientName }: ShownCalls): Html => {
  const words = wordsIn(language).account;
  const names = clientNames.toSorted(new Intl.Collator(localeTag(language)).compare);
  const option = (name: string): Html =>
    html`<option value="${name}" dir="auto"${name === clientName && html` selected`}>${name}</option>`;
  return html`<form method="get" action="/account#calls" class="inline narrow">
<input type="hidden" name="language" value="${language}">${field(
    { id: 'client_name', label: words.application },
    (attributes) =>
      html`<select${attributes} name="client_name"><option value="">${words.everyApplication}</option>${names.map(option)}</select>`,
  )}
<button type="submit" class="secondary">${words.show}</button>
</form>`;
};

const table = (language: Language, timeZone: string, calls: readonly LoggedCall[]): Html => {
  const words = wordsIn(language).account;
  const format = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeTag(language), { ...style, timeZone });
  const [day, time] = [format({ dateStyle: 'long' }), format(CLOCK)];
  const row = ({ at, client_name, operation, status }: LoggedCall): Html => html`<tr>
<td><time datetime="${at.toISOString()}">${time.format(at)}</time></td>
<td>${operationWords(language, operation)} <small><bdi>${client_name}</bdi></small></td>
<td>${outcome(words, status)}</td>
</tr>`;
  const days = [...Map.groupBy(calls, ({ at }) => day.format(at))];
  return html`<section class="scroll" aria-labelledby="calls" tabindex="0"><table class="calls">
<caption class="hidden">${words.calls}</caption>
<thead><tr><th scope="col">${words.when}</th><th scope="col">${words.called}</th><th scope="col">${words.outcome}</th></tr></thead>
${days.map(
  ([date, ofDay]) => html`<tbody><tr><th scope="rowgroup" colspan="3">${date}</th></tr>
${ofDay.map(row)}</tbody>
`,
)}</table></section>`;
};

const outcome = (words: AccountWords, status: number): string => {
  if (status < 400) return words.done;
  if (status === 401 || status === 403) return words.notPermitted;
  if (status === 404) return words.notFound;
  if (status === 412) return words.changedMeanwhile;
  // The first call with its key was still under way; nobody waited for the answer any more.
  if (status === 409 || status === 499) return words.noAnswer;
  return status < 500 ? words.notValid : words.failed;
};

const pages = (language: Language, { calls, clientName, isNewest, hasOlder }: ShownCalls): Html | false => {
  const words = wordsIn(language).account;
  const chosen = { language, ...(clientName !== undefined && { client_name: clientName }) };
  const address = (query: Record<string, string>): string =>
    `/account?${new URLSearchParams({ ...chosen, ...query })}#calls`;
  const last = calls.at(-1);
  const links = [
    !isNewest && html`<a class="button secondary" href="${address({})}">${words.newest}</a>`,
    hasOlder &&
      last &&
      html`<a class="button secondary" href="${address({ before: last._id })}">${words.older}</a>`,
  ].filter(Boolean);
  return links.length > 0 && html`<p class="actions">${links}</p>`;
};
