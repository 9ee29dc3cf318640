/** Who the tests' clients say that they are. */
export const INFO = { name: 'test', version: '1.0.0' };

/** What every client has to accept. */
export const ACCEPT = 'application/json, text/event-stream';

export const VERSIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;
export type Version = (typeof VERSIONS)[number];
export type Message = { method: string; params?: Record<string, unknown>; id?: string | number };

/** A JSON-RPC message as a client of this version writes it, with its headers. */
export const encode = (version: Version, { method, params = {}, id = 1 }: Message) => {
  const name = params.name ?? params.uri;
  return version === '2026-07-28'
    ? {
        headers: {
          'mcp-protocol-version': version,
          'mcp-method': method,
          ...(typeof name === 'string' && { 'mcp-name': name }),
        },
        body: {
          jsonrpc: '2.0',
          id,
          method,
          params: {
            ...params,
            _meta: {
              'io.modelcontextprotocol/protocolVersion': version,
              'io.modelcontextprotocol/clientInfo': INFO,
              'io.modelcontextprotocol/clientCapabilities': {},
            },
          },
        },
      }
    : {
        // The header was introduced with 2025-06-18.
        headers: version === '2025-03-26' ? {} : { 'mcp-protocol-version': version },
        body: { jsonrpc: '2.0', id, method, params },
      };
};
