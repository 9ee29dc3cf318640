import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type StandardSchemaV1,
  specTypeSchemas,
} from '@modelcontextprotocol/server';
import { inputErrorMap } from 'shared/contract/input-errors.ts';

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
      // Zod's own words are not for models: it calls an object a record.
      const message = inputErrorMap(wrong as Parameters<typeof inputErrorMap>[0]) ?? 'is not valid';
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `/${wrong.path?.join('/')} ${message}`);
    };
  }
}
