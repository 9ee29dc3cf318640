import { call } from '../support/client.ts';
import { type SetAddresses, site } from '../support/set.ts';
import { callTool } from './mcp-client.ts';

/** What is asked for: over REST or, where there is a tool for it, over MCP. */
export type EitherCall = {
  method: string;
  path: string;
  query?: Record<string, string> | undefined;
  body?: Record<string, unknown> | undefined;
  key?: string | undefined;
  /** Headers of REST; over MCP a condition is an argument. */
  headers?: Record<string, string> | undefined;
  tool?: { name: string; args: Record<string, unknown> } | undefined;
};

/** An answer of either channel: `body` is the resource or the problem. */
// biome-ignore lint/suspicious/noExplicitAny: an answer in JSON
export type EitherAnswer = { status: number; body: any; etag: string | null; replayed: boolean };

/** Calls the tool if there is one and `overMcp` is set. A success of a tool is a 200; a refusal has the status of its problem. */
export const callEither = async (
  { method, path, query, body, key, headers, tool }: EitherCall,
  { token, overMcp, set = site }: { token: string; overMcp: boolean; set?: SetAddresses },
): Promise<EitherAnswer> => {
  if (!tool || !overMcp) {
    const answer = await call(method, path, {
      ...{ token, set, body },
      ...(query && { query }),
      headers: { ...(key && { 'idempotency-key': key }), ...headers },
    });
    const replayed = answer.headers.get('idempotency-replayed') === 'true';
    return { status: answer.status, body: answer.body, etag: answer.headers.get('etag'), replayed };
  }
  const args = { ...tool.args, ...(key && { idempotency_key: key }) };
  const answer = await callTool(tool.name, args, { token, set });
  if (answer.status !== 200) return { status: answer.status, body: answer.body, etag: null, replayed: false };
  const { isError, content, structuredContent, _meta } = answer.body.result;
  const problem = isError ? JSON.parse(content[0].text) : undefined;
  return {
    status: problem?.status ?? 200,
    body: problem ?? structuredContent,
    etag: null,
    replayed: _meta?.['idempotency-replayed'] === true,
  };
};
