import type { Html } from 'shared/pages/figures/html.ts';
import type { Locale } from 'shared/pages/figures/locale.ts';
import { noteText } from 'shared/pages/figures/note-text.ts';
import { sourceLine } from 'shared/pages/figures/source-line.ts';
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
    const source = sourceLine(locale, {
      sorter,
      client,
      corrected,
      record: `${locale.words.notes}, ${time}`,
      path,
    });
    return noteText(locale, note, source);
  });
