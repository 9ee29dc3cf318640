import type { Random } from '../../services/diary/src/made-up/random.ts';
import { callTool } from '../mcp/mcp-client.ts';
import { call } from '../support/client.ts';
import { now, type Plan } from './recorded-call.ts';

/** What is sent: over REST, or, where there is a tool, over MCP. */
export type Request = {
  method: string;
  path: string;
  body?: Record<string, unknown>;
  query?: Record<string, string>;
  key?: string;
  ifVersion?: number;
  tool?: { name: string; args: Record<string, unknown> };
};
/** `status` is that of HTTP, or of the refusal that a tool answers with; 0 where the connection was cut off. */
// biome-ignore lint/suspicious/noExplicitAny: an answer in JSON
export type Sent = { begin: number; end: number; status: number; body: any };

/** Whether nobody knows what became of a call. */
export const isUnknown = (status: number): boolean => status === 0 || status >= 500;

/** Any answer by HTTP, however it comes. */
// biome-ignore lint/suspicious/noExplicitAny: an answer in JSON
export const timed = async (send: () => Promise<{ status: number; body?: any }>): Promise<Sent> => {
  const begin = now();
  const { status, body } = await send().catch(() => ({ status: 0, body: undefined }));
  return { begin, end: now(), status, body };
};

export type Send = (request: Request, token: string) => Promise<Sent>;

/** Makes the function that calls one of the plan's gateways. */
export const createSender =
  ({ set, gateways }: Plan, random: Random): Send =>
  async (request, token) => {
    const { method, path, body, query, key, ifVersion, tool } = request;
    const url = random.pick(gateways);
    const here = { ...set, url, base: `${url}/api/v1` };
    if (!tool || random.chance(0.5))
      return timed(() =>
        call(method, path, {
          ...{ token, set: here, body },
          ...(query && { query }),
          headers: {
            ...(key && { 'idempotency-key': key }),
            ...(ifVersion !== undefined && { 'if-match': `"${ifVersion}"` }),
          },
        }),
      );
    const args = {
      ...tool.args,
      ...(key && { idempotency_key: key }),
      ...(ifVersion !== undefined && { if_version: ifVersion }),
    };
    const sent = await timed(() => callTool(tool.name, args, { token, set: here }));
    if (sent.status !== 200) return sent;
    const { isError, content, structuredContent } = sent.body.result;
    if (!isError) return { ...sent, body: structuredContent };
    return { ...sent, status: JSON.parse(content[0].text).status, body: undefined };
  };
