import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { site } from './set.ts';

/** The logs of the shared set's services, once these refusals are in them; successes leave no line. */
export const logsOnceTold = (refusals: { headers: Headers }[]): Promise<string> =>
  eventually(async () => {
    const folder = join(site.dataDir, 'logs');
    const files = (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8'));
    const logs = (await Promise.all(files)).join('');
    return refusals.every(({ headers }) => logs.includes(`${headers.get('x-request-id')}`)) && logs;
  }, 'the refusals to be logged');
