import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type StandardSchemaV1,
  specTypeSchemas,
} from '@modelcontextprotocol/server';

/** The requests that have params of their own. */
const REQUESTS: Record<string, StandardSchemaV1> = {
  initialize: specTypeSchemas.InitializeRequest,
  'tools/list': specTypeSchemas.ListToolsRequest,
  'tools/call': specTypeSchemas.CallToolRequest,
};

/** Says which of a request's params is wrong (-32602). The SDK calls most of that a fault of the server's (-32603). */
export class StrictServer extends Server {
  protected override _wrapHandler(...[method, handler]: Parameters<Server['_wrapHandler']>) {
    const handle = super._wrapHandler(method, handler);
    return async (...[request, context]: Parameters<typeof handle>) => {
      const { issues } = (await REQUESTS[method]?.['~standard'].validate(request)) ?? {};
      const [wrong] = issues ?? [];
      if (!wrong) return handle(request, context);
      const message = `/${wrong.path?.join('/')}: ${wrong.message}`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    };
  }
}
