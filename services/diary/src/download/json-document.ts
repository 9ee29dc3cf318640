import { RECORD_COLLECTIONS } from 'shared/contract/kinds.ts';
import type { Everything } from './everything.ts';

/** Changes whenever a reader of the format would have to (docs/download-format.md). */
const SCHEMA_VERSION = 1;

/** What grows with the years, in the order of the document. */
const STREAMED = [...RECORD_COLLECTIONS, 'versions', 'call_log'] as const;

/** Everything as one JSON document, a record a line. */
export async function* jsonDocument(everything: Everything): AsyncGenerator<string> {
  const { generated_at, account, assistants, share_links, kept_links, profiles } = everything;
  const lists = { account, assistants, share_links, kept_links, profiles };
  const head = { schema_version: SCHEMA_VERSION, generated_at, ...lists };
  yield JSON.stringify(head).slice(0, -1);
  for (const kind of STREAMED) {
    yield `,\n"${kind}":[`;
    let separator = '\n';
    for await (const record of everything[kind]()) {
      yield separator + JSON.stringify(record);
      separator = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}
