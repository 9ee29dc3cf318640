import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type Answer, call } from '../support/client.ts';
import { type SetAddresses, site } from '../support/set.ts';
import { ACCEPT, encode, INFO, type Message, type Version } from './messages.ts';

const authorized = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } });
const address = (set: SetAddresses) => new URL(`${set.url}/mcp`);

/** A client of the SDK 1.x, which speaks up to 2025-11-25. */
const connectV1 = async (token: string, set: SetAddresses = site) => {
  const client = new ClientV1(INFO);
  await client.connect(
    new TransportV1(address(set), authorized(token)) as Parameters<ClientV1['connect']>[0],
  );
  return client;
};

/** A client of the SDK 2.x: with the handshake of 2025, or pinned to 2026-07-28. */
const connectV2 = async (token: string, mode: 'legacy' | { pin: '2026-07-28' }, set: SetAddresses = site) => {
  const client = new Client(INFO, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(address(set), authorized(token)));
  return client;
};

/** Every client that the tests use, by name. */
export const CLIENTS = {
  'SDK 1.x': (token: string) => connectV1(token),
  'SDK 2.x, 2025': (token: string) => connectV2(token, 'legacy'),
  'SDK 2.x, 2026-07-28': (token: string) => connectV2(token, { pin: '2026-07-28' }),
};

export type PostOptions = { token?: string; headers?: Record<string, string>; set?: SetAddresses };

/** Posts a body to /mcp unchanged, or as JSON. */
export const post = (body: unknown, { token, headers, set = site }: PostOptions = {}): Promise<Answer> =>
  call('POST', '/mcp', {
    token,
    body,
    headers: { accept: ACCEPT, ...headers },
    set: { ...set, base: set.url },
  });

/** Posts one message, as a client of 2025-06-18 unless another version is given. */
export const send = (
  message: Message,
  options: PostOptions & { version?: Version } = {},
): Promise<Answer> => {
  const { headers, body } = encode(options.version ?? '2025-06-18', message);
  return post(body, { ...options, headers: { ...headers, ...options.headers } });
};

/** Calls a tool. */
export const callTool = (
  name: string,
  args: Record<string, unknown>,
  options: PostOptions & { version?: Version } = {},
): Promise<Answer> => send({ method: 'tools/call', params: { name, arguments: args } }, options);

/** The problem in an error result. */
export const refusalIn = ({ body }: Pick<Answer, 'body'>) => {
  const { isError, content, structuredContent } = body.result;
  if (!isError || structuredContent !== undefined) throw new Error(`not a refusal: ${JSON.stringify(body)}`);
  return JSON.parse(content[0].text);
};
