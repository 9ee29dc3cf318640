import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolErrorCode,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Request as ExpressRequest } from 'express';

/** What the SDK reads of a request beside its body, which has been read. Answers are JSON, whatever a client accepts. */
const toWebRequest = (request: ExpressRequest): Request => {
  const headers = new Headers({
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  });
  for (const name of ['mcp-protocol-version', 'mcp-method', 'mcp-name']) {
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
  const webRequest = toWebRequest(request);
  const parsedBody: unknown = request.body;
  if (await isLegacyRequest(webRequest, parsedBody)) {
    // createMcpHandler would answer these with an event stream.
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    return transport.handleRequest(webRequest, { parsedBody });
  }
  const { method, id } = Object(parsedBody);
  if (method === 'subscriptions/listen') return methodNotFound(id);
  return createMcpHandler(() => server, { legacy: 'reject' }).fetch(webRequest, { parsedBody });
};

/** Nothing here changes by itself, so there is nothing to listen to; the SDK would open a stream. */
const methodNotFound = (id: unknown): Response =>
  Response.json(
    { jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.MethodNotFound, message: 'Method not found' } },
    { status: 404 },
  );
