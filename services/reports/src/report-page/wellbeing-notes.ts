import { type Html, html } from 'shared/pages/figures/html.ts';
import type { Locale } from 'shared/pages/figures/locale.ts';
import { sourceLine } from 'shared/pages/figures/source-line.ts';
import type { PageNote } from '../report-data/present-records.ts';
import type { PageDay } from '../report-data/report-page-data.ts';

/** A day's notes: the person's words, what they speak of, and what the person tied together. */
export const wellbeingNotes = (locale: Locale, { wellbeing }: PageDay): Html[] =>
  wellbeing.map((note) => {
    const {
      clock_time: time,
      model: sorter,
      client_name: client,
      corrected_by: corrected,
      record_path: path,
    } = note;
    return html`<div class="wellbeing"${languageOf(note)}>
<p class="words" dir="auto"><time>${time}</time> ${note.text}</p>
${links(locale, note)}${statements(locale, note)}
${sourceLine(locale, { sorter, client, corrected, record: `${locale.words.notes}, ${time}`, path })}
</div>`;
  });

const knownLanguages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** The language that a note names, where it names one, so that it is read aloud as it should be; a malformed tag names none. */
const languageOf = ({ language }: PageNote): Html | undefined => {
  try {
    return language && knownLanguages.of(language) ? html` lang="${language}"` : undefined;
  } catch {
    return undefined;
  }
};

const statements = ({ words, language }: Locale, note: PageNote): Html | false =>
  note.statements.length > 0 &&
  html`<ul class="statements">${note.statements.map(
    ({ kind, text, when }) =>
      html`<li><span class="kind" lang="${language}">${words.kinds[kind]}</span> <bdi>${text}</bdi>${when && html` <small>(<bdi>${when}</bdi>)</small>`}</li>`,
  )}</ul>`;

/** What was done, what was felt, and the words that tie the two. */
const links = ({ words, language }: Locale, note: PageNote): Html[] =>
  note.links.map(
    ({ did, felt, quote }) => html`<dl class="link">
<div><dt lang="${language}">${words.did}</dt><dd><bdi>${did}</bdi></dd></div>
<div><dt lang="${language}">${words.felt}</dt><dd><bdi>${felt}</bdi></dd></div>
<div><dt lang="${language}">${words.quote}</dt><dd><q><bdi>${quote}</bdi></q></dd></div>
</dl>`,
  );
