import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { fromBufferPromise } from 'yauzl';
import type { SignedIn } from './steps.ts';

/** Requests a download as the person. */
export const download = (
  { cookie, set }: SignedIn,
  kind: 'json' | 'csv' | 'xlsx',
  method = 'GET',
): Promise<Response> =>
  fetch(`${set.url}/account/download/${kind}`, { method, redirect: 'manual', headers: { cookie } });

// biome-ignore lint/suspicious/noExplicitAny: tests look into the document freely
export const downloadJson = async (person: SignedIn): Promise<any> => (await download(person, 'json')).json();

/** The files of an archive by name, as text. */
export const filesOf = async (archive: Buffer): Promise<Record<string, string>> => {
  const zip = await fromBufferPromise(archive);
  const files: Record<string, string> = {};
  for await (const entry of zip.eachEntry())
    files[entry.fileName] = (await buffer(await zip.openReadStreamPromise(entry))).toString();
  return files;
};

/** The rows of a CSV file by column, read by a strict parser. */
export const rowsOf = (csv: string | undefined): Record<string, string>[] => {
  if (!csv?.startsWith('\ufeff')) throw new Error('the file has no byte order mark');
  return parse(csv, { bom: true, columns: true, record_delimiter: '\r\n' });
};
