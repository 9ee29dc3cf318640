import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { origin, readConfig } from 'shared/process/config.ts';
import { chatGptSubmission, listingPage, serverJson } from './directory/listing.ts';
import { takeScreenshots } from './directory/screenshots.ts';

/** Writes what directories of MCP servers ask for into `--into`, by default `docs/directory`, where it is committed. */
const projectRoot = resolve(import.meta.dirname, '..');
const { SITE_URL: siteUrl } = readConfig({ SITE_URL: origin.default('https://diary.example.org') });
const { values } = parseArgs({
  options: {
    into: { type: 'string', default: join(projectRoot, 'docs/directory') },
    screenshots: { type: 'boolean', default: false },
  },
});
const { version } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'));

const asJson = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;
const files = {
  'server.json': asJson(serverJson(siteUrl, version)),
  'chatgpt-app-submission.json': asJson(chatGptSubmission()),
  'README.md': listingPage(siteUrl),
};
await mkdir(values.into, { recursive: true });
for (const [name, text] of Object.entries(files)) await writeFile(join(values.into, name), text);
if (values.screenshots) {
  const folder = join(values.into, 'screenshots');
  await mkdir(folder, { recursive: true });
  await takeScreenshots(siteUrl, folder);
}
