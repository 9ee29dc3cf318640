import { startCardHost } from './cards/card-host.ts';
import { takePictures } from './cards/pictures.ts';
import { config } from './config.ts';
import { onDatabase } from './operator/on-database.ts';
import { readArguments } from './operator/read-arguments.ts';
import { makeAccount, storeAccounts } from './seed/accounts.ts';

const DAYS = 60;

const USAGE = `npm run cards                        a host to look at cards in
       npm run cards -- --pictures FOLDER   takes pictures of them instead
  --port PORT     the host's; a free one where absent
  --every-look    pictures in each language, theme and width`;

const readCommand = () =>
  readArguments(
    {
      port: { type: 'string', default: '0' },
      pictures: { type: 'string' },
      'every-look': { type: 'boolean', default: false },
    },
    USAGE,
  ).values;

await onDatabase(readCommand, async (db, { port, pictures: folder, 'every-look': everyLook }) => {
  // Another person each time: addresses are unique.
  const seed = Date.now() % 1_000_000;
  const { documents, line } = makeAccount({ seed, days: DAYS }, 1, new Date());
  await storeAccounts(db, [documents]);
  const url = await startCardHost({ port: Number(port), siteUrl: config.SITE_URL });
  if (folder !== undefined) return takePictures({ folder, url, token: line.token, everyLook });
  console.log(`Cards of a made-up diary on ${config.SITE_URL}:\n${url}#${line.token}`);
  // Until it is stopped.
  await new Promise(() => {});
});
