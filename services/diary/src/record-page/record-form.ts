import type { Language } from 'shared/contract/fields.ts';
import { formatCount } from 'shared/pages/figures/format.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { csrfField, field } from 'shared/pages/form/field.ts';
import { wordsIn } from 'shared/words/words.ts';
import type { Changed, Faults } from './read-correction.ts';
import {
  type Entry,
  type EntryRow,
  entryText,
  fieldLabel,
  NEW,
  type RecordEntries,
  removalName,
  rowTitle,
} from './record-fields.ts';

/** A form that came back: what was entered, and why. */
export type ReturnedForm = { changed: Changed; faults: Faults; isConflict: boolean; lost: readonly Entry[] };

type RecordFormOptions = {
  csrf: string;
  version: number;
  entries: RecordEntries;
  returned: ReturnedForm | undefined;
};

const NOTHING_RETURNED: ReturnedForm = { changed: new Map(), faults: new Set(), isConflict: false, lost: [] };

/** The form that corrects a record of any kind: a field for each of the contract's, those of an item with its id (`C10.page`). */
export const recordForm = (language: Language, options: RecordFormOptions): Html => {
  const { csrf, version, entries, returned = NOTHING_RETURNED } = options;
  const words = wordsIn(language).recordPage;
  const { changed, faults, isConflict, lost } = returned;
  const show = (entry: Entry): Html => entryField(language, entry, returned);
  const row = (of: EntryRow): Html => {
    const box = removalName(of);
    const isOpen = of.entries.some(({ name }) => changed.has(name)) || changed.has(box);
    return html`<details class="panel"${isOpen && html` open`}><summary>${of.key !== NEW && html`<span class="muted">${words.lists[of.list]}:</span> `}<bdi>${rowTitle(language, of)}</bdi></summary>
<div class="fields">${of.entries.map(show)}</div>
${of.key !== NEW && html`<div class="choice"><input type="checkbox" id="${box}" name="${box}"${changed.has(box) && html` checked`}><label for="${box}">${words.remove}<span class="hidden">: ${rowTitle(language, of)}</span></label></div>`}
</details>`;
  };
  return html`<form method="post">
${csrfField(csrf)}<input type="hidden" name="version" value="${version}">
${isConflict && html`<p class="error" role="alert">${words.conflict}</p>`}
${lost.length > 0 && html`<p>${words.lost}</p><dl class="facts narrow">${lost.map((entry) => html`<div><dt>${fieldLabel(language, entry.field)}</dt><dd dir="auto">${entryText(language, entry)}</dd></div>`)}</dl>`}
${faults.size > 0 && html`<p class="error" role="alert">${words.refused}</p>`}
<div class="fields">${entries.own.map(show)}</div>
${entries.rows.map(row)}
<div class="actions"><button type="submit" name="action" value="correct">${words.save}</button></div>
</form>`;
};

const entryField = (
  language: Language,
  entry: Entry,
  { changed, faults, isConflict }: ReturnedForm,
): Html => {
  const words = wordsIn(language).recordPage;
  const { name, field: of, control, options, required, most, value: stored } = entry;
  const value = changed.get(name) ?? stored;
  const stands = isConflict && value !== stored;
  const control_ = (attributes: Html): Html => {
    const all = html`${attributes} name="${name}" autocomplete="off"`;
    if (control === 'choice')
      return html`<select${all}>${[...(required && stored !== '' ? [] : ['']), ...options].map(
        (option) =>
          html`<option value="${option}"${option === value && html` selected`}>${entryText(language, { ...entry, value: option }) || words.nothing}</option>`,
      )}</select>`;
    // A browser takes away the line end that the text of an area begins with.
    if (control === 'text') return html`<textarea${all} dir="auto" rows="3">${'\n'}${value}</textarea>`;
    if (control === 'date_time') return html`<input${all} type="datetime-local" value="${value}">`;
    if (control === 'clock_time') return html`<input${all} type="time" value="${value}">`;
    if (control === 'number') return html`<input${all} type="text" inputmode="decimal" value="${value}">`;
    return html`<input${all} type="text" dir="auto" value="${value}">`;
  };
  const fault = (): string => {
    if (value.trim() === '') return words.wrong.required;
    if (control === 'number') return words.wrong.number;
    return most === undefined ? words.wrong.other : words.wrong.text(formatCount(language, most));
  };
  return field(
    {
      id: name,
      label: fieldLabel(language, of),
      error: faults.has(name) ? fault() : undefined,
      focused: faults.has(name) && [...faults][0] === name,
    },
    (attributes) =>
      html`${control_(attributes)}${stands && html`<p class="stands">${words.standsNow} <ins>${stored === '' ? words.nothing : entryText(language, entry)}</ins></p>`}`,
  );
};
