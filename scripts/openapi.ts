import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openapiDocuments } from 'shared/documents/openapi-documents.ts';
import { everyService } from 'shared/process/config.ts';

/** Writes the committed descriptions, those of a service whose address nobody has set, into a folder: this one, if none is named. */
const [folder = '.'] = process.argv.slice(2);
const siteUrl = everyService.SITE_URL.parse(undefined);
for (const [name, document] of Object.entries(openapiDocuments(siteUrl)))
  await writeFile(join(folder, name), `${JSON.stringify(document, null, 2)}\n`);
