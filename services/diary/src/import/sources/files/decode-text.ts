import { isAscii } from 'node:buffer';
import { inTurns } from './in-turns.ts';

const MARKS: readonly [readonly number[], string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];
const LONGEST_MARK = 3;

/** The encoding that the first bytes of a text tell: by its mark, else by where its zero bytes are. */
const encodingTold = (head: Uint8Array): string | undefined => {
  const marked = MARKS.find(([mark]) => mark.every((byte, index) => head[index] === byte));
  if (marked) return marked[1];
  if (head.length > 1 && head[0] !== 0 && head[1] === 0) return 'utf-16le';
  return head.length > 1 && head[0] === 0 && head[1] !== 0 ? 'utf-16be' : undefined;
};

/** Where Windows-1251 has all letters but ё, and Windows-1252 letters with accents. */
const isHighLetter = (byte = 0): boolean => byte >= 0xc0;

/** Whether letters beyond ASCII make words together, as Cyrillic ones do; accents stand alone or in twos. */
const isCyrillic = (bytes: Uint8Array): boolean => {
  const letters = bytes.filter(isHighLetter).length;
  const pairs = bytes.filter((byte, index) => isHighLetter(byte) && isHighLetter(bytes[index + 1])).length;
  return 2 * pairs > letters;
};

/** What is no UTF-8 is of an old spreadsheet, in Russian or in a language of Western Europe. */
const encodingOf = (bytes: Uint8Array): string => {
  try {
    // A character may be cut off at the end.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return 'utf-8';
  } catch {
    return isCyrillic(bytes) ? 'windows-1251' : 'windows-1252';
  }
};

/** The beginning of a file as text. */
export const decodeHead = (head: Uint8Array): string =>
  new TextDecoder(encodingTold(head) ?? encodingOf(head)).decode(head, { stream: true });

/** All pieces, the first with a whole mark. */
async function* withMark(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let begin: Uint8Array | undefined = new Uint8Array();
  for await (const piece of bytes) {
    if (begin) begin = Buffer.concat([begin, piece]);
    if (begin && begin.length < LONGEST_MARK) continue;
    yield begin ?? piece;
    begin = undefined;
  }
  if (begin) yield begin;
}

/** A file as text, piece by piece, without its byte order mark. What is no text of its encoding becomes U+FFFD. */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let isFirst = true;
  for await (const piece of withMark(inTurns(bytes))) {
    const told = isFirst ? encodingTold(piece) : undefined;
    isFirst = false;
    // ASCII says nothing yet: it is the same in both.
    if (!decoder && !told && isAscii(piece)) yield new TextDecoder().decode(piece);
    else {
      decoder ??= new TextDecoder(told ?? encodingOf(piece));
      yield decoder.decode(piece, { stream: true });
    }
  }
  if (decoder) yield decoder.decode();
}
