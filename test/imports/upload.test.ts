import { request as httpRequest } from 'node:http';
import { describe, expect } from '@jest/globals';
import { newPerson } from '../person/diary-person.ts';
import { open, postAs, type SignedIn } from '../person/steps.ts';
import { csrfIn } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { sendFile } from './steps.ts';

const SERVINGS = `Day,Time,Group,Food Name,Amount,Energy (kcal),Protein (g),Carbs (g),Fat (g)
2025-03-01,08:15,Breakfast,Oats,50 g,190,6,32,3.5`;

const BOUNDARY = 'a-boundary';
const partOf = (name: string, value: string, more = ''): string =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}`;

/** A post of a form with a file, as far as its `begin`; what it is answered with, or why it broke off. */
const beginUpload = (
  person: SignedIn,
  begin: string,
  headers: Record<string, string> = {},
): { write: (text: string) => void; end: () => void; answer: Promise<number | string> } => {
  const { promise, resolve } = Promise.withResolvers<number | string>();
  const request = httpRequest(new URL('/account/import', person.set.url), {
    method: 'POST',
    headers: {
      accept: 'text/html',
      origin: person.set.url,
      cookie: person.cookie,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      ...headers,
    },
  });
  request.on('response', (response) => resolve(response.resume().statusCode ?? 0));
  request.on('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(code));
  request.write(begin);
  return {
    write: (text) => request.write(text),
    end: () => request.end(`\r\n--${BOUNDARY}--\r\n`),
    answer: promise,
  };
};

const FILE_PART = partOf('file', '', '; filename="x.csv"');
const csrfOf = async (person: SignedIn): Promise<string> => csrfIn((await open('/account', person)).html);

describe('an upload', () => {
  proves(['C14.session'], 'is cut off when its session ends, and leaves nothing', async () => {
    const person = await newPerson();
    const ofAccount = { account_id: person.account.id };
    const upload = beginUpload(person, `${partOf('csrf', await csrfOf(person))}\r\n${FILE_PART}`);
    const line = 'x'.repeat(1024 * 1024);
    upload.write(line);
    upload.write(line);
    const parts = () => onDatabase((db) => db.collection('import_files').countDocuments(ofAccount));
    await eventually(async () => (await parts()) > 0, 'a part of the file');
    expect((await postAs(person, '/signout')).status).toBe(303);
    expect(await upload.answer).toBe('ECONNRESET');
    await eventually(async () => (await parts()) === 0, 'the parts to be deleted');
    expect(await onDatabase((db) => db.collection('imports').countDocuments(ofAccount))).toBe(0);
  });

  proves(['A.csrf', 'C14.way'], 'says first from which page it is, and what it is for', async () => {
    const person = await newPerson();
    const csrf = await csrfOf(person);
    const answers: [string, Record<string, string>, number][] = [
      [FILE_PART, {}, 403],
      [`${partOf('csrf', 'forged')}\r\n${FILE_PART}`, {}, 403],
      [`${FILE_PART}x\r\n${partOf('csrf', csrf)}`, {}, 403],
      [`${partOf('csrf', csrf)}\r\n${FILE_PART}`, { origin: 'https://evil.example' }, 403],
      [`${partOf('csrf', csrf)}\r\n${partOf('csrf', csrf)}\r\n${FILE_PART}`, {}, 400],
      [`${partOf('csrf', csrf)}\r\n${partOf('time_zone', 'Mars/Base')}\r\n${FILE_PART}`, {}, 400],
      [`${partOf('csrf', csrf)}\r\n${partOf('profile_id', 'prof_x')}\r\n${FILE_PART}`, {}, 404],
      [partOf('csrf', csrf), {}, 400],
      ['no form at all', {}, 400],
      [partOf('csrf', csrf), { 'content-length': String(3 * 1024 ** 3) }, 413],
      [`${partOf('csrf', csrf)}\r\n${FILE_PART}`, { cookie: '' }, 401],
    ];
    for (const [begin, headers, status] of answers) {
      const upload = beginUpload(person, begin, headers);
      if (!headers['content-length']) upload.end();
      expect([begin, await upload.answer]).toEqual([begin, status]);
    }
    expect(
      await onDatabase((db) => db.collection('imports').countDocuments({ account_id: person.account.id })),
    ).toBe(0);
  });

  proves(['C14.one'], 'is one at a time, however many are begun at once', async () => {
    const person = await newPerson();
    const all = await Promise.all(
      // One that is recognised: it waits for its person, and the others find it there.
      Array.from({ length: 6 }, () => sendFile(person, 'servings.csv', SERVINGS)),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([303, 409, 409, 409, 409, 409]);
  });
});
