import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { type SetAddresses, site } from './set.ts';

/** The logs of a set, one per part. */
export const readLogs = async (set: SetAddresses = site): Promise<{ name: string; text: string }[]> => {
  const folder = join(set.dataDir, 'logs');
  const names = await readdir(folder);
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })));
};

/** The logs of the shared set's services, once these refusals are in them; successes leave no line. */
export const logsOnceTold = (refusals: { headers: Headers }[]): Promise<string> =>
  eventually(async () => {
    const logs = (await readLogs()).map(({ text }) => text).join('');
    return refusals.every(({ headers }) => logs.includes(`${headers.get('x-request-id')}`)) && logs;
  }, 'the refusals to be logged');
