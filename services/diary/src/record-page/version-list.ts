import type { Language } from 'shared/contract/fields.ts';
import { formatCount, formatShortZonedMoment } from 'shared/pages/figures/format.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { csrfField } from 'shared/pages/form/field.ts';
import type { AnyRecord } from 'shared/records/any-record.ts';
import { wordsIn } from 'shared/words/words.ts';
import { versionLine } from '../history/version-line.ts';
import {
  type Entry,
  type EntryRow,
  entryText,
  fieldLabel,
  NEW,
  type RecordEntries,
  recordEntries,
  rowTitle,
} from './record-fields.ts';

type VersionListOptions = {
  csrf: string;
  timeZone: string;
  /** The newest first, one more than is shown where there are others. */
  versions: readonly AnyRecord[];
  /** The current version: it is not put back, unless it is a deletion. */
  current: number;
  deleted: boolean;
  /** Where earlier versions are shown. */
  earlier: string | undefined;
};

/** How many versions of a list stand open: of one that is long the others are a line each. */
const OPEN = 3;

/** The versions of a record, each with what differs from the one before (`C10.page`). */
export const versionList = (language: Language, options: VersionListOptions): Html => {
  const { versions, earlier } = options;
  const words = wordsIn(language).recordPage;
  const shown = earlier === undefined ? versions : versions.slice(0, -1);
  return html`<section><h2>${words.versions}</h2>
<ol class="versions" reversed>
${shown.map((version, index) => html`<li>${oneVersion(language, options, version, versions[index + 1], index >= OPEN)}</li>\n`)}</ol>
${earlier && html`<p><a href="${earlier}">${words.earlier}</a></p>`}
</section>`;
};

const oneVersion = (
  language: Language,
  { csrf, timeZone, current, deleted }: VersionListOptions,
  version: AnyRecord,
  before: AnyRecord | undefined,
  isFolded: boolean,
): Html => {
  const words = wordsIn(language).recordPage;
  const isCurrent = version.record.version === current;
  const { action, by, at } = versionLine(version.record, isCurrent);
  const number = formatCount(language, version.record.version);
  const author = by.by === 'person' ? words.byYou : html`${words.by} <bdi>${by.client_name}</bdi>`;
  const heading = html`<h3>${words.version(number)}${isCurrent && html` <span class="badge">${words.current}</span>`}</h3>`;
  const origin = html`${words.actions[action]} ${author}, <time datetime="${at}">${formatShortZonedMoment(language, new Date(at), timeZone)}</time>`;
  const content = html`${before ? differences(language, before, version, number) : action !== 'created' && html`<p class="muted">${words.first}</p>`}
${
  (!isCurrent || deleted) &&
  html`<form method="post">${csrfField(csrf)}<input type="hidden" name="version" value="${version.record.version}">
<div class="actions"><button type="submit" name="action" value="restore" class="secondary">${isCurrent ? words.putBack : words.putBackVersion(number)}</button></div></form>`
}`;
  return isFolded
    ? html`<details><summary>${heading} <small>${origin}</small></summary>
${content}</details>`
    : html`${heading}
<p>${origin}</p>
${content}`;
};

type Line = { label: Html; text: string; more?: string };

const idOf = ({ list, key }: EntryRow): string => `${list} ${key}`;

/** What each field of a record says; of one of a list that the other version lacks, all in one line. */
const linesOf = (
  language: Language,
  { own, rows }: RecordEntries,
  other: RecordEntries,
): Map<string, Line> => {
  const { lists } = wordsIn(language).recordPage;
  const lines = new Map<string, Line>();
  const add = (entry: Entry, of?: string): void => {
    const label = html`${of !== undefined && html`<bdi>${of}</bdi>: `}${fieldLabel(language, entry.field)}`;
    if (entry.value !== '')
      lines.set(`${entry.name} ${entry.field}`, { label, text: entryText(language, entry) });
  };
  for (const entry of own) add(entry);
  for (const row of rows.filter(({ key }) => key !== NEW)) {
    const title = rowTitle(language, row);
    if (other.rows.some((one) => idOf(one) === idOf(row))) {
      for (const entry of row.entries) add(entry, title);
      continue;
    }
    const said = row.entries.filter(({ value }) => value !== '' && value !== title);
    const more = said.map((entry) => `${fieldLabel(language, entry.field)}: ${entryText(language, entry)}`);
    lines.set(idOf(row), { label: html`${lists[row.list]}`, text: title, more: more.join('; ') });
  }
  return lines;
};

const differences = (language: Language, before: AnyRecord, after: AnyRecord, number: string): Html => {
  const words = wordsIn(language).recordPage;
  const [was, is] = [recordEntries(language, before), recordEntries(language, after)];
  const [old, now] = [linesOf(language, was, is), linesOf(language, is, was)];
  const changed = [...new Set([...now.keys(), ...old.keys()])].filter(
    (name) => old.get(name)?.text !== now.get(name)?.text,
  );
  if (changed.length === 0) return html`<p class="muted">${words.same}</p>`;
  return html`<table class="changes"><caption class="hidden">${words.version(number)}</caption>
<thead><tr><th scope="col">${words.field}</th><th scope="col">${words.before}</th><th scope="col">${words.after}</th></tr></thead>
<tbody>${changed.map((name) => {
    const [line, newLine] = [old.get(name), now.get(name)];
    return html`<tr><th scope="row">${(newLine ?? line)?.label}</th><td>${line && html`<del dir="auto">${line.text}</del>${line.more && html`<br><small><del dir="auto">${line.more}</del></small>`}`}</td><td>${newLine && html`<ins dir="auto">${newLine.text}</ins>${newLine.more && html`<br><small><ins dir="auto">${newLine.more}</ins></small>`}`}</td></tr>\n`;
  })}</tbody></table>`;
};
