import { parseArgs } from 'node:util';
import { startCardHost } from './cards/card-host.ts';
import { takePictures } from './cards/pictures.ts';
import { config } from './config.ts';
import { onDatabase } from './operator/on-database.ts';
import { makeAccount, storeAccounts } from './seed/accounts.ts';

const DAYS = 60;

/** A host to look at cards in; `--pictures FOLDER` takes pictures of them instead, with `--every-look` in each language, theme and width. */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    pictures: { type: 'string' },
    'every-look': { type: 'boolean', default: false },
  },
});

await onDatabase(async (db) => {
  // Another person each time: addresses are unique.
  const seed = Date.now() % 1_000_000;
  const { documents, line } = makeAccount({ seed, days: DAYS }, 1, new Date());
  await storeAccounts(db, [documents]);
  const url = await startCardHost({ port: Number(values.port), siteUrl: config.SITE_URL });
  if (values.pictures !== undefined) {
    const { pictures: folder, 'every-look': everyLook } = values;
    return takePictures({ folder, url, token: line.token, everyLook });
  }
  console.log(`Cards of a made-up diary on ${config.SITE_URL}:\n${url}#${line.token}`);
  // Until it is stopped.
  await new Promise(() => {});
});
// The host is still listening.
process.exit();
