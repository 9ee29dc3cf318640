import { SaxesParser } from 'saxes';
import { type SourceFile, UnreadableFile } from '../found/source.ts';
import { decodeText } from './decode-text.ts';

export type XmlElement = {
  name: string;
  attributes: Record<string, string>;
  /** How many elements it is in. */
  depth: number;
  line: number;
};

/** What one tag, comment or text can take; a DTD too. */
const MOST_QUIET_CHARACTERS = 1024 * 1024;
const MOST_DEPTH = 64;
/** An export of 4.5 GB has ten million. */
const MOST_ELEMENTS = 100_000_000;

/** Said of an entity that the document defines itself: none is resolved, and its name stays as it is written. */
const UNKNOWN_ENTITY = /undefined entity/;

/**
 * What `visit` makes of each element of an XML document, in order; `leave` is told when an element ends. The DTD is skipped, texts are
 * not kept, and a document that is not well-formed, or has a part that is larger than any that is known, is an `UnreadableFile`.
 */
export async function* readXml<Row>(
  file: SourceFile,
  visit: (element: XmlElement, give: (row: Row) => void) => void,
  leave: (depth: number, give: (row: Row) => void) => void,
): AsyncGenerator<Row> {
  const parser = new SaxesParser({ xmlns: false });
  let rows: Row[] = [];
  let depth = 0;
  let quiet = 0;
  let elements = 0;
  const give = (row: Row) => void rows.push(row);
  parser.on('opentag', ({ name, attributes }) => {
    quiet = 0;
    visit({ name, attributes: attributes as Record<string, string>, depth, line: parser.line }, give);
    depth += 1;
    if (depth > MOST_DEPTH) throw damaged(parser.line);
    elements += 1;
    if (elements > MOST_ELEMENTS) throw new UnreadableFile('too_many');
  });
  parser.on('closetag', () => {
    quiet = 0;
    depth -= 1;
    leave(depth, give);
  });
  parser.on('error', ({ message }) => {
    if (!UNKNOWN_ENTITY.test(message)) throw damaged(parser.line);
  });
  for await (const text of decodeText(file.read())) {
    quiet += text.length;
    parser.write(text);
    if (quiet > MOST_QUIET_CHARACTERS) throw damaged(parser.line);
    yield* rows;
    rows = [];
  }
  parser.close();
  yield* rows;
}

const damaged = (line: number): UnreadableFile => new UnreadableFile('damaged', [String(line)]);
