/**
 * Members of params that are objects in every version of MCP. PHP writes an empty one as an empty list (modelcontextprotocol/php-sdk#284,
 * elgorro/aiquila#442, php-mcp/schema#2), which no request has there. The arguments of a call are read by its tool.
 */
const OBJECTS = new Set([
  '_meta',
  'io.modelcontextprotocol/clientCapabilities',
  'capabilities',
  'elicitation',
  'experimental',
  'extensions',
  'roots',
  'sampling',
  'tasks',
]);

/** A JSON-RPC message as it is meant: an optional member sent as null counts as absent (`C1.null`), an empty list is the empty object (`C1.lenient`). */
export const readParams = (message: unknown): unknown => {
  if (!isObject(message)) return message;
  const { params, ...rest } = message;
  if (params === null || isEmptyList(params)) return rest;
  if (!isObject(params)) return message;
  const present = Object.entries(params).filter(([, value]) => value !== null);
  return { ...message, params: withEmptyObjects(Object.fromEntries(present)) };
};

const withEmptyObjects = (members: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      if (!OBJECTS.has(name)) return [name, value];
      if (isEmptyList(value)) return [name, {}];
      return [name, isObject(value) ? withEmptyObjects(value) : value];
    }),
  );

export const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
