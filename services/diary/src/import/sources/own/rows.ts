import { JSONParser } from '@streamparser/json';
import { inTurns } from '../files/in-turns.ts';
import { type SourceFile, shortened, UnreadableFile } from '../found/source.ts';

/** One of a list in a download: which list, the how manieth of it, and what it is. */
export type OwnRow = { list: string; position: number; value: unknown };

/** Every version of the format that was published. */
const VERSIONS: readonly unknown[] = [1];

/** No record, and no kept version of one, is larger. */
const MOST_ROW_BYTES = 1024 * 1024;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** What stands in the lists of a download, one after the other. */
export async function* ownRows(file: SourceFile): AsyncGenerator<OwnRow> {
  const parser = new JSONParser({ paths: ['$.schema_version', '$.*.*'], keepStack: false });
  let rows: OwnRow[] = [];
  const counts = new Map<string, number>();
  let quiet = 0;
  parser.onValue = ({ value, key, stack }) => {
    quiet = 0;
    if (stack.length === 1 && key === 'schema_version' && !VERSIONS.includes(value))
      throw new UnreadableFile('unknown_version', [shortened(String(value))]);
    const list = String(stack[1]?.key ?? '');
    if (stack.length !== 2 || typeof key !== 'number') return;
    const position = (counts.get(list) ?? 0) + 1;
    counts.set(list, position);
    rows.push({ list, position, value });
  };
  let failure: Error | undefined;
  parser.onError = (error) => {
    failure ??= error instanceof UnreadableFile ? error : new UnreadableFile('damaged', []);
  };
  let isFirst = true;
  for await (let slice of inTurns(file.read())) {
    if (isFirst && BYTE_ORDER_MARK.equals(slice.subarray(0, 3))) slice = slice.subarray(3);
    isFirst = false;
    quiet += slice.length;
    if (parser.isEnded) break;
    parser.write(slice);
    if (failure) throw failure;
    if (quiet > MOST_ROW_BYTES) throw new UnreadableFile('damaged', []);
    yield* rows;
    rows = [];
  }
  if (!parser.isEnded) throw new UnreadableFile('damaged', []);
}
