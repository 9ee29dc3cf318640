import { createOpenapi } from 'shared/documents/openapi.ts';
import { everyService } from 'shared/process/config.ts';

/** Prints the description that is committed as `openapi.json`: the one of a service whose address nobody has set. */
const siteUrl = everyService.SITE_URL.parse(undefined);
process.stdout.write(`${JSON.stringify(createOpenapi(siteUrl), null, 2)}\n`);
