import type { Random } from '../../services/diary/src/made-up/random.ts';
import { callEither, type EitherCall } from '../mcp/either-channel.ts';
import { now, type Plan } from './recorded-call.ts';

/** What is sent: over REST, or, where there is a tool, over MCP. */
export type Request = Omit<EitherCall, 'headers'> & { ifVersion?: number };
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
  ({ ifVersion, tool, ...request }, token) => {
    const url = random.pick(gateways);
    const here = { ...set, url, base: `${url}/api/v1` };
    const overMcp = tool !== undefined && random.chance(0.5);
    if (ifVersion === undefined)
      return timed(() => callEither({ ...request, tool }, { token, overMcp, set: here }));
    const headers = { 'if-match': `"${ifVersion}"` };
    const withVersion = tool && { ...tool, args: { ...tool.args, if_version: ifVersion } };
    return timed(() => callEither({ ...request, headers, tool: withVersion }, { token, overMcp, set: here }));
  };
