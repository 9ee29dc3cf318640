import { fetch } from 'undici';
import type { z } from 'zod';
import type { ServiceName } from '../contract/operation.ts';
import { unavailable } from '../contract/problem.ts';
import { EXPORT_BEGINS_MS, GATEWAY_WAIT_MS } from '../deadlines.ts';
import type { Keys } from '../process/keys.ts';
import { splitLines } from '../process/split-lines.ts';
import { serviceHeaders } from './principal.ts';
import { type Replicas, serviceAgent } from './replicas.ts';

type ExportRequest = { service: Replicas; caller: ServiceName; part: string; accountId: string };

/** Silence while our own reader waits does not count. */
const dispatcher = serviceAgent({ bodyTimeout: GATEWAY_WAIT_MS });

/**
 * Reads a part from the service that owns it, object by object. Throws `unavailable` where it cannot be asked or does not begin
 * within 4 s; the rest may take as long as whoever reads it, but not be silent for 10 s.
 */
export async function* fetchExportPart<S extends z.ZodType>(
  keys: Keys,
  { service, caller, part, accountId }: ExportRequest,
  schema: S,
): AsyncGenerator<z.output<S>> {
  const path = `/internal/export/${part}?${new URLSearchParams({ account_id: accountId })}`;
  const headers = serviceHeaders(keys, caller);
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new DOMException('late', 'TimeoutError')),
    EXPORT_BEGINS_MS,
  );
  const response = await service
    .call((origin) => fetch(origin + path, { dispatcher, headers, signal: controller.signal }), {
      onlyReads: true,
    })
    .catch(() => undefined);
  clearTimeout(timer);
  if (!response?.ok || !response.body) {
    await response?.body?.cancel();
    throw unavailable();
  }
  // Whoever stops reading early lets the other service stop too: leaving the loop cancels the body.
  for await (const line of splitLines(response.body)) yield schema.parse(JSON.parse(line));
}
