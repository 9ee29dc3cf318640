/** What a host says of itself and of where a card stands; what it leaves out is undefined, or null. */
export type HostContext = {
  theme?: 'light' | 'dark' | null;
  locale?: string | null;
  styles?: { variables?: Record<string, string | null | undefined> | null } | null;
  containerDimensions?: { height?: number | null } | null;
};

export type HostCapabilities = { serverTools?: object | null; openLinks?: object | null };

type Initialized = { hostCapabilities?: HostCapabilities | null; hostContext?: HostContext | null };

/** What the host tells without being asked, by the name of its message. */
type Listeners = Record<string, (params: unknown) => void>;

const PROTOCOL_VERSION = '2026-01-26';
const METHOD_NOT_FOUND = -32601;

type Message = {
  jsonrpc?: unknown;
  id?: unknown;
  method?: unknown;
  params?: unknown;
  result?: unknown;
  error?: unknown;
};

/**
 * The view's side of MCP Apps 2026-01-26 (part "Communication Protocol"): JSON-RPC 2.0 in messages between windows. It speaks with the
 * window that holds the card and hears no other (`C15.host`). Written here because the library does not fit (docs/decisions/cards.md);
 * the tests hold it to the library's side of a host.
 */
export const createHost = (listeners: Listeners) => {
  const { parent } = window;
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;

  // The host's origin is not known, and differs by application: what is said to it holds nothing that it did not pass on itself.
  const post = (message: object): void => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');

  const notify = (method: string, params: object = {}): void => post({ method, params });

  /** The result of a request. Throws where the host answers with an error; a host that never answers leaves it open. */
  const request = (method: string, params: object): Promise<unknown> => {
    lastId += 1;
    const id = lastId;
    post({ id, method, params });
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  };

  const settle = ({ id, result, error }: Message): void => {
    const asked = waiting.get(id as number);
    waiting.delete(id as number);
    if (error) asked?.reject(new Error(String(Object(error).message)));
    else asked?.resolve(result);
  };

  /** A host may ask whether the card is alive, and says when it goes; there is nothing else to ask of a card. */
  const answer = ({ id, method }: Message): void =>
    method === 'ping' || method === 'ui/resource-teardown'
      ? post({ id, result: {} })
      : post({ id, error: { code: METHOD_NOT_FOUND, message: 'Method not found' } });

  window.addEventListener('message', ({ source, data }) => {
    const message: Message = Object(data);
    if (source !== parent || message.jsonrpc !== '2.0') return;
    if (typeof message.method !== 'string') settle(message);
    else if (message.id != null) answer(message);
    else listeners[message.method]?.(message.params);
  });

  return {
    /** What the host offers and shows; it shows no card, and sends no result, before it has been asked this and told `initialized`. */
    initialize: async (): Promise<Initialized> => {
      const initialized = await request('ui/initialize', {
        protocolVersion: PROTOCOL_VERSION,
        appInfo: { name: 'diary-card', version: '1.0.0' },
        appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
      });
      notify('ui/notifications/initialized');
      return Object(initialized);
    },
    callTool: (name: string, args: object) => request('tools/call', { name, arguments: args }),
    openLink: (url: string) => request('ui/open-link', { url }),
    /** Takes the place of what this card said before. */
    updateModelContext: (text: string, structuredContent: object) =>
      request('ui/update-model-context', { content: [{ type: 'text', text }], structuredContent }),
    sizeChanged: (width: number, height: number) =>
      notify('ui/notifications/size-changed', { width, height }),
  };
};
