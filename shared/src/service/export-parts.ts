import { Readable } from 'node:stream';
import { Router } from 'express';
import { z } from 'zod';
import { account, token } from '../contract/account.ts';
import type { ServiceName } from '../contract/operation.ts';
import { shareLink } from '../contract/share-links.ts';
import type { Keys } from './keys.ts';
import { PRINCIPAL_HEADER, signPrincipal } from './principal.ts';
import { unavailable } from './problem.ts';
import type { Replicas } from './replicas.ts';
import { requestIdHeader } from './request-context.ts';
import { sendStream } from './send-stream.ts';
import { servicesOnly } from './services-only.ts';
import { splitLines } from './split-lines.ts';
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

async function* linesOf(objects: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const object of objects) yield `${JSON.stringify(object)}\n`;
}

type ExportRequest = { service: Replicas; caller: ServiceName; part: string; accountId: string };

/** Shorter than the 5 s within which a page has its answer. */
const ANSWER_BEGINS_MS = 4000;

/**
 * Reads a part from the service that owns it, object by object. Throws `unavailable` where it cannot be asked or does not begin
 * within 4 s; the rest may take as long as whoever reads it.
 */
export async function* fetchExportPart<S extends z.ZodType>(
  keys: Keys,
  { service, caller, part, accountId }: ExportRequest,
  schema: S,
): AsyncGenerator<z.output<S>> {
  const path = `/internal/export/${part}?${new URLSearchParams({ account_id: accountId })}`;
  const principal = signPrincipal(keys, { kind: 'service', service: caller });
  const headers = { [PRINCIPAL_HEADER]: principal, ...requestIdHeader() };
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new DOMException('late', 'TimeoutError')),
    ANSWER_BEGINS_MS,
  );
  const response = await service
    .call((origin) => fetch(origin + path, { headers, signal: controller.signal }), { onlyReads: true })
    .catch(() => undefined);
  clearTimeout(timer);
  if (!response?.ok || !response.body) {
    await response?.body?.cancel();
    throw unavailable();
  }
  // Whoever stops reading early lets the other service stop too: leaving the loop cancels the body.
  for await (const line of splitLines(response.body)) yield schema.parse(JSON.parse(line));
}
