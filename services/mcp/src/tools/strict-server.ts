import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type StandardSchemaV1,
  specTypeSchemas,
} from '@modelcontextprotocol/server';
import { inputErrorMap } from 'shared/contract/input-errors.ts';
import { SERVICE_NAME } from 'shared/contract/service.ts';
import { findTool } from 'shared/documents/tools.ts';
import { readWhole } from '../lenient/read-leniently.ts';

/** The requests that have params of their own. */
const REQUESTS: Record<string, StandardSchemaV1> = {
  initialize: specTypeSchemas.InitializeRequest,
  'tools/list': specTypeSchemas.ListToolsRequest,
  'tools/call': specTypeSchemas.CallToolRequest,
  'resources/list': specTypeSchemas.ListResourcesRequest,
  'resources/templates/list': specTypeSchemas.ListResourceTemplatesRequest,
  'resources/read': specTypeSchemas.ReadResourceRequest,
  'prompts/list': specTypeSchemas.ListPromptsRequest,
  'logging/setLevel': specTypeSchemas.SetLevelRequest,
};

/** For the handler of calls: `StrictServer` has checked their params, and the SDK's schema would refuse arguments that came as text. */
export const AS_IT_CAME: StandardSchemaV1<unknown, { name: string; arguments?: unknown }> = {
  '~standard': {
    version: 1,
    vendor: SERVICE_NAME,
    validate: (value) => ({ value: value as { name: string; arguments?: unknown } }),
  },
};

/** Says which of a request's params is wrong (-32602), where the SDK mostly speaks of a fault of the server's (-32603). */
export class StrictServer extends Server {
  /** Of what is not there nothing is claimed, and yet answered (`nothing-there.ts`). */
  protected override assertRequestHandlerCapability(): void {}

  protected override _wrapHandler(...[method, handler]: Parameters<Server['_wrapHandler']>) {
    // The SDK would check a call twice more, and what our services answered once.
    const handle = method === 'tools/call' ? handler : super._wrapHandler(method, handler);
    return async (...[request, context]: Parameters<typeof handle>) => {
      const checked = method === 'tools/call' ? withArgumentsRead(request) : request;
      const { issues } = (await REQUESTS[method]?.['~standard'].validate(checked)) ?? {};
      const [wrong] = issues ?? [];
      if (!wrong) return handle(request, context);
      // Zod's own words are not for models: it calls an object a record.
      const message = inputErrorMap(wrong as Parameters<typeof inputErrorMap>[0]) ?? 'is not valid';
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `/${wrong.path?.join('/')} ${message}`);
    };
  }
}

/** The request as it is where all its arguments came as one JSON text that can be read (`C1.lenient`). */
const withArgumentsRead = <R extends { params?: Record<string, unknown> | undefined }>(request: R): R => {
  const { name, arguments: text } = request.params ?? {};
  const tool = findTool(name);
  const args = tool && typeof text === 'string' ? readWhole(tool, text) : undefined;
  return args ? { ...request, params: { ...request.params, arguments: args } } : request;
};
