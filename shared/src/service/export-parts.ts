import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { Router } from 'express';
import { z } from 'zod';
import { account, token } from '../contract/account.ts';
import type { ServiceName } from '../contract/operation.ts';
import { shareLink } from '../contract/share-links.ts';
import { callLogEntry } from '../queues/call-log.ts';
import { askAboutAccount } from './ask-about-account.ts';
import type { Keys } from './keys.ts';
import { unavailable } from './problem.ts';
import type { Replicas } from './replicas.ts';
import { sendStream } from './send-stream.ts';
import { servicesOnly } from './services-only.ts';
import { parse } from './validate.ts';

/** What auth gives for the download of everything: one account, its connections, its call log (oldest first). */
export const exportedAccount = account.extend({
  time_zone: z.string(),
  created_at: z.string(),
  consents: z.array(z.object({ terms_version: z.string(), at: z.string() })),
});
export const exportedConnection = token.omit({ current: true });
export const exportedCall = callLogEntry.omit({ account_id: true });

/** What reports gives: the share links, without the secrets in their addresses. */
export const exportedShareLink = shareLink.omit({ url: true });

/** The things of one kind, as they come from the database. */
type ExportPart = (accountId: string) => AsyncIterable<object>;

const exportQuery = z.object({ account_id: z.string() });

/** Serves `GET /internal/export/{part}?account_id=…` to our services: a JSON object a line, as fast as the caller reads them. */
export const exportRoutes = (keys: Keys, parts: Record<string, ExportPart>): Router => {
  const router = Router();
  for (const [name, part] of Object.entries(parts))
    router.get(`/internal/export/${name}`, servicesOnly(keys), async (request, response) => {
      const { account_id } = parse(exportQuery, request.query, 'query');
      response.type('application/x-ndjson');
      await sendStream(Readable.from(linesOf(part(account_id))), response);
    });
  return router;
};

async function* linesOf(things: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const thing of things) yield `${JSON.stringify(thing)}\n`;
}

/** Reads a part from the service that owns it, thing by thing. Throws `unavailable` where it cannot be asked. */
export async function* fetchExportPart<S extends z.ZodType>(
  keys: Keys,
  { part, ...from }: { service: Replicas; asker: ServiceName; part: string; accountId: string },
  schema: S,
): AsyncGenerator<z.output<S>> {
  const { body } = await askAboutAccount(keys, { ...from, path: `/internal/export/${part}` });
  if (!body) throw unavailable();
  const input = Readable.fromWeb(body);
  try {
    for await (const line of createInterface({ input })) yield schema.parse(JSON.parse(line));
  } finally {
    // Whoever stops reading early lets the other service stop too.
    input.destroy();
  }
}
