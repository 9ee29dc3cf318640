import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { WorkbookWriter } from '@cj-tech-master/excelts';
import { inBatches } from 'shared/process/in-batches.ts';
import { CSV_FILES, type CsvFile } from './csv-files.ts';
import { BATCH, type Everything } from './everything.ts';

/** More rows, and longer texts, than these Excel takes for damage. */
const SHEET_ROWS = 1_048_576;
const CELL_LENGTH = 32_767;
/** Where a moment has no room, Excel and LibreOffice show ### in its place. */
const COLUMN_WIDTH = 20;

/** Everything as a workbook (ECMA-376), a sheet a file of the archive, made as fast as it is read. */
export const spreadsheet = (everything: Everything): Readable => {
  const workbook = new PassThrough();
  const closed = new AbortController();
  workbook.once('close', () => closed.abort());
  writeWorkbook(everything, workbook, closed.signal).catch((error: Error) => workbook.destroy(error));
  return workbook;
};

const writeWorkbook = async (
  everything: Everything,
  stream: PassThrough,
  signal: AbortSignal,
): Promise<void> => {
  // Only here: it takes some 60 MiB, and few ask for a workbook.
  const { WorkbookWriter } = await import('@cj-tech-master/excelts');
  const workbook = new WorkbookWriter({ stream, useStyles: true, useSharedStrings: false });
  for (const file of CSV_FILES) await writeSheets(workbook, file, everything, stream, signal);
  await workbook.commit();
};

/** A kind of thing takes a sheet, and another where one is full. */
const writeSheets = async (
  workbook: WorkbookWriter,
  { name, columns, rows }: CsvFile,
  everything: Everything,
  stream: PassThrough,
  signal: AbortSignal,
): Promise<void> => {
  const begin = (sheetName: string) => {
    const sheet = workbook.addWorksheet(sheetName, { views: [{ state: 'frozen', ySplit: 1 }] });
    sheet.columns = columns.map((column) => ({
      header: column,
      key: column,
      width: COLUMN_WIDTH,
      style: { numFmt: formOf(column)?.format ?? 'General' },
    }));
    return sheet;
  };
  let sheet = begin(name);
  let count = 1;
  let written = 1;
  for await (const batch of inBatches(rows(everything), BATCH)) {
    for (const row of batch) {
      if (written === SHEET_ROWS) {
        sheet.commit();
        count += 1;
        written = 1;
        sheet = begin(`${name} ${count}`);
      }
      sheet.addRow(columns.map((column) => cellOf(column, row[column]))).commit();
      written += 1;
    }
    if (stream.writableNeedDrain) await once(stream, 'drain', { signal });
    signal.throwIfAborted();
  }
  sheet.commit();
};

/** What a cell holds, and how a spreadsheet shows it under every language. */
type Form = { format: string; toValue: (text: string) => Date | string };

/** Excel has no date before 1900, and two months of that year a day beside the calendar: until then a date is text. */
const FIRST_DATE = '1900-03-01';
/** A date is written as the clock that it names, for a spreadsheet knows no zones. */
const dateOf = (text: string, clock: string): Date | string =>
  text < FIRST_DATE ? text : new Date(`${text.slice(0, 10)}T${clock}Z`);

const DAY: Form = { format: 'yyyy-mm-dd', toValue: (text) => dateOf(text, '00:00:00') };
const TIME: Form = {
  format: 'yyyy-mm-dd hh:mm:ss',
  toValue: (text) => dateOf(text, text.slice(11, 19)),
};
/** The first day of a spreadsheet is 0: what is left is the clock. */
const CLOCK: Form = { format: 'hh:mm', toValue: (text) => new Date(`1899-12-30T${text}:00Z`) };

const formOf = (column: string): Form | undefined => {
  if (column === 'day') return DAY;
  if (column === 'bedtime' || column === 'wake_time') return CLOCK;
  return column === 'at' || column.endsWith('_at') ? TIME : undefined;
};

const cellOf = (column: string, value: unknown) => {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (value === null || value === undefined || value === '') return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return formOf(column)?.toValue(text) ?? text.slice(0, CELL_LENGTH);
};
