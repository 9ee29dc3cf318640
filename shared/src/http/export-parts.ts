import { Readable } from 'node:stream';
import { Router } from 'express';
import { z } from 'zod';
import { servicesOnly } from '../calls/services-only.ts';
import { SHOWN_KINDS } from '../contract/kinds.ts';
import { account, token } from '../contract/operations/account.ts';
import { shareLink } from '../contract/operations/share-links.ts';
import type { Keys } from '../process/keys.ts';
import { sendStream } from './send-stream.ts';
import { parse } from './validate.ts';

/** A browser in which the person is signed in. */
export const exportedSession = z.object({
  browser: z.string().nullable(),
  network: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
});

/** What auth gives for the download of everything, besides the call log: one account with its sessions, and its connections. */
export const exportedAccount = account.extend({
  time_zone: z.string(),
  created_at: z.string(),
  consents: z.array(z.object({ terms_version: z.string(), at: z.string() })),
  /** An auth of the release before gives none. */
  sessions: z.array(exportedSession).default([]),
});
export const exportedConnection = token.omit({ current: true });

/**
 * What auth gives for `/report`: an assistant, and how often each of its operations succeeded in the last 7 days, the most
 * frequent first; of an account with more than `LIMITS.newestCalls` in that time, among the latest calls (`are_newest_calls`).
 */
export const connectedAssistant = exportedConnection.extend({
  calls: z.array(z.object({ operation: z.string(), count: z.int() })),
  are_newest_calls: z.boolean().default(false),
});
export type ConnectedAssistant = z.infer<typeof connectedAssistant>;

/** What reports gives: the share links, without the secrets in their addresses. */
export const exportedShareLink = shareLink.omit({ url: true }).extend({
  /** A reports of the release before gives none of these: its links show everything, and nobody keeps one. */
  label: shareLink.shape.label.default(null),
  shows: shareLink.shape.shows.default(() => [...SHOWN_KINDS]),
  from: shareLink.shape.from.default(null),
  to: shareLink.shape.to.default(null),
  kept_by: shareLink.shape.kept_by.default(0),
});

/** The same of the links of others that the person keeps, without what they open. */
export const exportedKeptLink = z.object({ id: z.string(), name: z.string(), kept_at: z.string() });

/** The things of one kind, as they come from the database. */
type ExportPart = (accountId: string) => AsyncIterable<object>;

const exportQuery = z.object({ account_id: z.string() });

/** Serves `GET /internal/export/{part}?account_id=…` to our services: a JSON object a line, as fast as the caller reads them. */
export const exportRoutes = (keys: Keys, parts: Record<string, ExportPart>): Router => {
  const router = Router();
  for (const [name, part] of Object.entries(parts))
    router.get(`/internal/export/${name}`, servicesOnly(keys), async (request, response) => {
      const { account_id } = parse(exportQuery, request.query, { root: 'query' });
      response.type('application/x-ndjson');
      await sendStream(Readable.from(linesOf(part(account_id))), response);
    });
  return router;
};

async function* linesOf(objects: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const object of objects) yield `${JSON.stringify(object)}\n`;
}
