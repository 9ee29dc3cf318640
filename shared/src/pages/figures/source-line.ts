import { type Html, html, joined } from './html.ts';
import type { Locale } from './locale.ts';

type Source = {
  /** The model that estimated. */
  model?: string | null;
  /** The model that took a note apart. */
  sorter?: string | null;
  /** The application that measured. */
  source?: string | null;
  confidence?: number | null;
  client: string | null;
  /** Whether the person corrected it, and who reads that. */
  corrected: 'you' | 'person' | null;
  /** What record it is, and where its page is. */
  record: string;
  path: string | undefined;
};

/** Where a record's figures come from, in one line, and on the person's own page the way to correct or delete it. */
export const sourceLine = (
  { words, percent, language }: Locale,
  { model, sorter, source, confidence, client, corrected, record, path }: Source,
): Html | false => {
  const parts = [
    model && html`${words.estimatedBy} <bdi>${model}</bdi>`,
    sorter && html`${words.splitBy} <bdi>${sorter}</bdi>`,
    source && source !== client && html`${words.measuredBy} <bdi>${source}</bdi>`,
    typeof confidence === 'number' && words.confidence(percent(confidence)),
    client && html`${words.sentBy} <bdi>${client}</bdi>`,
    corrected && words.corrected[corrected],
  ].filter(Boolean);
  const way =
    path &&
    html`<span class="change">${parts.length > 0 && ' · '}<a href="${path}&language=${language}">${words.change}<span class="hidden">: ${record}</span></a></span>`;
  const isEmpty = parts.length === 0 && !way;
  return !isEmpty && html`<p class="source" lang="${language}">${joined(parts, ' · ')}${way}</p>`;
};
