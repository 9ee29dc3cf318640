import { pipeline, Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { decodeText } from '../files/decode-text.ts';
import { ownText, type Place, type SourceFile, shortened, UnreadableFile } from '../found/source.ts';
import { type Column, columnOf, delimiterOf, type FieldNames, findFields } from './columns.ts';
import { readNumber } from './numbers.ts';

/** A row of a table, its cells by field. */
export type TableRow<Field extends string> = Place & {
  /** The text in a cell, without outer spaces; empty where there is none. */
  cell: (field: Field) => string;
  /** The number in a cell; undefined where it says nothing, NaN where it is no number. */
  number: (field: Field) => number | undefined;
  /** The unit in the header; empty where it has none. */
  unit: (field: Field) => string;
  /** Whether it has more cells than the header: then some may stand in another's column. */
  isShifted: boolean;
};

const MOST_ROW_CHARACTERS = 256 * 1024;
const MOST_COLUMNS = 1000;
/** A hundred foods a day for more than a life. */
const MOST_ROWS = 5_000_000;

/** All of a text, its first line told first. */
async function* withHeader(
  texts: AsyncIterable<string>,
  begin: (header: string) => void,
): AsyncGenerator<string> {
  let head = '';
  let isKnown = false;
  for await (const text of texts) {
    if (isKnown) yield text;
    else {
      head += text;
      const [line = '', ...rest] = head.replace(/^\s+/, '').split(/\r\n|\r|\n/, 2);
      if (rest.length === 0 && head.length < MOST_ROW_CHARACTERS) continue;
      begin(line);
      isKnown = true;
      yield head;
    }
  }
  if (!isKnown) {
    begin(head.trim());
    yield head;
  }
}

type Parsed = { record: string[]; info: Info; raw: string };

/**
 * The rows of a CSV file, its columns found by name. A row that is longer than any can be, a quotation mark that is not closed, or more
 * rows than anybody has, is an `UnreadableFile`.
 */
export async function* tableRows<Field extends string>(
  file: SourceFile,
  names: FieldNames<Field>,
): AsyncGenerator<TableRow<Field>> {
  let delimiter = ',' as ReturnType<typeof delimiterOf>;
  const text = decodeText(file.read());
  const head = Promise.withResolvers<void>();
  const source = withHeader(text, (header) => {
    delimiter = delimiterOf(header);
    head.resolve();
  });
  const first = await source.next();
  await head.promise;
  const all = async function* () {
    if (!first.done) yield first.value;
    yield* source;
  };
  const parser = parse({
    delimiter,
    // Files that went through several programs have several.
    record_delimiter: ['\r\n', '\n', '\r'],
    bom: true,
    info: true,
    raw: true,
    relax_quotes: true,
    relax_column_count: true,
    // Spreadsheets leave rows of separators alone behind.
    skip_records_with_empty_values: true,
    max_record_size: MOST_ROW_CHARACTERS,
  });
  // The parser tells of an error itself; whoever stops reading ends both.
  pipeline(Readable.from(all()), parser, () => {});
  let columns: Column[] | undefined;
  let fields: Partial<Record<Field, number>> = {};
  try {
    for await (const { record, info, raw } of parser as AsyncIterable<Parsed>) {
      if (!columns) {
        if (record.length > MOST_COLUMNS) throw new UnreadableFile('damaged', [String(info.lines)]);
        columns = record.map(columnOf);
        fields = findFields(columns, names);
        continue;
      }
      if (info.records > MOST_ROWS) throw new UnreadableFile('too_many');
      const known = columns;
      const cell = (field: Field): string => ownText(record[fields[field] ?? -1]?.trim() ?? '');
      yield {
        file: file.name,
        line: info.lines,
        text: shortened(raw.trim()),
        cell,
        number: (field) => readNumber(cell(field), delimiter),
        unit: (field) => known[fields[field] ?? -1]?.unit ?? '',
        isShifted: record.slice(known.length).some((surplus) => surplus.trim() !== ''),
      };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile('damaged', [String(error.lines ?? '')]);
    throw error;
  }
}
