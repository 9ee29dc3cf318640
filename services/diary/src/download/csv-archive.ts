import { PassThrough, pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { inBatches } from 'shared/process/in-batches.ts';
import { ZipFile } from 'yazl';
import { CSV_FILES, type CsvFile } from './csv-files.ts';
import { BATCH, type Everything } from './everything.ts';

/**
 * What would begin a formula if a spreadsheet began a cell there: at the start of the text and, because a spreadsheet may use
 * other cell separators than we do, after any of those (OWASP, CSV injection). It looks back from the sign: a pattern that
 * reads forwards takes quadratic time on a run of spaces.
 */
const FORMULA = /(?=[=+\-@\uff1d\uff0b\uff0d\uff20])(?<=(?:^|[\t\r\n;,|"'])\s*)/g;

/** The text with an apostrophe wherever a formula could begin. */
const withoutFormulas = (text: string): string => text.replace(FORMULA, "'");

/** Everything as CSV (RFC 4180), a file per kind, in a zip archive that is made as fast as it is read. */
export const csvArchive = (everything: Everything): Readable => {
  const zip = new ZipFile();
  const archive = new PassThrough();
  const mtime = new Date(everything.generated_at);
  let current: Readable | undefined;
  for (const file of CSV_FILES)
    zip.addReadStreamLazy(`${file.name}.csv`, { mtime }, (use) => {
      current = Readable.from(csvText(file, everything)).once('error', (error) => archive.destroy(error));
      use(null, current);
    });
  zip.end();
  // Ending the archive early also ends the file that is being read.
  return pipeline(zip.outputStream, archive, () => current?.destroy());
};

async function* csvText({ columns, rows }: CsvFile, everything: Everything): AsyncGenerator<string> {
  const options = {
    columns,
    record_delimiter: 'windows',
    // Otherwise only a whole CRLF is quoted, and a lone line feed in a text begins a new row.
    quote_record_delimiter: true,
    cast: { string: withoutFormulas, boolean: String },
  } as const;
  yield stringify([], { ...options, header: true, bom: true });
  for await (const batch of inBatches(rows(everything), BATCH)) yield stringify(batch, options);
}
