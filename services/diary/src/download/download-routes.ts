import { Readable } from 'node:stream';
import { type Request, type Response, Router } from 'express';
import { sendStream } from 'shared/http/send-stream.ts';
import { pageLanguage } from 'shared/pages/shell/page-language.ts';
import { requirePerson, signedInAs } from 'shared/pages/shell/page-session.ts';
import { sendPage } from 'shared/pages/shell/send-page.ts';
import type { Keys } from 'shared/process/keys.ts';
import { today } from 'shared/records/calendar.ts';
import { homeZone } from 'shared/records/profiles.ts';
import { csvArchive } from './csv-archive.ts';
import { downloadPage } from './download-page.ts';
import type { Everything, OpenEverything } from './everything.ts';
import { jsonDocument } from './json-document.ts';
import { spreadsheet } from './spreadsheet.ts';

type DownloadParts = { keys: Keys; openEverything: OpenEverything };

const PATH = '/account/download';

/** `/account/download`, and everything as JSON, as CSV and as a spreadsheet. */
export const downloadRoutes = ({ keys, openEverything }: DownloadParts): Router => {
  const send = async (
    request: Request,
    response: Response,
    extension: 'json' | 'zip' | 'xlsx',
    write: (everything: Everything) => Readable,
  ): Promise<void> => {
    const { account } = requirePerson(keys, request);
    const everything = await openEverything(account);
    response.type(extension).set({
      'Content-Disposition': `attachment; filename="diary-${today(homeZone(everything.profiles, account))}.${extension}"`,
      'X-Robots-Tag': 'noindex',
    });
    if (request.method === 'HEAD') return void response.end();
    await sendStream(write(everything), response);
  };

  return Router()
    .get(PATH, (request, response) => {
      const person = requirePerson(keys, request);
      const language = pageLanguage(request);
      sendPage(response, downloadPage(language, signedInAs(keys, person, PATH)));
    })
    .get(`${PATH}/json`, (request, response) =>
      send(request, response, 'json', (everything) => Readable.from(jsonDocument(everything))),
    )
    .get(`${PATH}/csv`, (request, response) => send(request, response, 'zip', csvArchive))
    .get(`${PATH}/xlsx`, (request, response) => send(request, response, 'xlsx', spreadsheet));
};
