import type { WellbeingNote } from '../../contract/operations/wellbeing.ts';
import { type Html, html } from './html.ts';
import type { Locale } from './locale.ts';

type NoteText = Pick<WellbeingNote, 'text' | 'statements' | 'links' | 'language'> & { clock_time: string };

/** A note: the person's words, what they speak of, what the person tied together, and where it comes from. */
export const noteText = (locale: Locale, note: NoteText, source: Html | false): Html =>
  html`<div class="wellbeing"${languageOf(note)}>
<p class="words" dir="auto"><time>${note.clock_time}</time> ${note.text}</p>
${links(locale, note)}${statements(locale, note)}
${source}
</div>`;

const knownLanguages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** The language that a note names, where it names one, so that it is read aloud as it should be; a malformed tag names none. */
const languageOf = ({ language }: NoteText): Html | undefined => {
  try {
    return language && knownLanguages.of(language) ? html` lang="${language}"` : undefined;
  } catch {
    return undefined;
  }
};

const statements = ({ words, language }: Locale, note: NoteText): Html | false =>
  note.statements.length > 0 &&
  html`<ul class="statements">${note.statements.map(
    ({ kind, text, when }) =>
      html`<li><span class="kind" lang="${language}">${words.kinds[kind]}</span> <bdi>${text}</bdi>${when && html` <small>(<bdi>${when}</bdi>)</small>`}</li>`,
  )}</ul>`;

/** What was done, what was felt, and the words that tie the two. */
const links = ({ words, language }: Locale, note: NoteText): Html[] =>
  note.links.map(
    ({ did, felt, quote }) => html`<dl class="link">
<div><dt lang="${language}">${words.did}</dt><dd><bdi>${did}</bdi></dd></div>
<div><dt lang="${language}">${words.felt}</dt><dd><bdi>${felt}</bdi></dd></div>
<div><dt lang="${language}">${words.quote}</dt><dd><q><bdi>${quote}</bdi></q></dd></div>
</dl>`,
  );
