import { finished, type Readable } from 'node:stream';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import type { Request } from 'express';
import { LIMITS } from 'shared/contract/limits.ts';
import { Problem } from 'shared/contract/problem.ts';
import type { FormFields } from 'shared/pages/form/form.ts';

const FIELD_BYTES = 4096;
const FIELDS = 20;
const NAME_CHARACTERS = 120;

export const isUpload = (request: Request): boolean => Boolean(request.is('multipart/form-data'));

/**
 * Reads a form with a file, in which the fields stand before the file. `take` gets the fields and the file's name and bytes, as they come;
 * what it leaves of them is discarded, so that the caller's next request can follow. Returns what `take` does, undefined where no file
 * was chosen. Throws `validation_failed` where the form cannot be read, `payload_too_large`, and what `take` throws.
 */
export const readUpload = async <Taken>(
  request: Request,
  take: (fields: FormFields, name: string, bytes: AsyncIterable<Buffer>) => Promise<Taken>,
): Promise<Taken | undefined> => {
  const { promise, resolve, reject } = Promise.withResolvers<Taken | undefined>();
  const fields: FormFields = {};
  let taking: Promise<void> | undefined;
  let taken: Readable | undefined;
  const form = openForm(request.headers as BusboyHeaders);
  form.on('field', (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut || Object.hasOwn(fields, name)) return reject(unreadable());
    fields[name] = value;
  });
  form.on('file', (_field, file, name) => {
    const isNone = !name;
    if (isNone || taking) return void file.resume();
    taken = file;
    taking = take(fields, [...name].slice(0, NAME_CHARACTERS).join(''), wholly(file)).then(resolve, reject);
  });
  form.on('finish', () => taking ?? resolve(undefined));
  form.on('error', () => reject(unreadable()));
  const stop = finished(request, (error) => {
    if (!error) return;
    reject(unreadable());
    // Otherwise whoever reads the file would wait for its rest.
    taken?.destroy(unreadable());
  });
  request.pipe(form);
  try {
    return await promise;
  } finally {
    stop();
    request.unpipe(form);
    request.resume();
  }
};

const openForm = (headers: BusboyHeaders) => {
  try {
    return new Busboy({
      headers,
      limits: {
        fileSize: LIMITS.importBytes,
        files: 1,
        fields: FIELDS,
        fieldSize: FIELD_BYTES,
        fieldNameSize: 100,
      },
    });
  } catch {
    throw unreadable();
  }
};

/** The bytes of a file; one that is cut off, as it is too large, is none. */
async function* wholly(file: Readable & { truncated?: boolean }): AsyncGenerator<Buffer> {
  yield* file;
  if (file.truncated)
    throw new Problem('payload_too_large', `The file is larger than ${LIMITS.importBytes / 1024 ** 3} GiB.`);
}

const unreadable = (): Problem => new Problem('validation_failed', 'The form could not be read.');
