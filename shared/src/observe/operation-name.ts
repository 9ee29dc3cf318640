import type { IncomingMessage } from 'node:http';

declare module 'node:http' {
  interface IncomingMessage {
    /** The operation of the contract, or the tool, that is called. */
    operationId?: string;
    /** The status of a failure that the answer tells of with another status, as the result of a tool does. */
    failedStatus?: number;
  }
}

/** What Express leaves of the route that took a request. */
type Routed = { route?: { path: string; methods: Record<string, boolean> } };

/**
 * What a request is called in logs, metrics and traces: its operation, else method and pattern of its route. Never its address,
 * which can hold a secret. Undefined where no route took it.
 */
export const operationName = (request: IncomingMessage): string | undefined => {
  if (request.operationId) return request.operationId;
  const { route } = request as Routed;
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '');
  if (!route?.methods[method.toLowerCase()]) return undefined;
  return `${method} ${route.path.replace(/:(\w+)/g, '{$1}')}`;
};
