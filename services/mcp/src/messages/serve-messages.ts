import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolErrorCode,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Request as ExpressRequest } from 'express';
import { NOTHING_THERE } from '../tools/nothing-there.ts';

/** What the SDK reads of a request beside its body, which has been read. Answers are JSON, whatever a client accepts. */
const toWebRequest = (request: ExpressRequest, isHandshake: boolean): Request => {
  const headers = new Headers({
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  });
  // A handshake is answered by what its body says (`C6.initialize`): some clients name their newest version before it.
  const read = isHandshake ? [] : ['mcp-protocol-version', 'mcp-method', 'mcp-name'];
  for (const name of read) {
    const value = request.get(name);
    if (value !== undefined) headers.set(name, value);
  }
  return new Request('http://mcp/mcp', { method: 'POST', headers });
};

/**
 * Has a server answer the messages of one request: one of 2026-07-28, which is complete in itself, or those of the versions
 * before, without a session.
 */
export const serveMessages = async (request: ExpressRequest, server: Server): Promise<Response> => {
  const parsedBody = withoutNulls(request.body);
  const { method, id, params = {} } = Object(parsedBody);
  const { _meta = {} } = Object(params);
  // 2026-07-28 has no handshake: there it is an unknown method, and its headers count.
  const isHandshake = method === 'initialize' && Object(params).protocolVersion !== undefined;
  const webRequest = toWebRequest(request, isHandshake);
  // The SDK would only say that this is no JSON-RPC message. PHP writes an empty object as a list.
  for (const [where, value] of Object.entries({ '/params': params, '/params/_meta': _meta }))
    if (!isObject(value))
      return refuse(400, id ?? null, ProtocolErrorCode.InvalidParams, `${where} must be an object`);
  if (await isLegacyRequest(webRequest, parsedBody)) return serveEarlier(webRequest, parsedBody, server);
  const handler = createMcpHandler(() => server, { legacy: 'reject', maxSubscriptions: 0 });
  const answer = await handler.fetch(webRequest, { parsedBody });
  // 2026-07-28 has taken some of them out; clients ask all the same.
  if (answer.status === 404 && Object.hasOwn(NOTHING_THERE, method))
    return Response.json({
      jsonrpc: '2.0',
      id,
      result: { resultType: 'complete', ...NOTHING_THERE[method] },
    });
  // Nothing here changes by itself, so there is nothing to listen to. To a valid request the SDK says that too many listen.
  return method === 'subscriptions/listen' && answer.status === 200
    ? refuse(404, id, ProtocolErrorCode.MethodNotFound, 'Method not found')
    : answer;
};

/**
 * Messages without their members that are null: these count as absent, at every depth (`C1.null`). An id that is null stays, to be
 * refused; the arguments of a tool are left to its own schema.
 */
const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const present = Object.entries(value).filter(([name, member]) => member !== null || name === 'id');
  return Object.fromEntries(
    present.map(([name, member]) => [name, name === 'arguments' ? member : withoutNulls(member)]),
  );
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The one version with batches; those after it took them out. */
const WITH_BATCHES = '2025-03-26';

/** createMcpHandler would answer the versions before 2026 with an event stream. */
const serveEarlier = async (webRequest: Request, parsedBody: unknown, server: Server): Promise<Response> => {
  const isBatch = Array.isArray(parsedBody);
  // The SDK serves a batch to any version. Without the header, that of 2025-03-26 is meant.
  const version = webRequest.headers.get('mcp-protocol-version') ?? WITH_BATCHES;
  if (isBatch && version !== WITH_BATCHES)
    return refuse(400, null, ProtocolErrorCode.InvalidRequest, `Only ${WITH_BATCHES} has batches.`);
  // The SDK keeps one answer for each id: it would run both calls and answer one.
  if (isBatch && repeatsId(parsedBody))
    return refuse(400, null, ProtocolErrorCode.InvalidRequest, 'Each request in a batch needs its own id.');
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const answer = await transport.handleRequest(webRequest, { parsedBody });
  // The SDK answers a batch of one request bare; a batch is answered by a list (JSON-RPC 2.0, part 6).
  return isBatch && answer.status === 200 ? Response.json([await answer.json()].flat()) : answer;
};

const repeatsId = (messages: unknown[]): boolean => {
  const ids = messages.map(Object).flatMap(({ id, method }) => (id !== undefined && method ? [id] : []));
  return new Set(ids).size < ids.length;
};

const refuse = (status: number, id: unknown, code: ProtocolErrorCode, message: string): Response =>
  Response.json({ jsonrpc: '2.0', id, error: { code, message } }, { status });
