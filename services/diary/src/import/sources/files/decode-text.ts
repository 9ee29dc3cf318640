const BOMS: readonly [readonly number[], string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

const isValidUtf8 = (head: Uint8Array): boolean => {
  try {
    // A character may be cut off at the end.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
};

/** The encoding of a text by its first bytes: by its mark, else by where its zero bytes are. What is no UTF-8 is of an old spreadsheet. */
const encodingOf = (head: Uint8Array): string => {
  const marked = BOMS.find(([mark]) => mark.every((byte, index) => head[index] === byte));
  if (marked) return marked[1];
  if (head.length > 1 && head[0] !== 0 && head[1] === 0) return 'utf-16le';
  if (head.length > 1 && head[0] === 0 && head[1] !== 0) return 'utf-16be';
  return isValidUtf8(head) ? 'utf-8' : 'windows-1252';
};

/** The beginning of a file as text. */
export const decodeHead = (head: Uint8Array): string =>
  new TextDecoder(encodingOf(head)).decode(head, { stream: true });

/** A file as text, piece by piece, without its byte order mark. What is no text of its encoding becomes U+FFFD. */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const piece of bytes) {
    decoder ??= new TextDecoder(encodingOf(piece));
    yield decoder.decode(piece, { stream: true });
  }
  if (decoder) yield decoder.decode();
}
