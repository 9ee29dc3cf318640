import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  AppBridge,
  getToolUiResourceUri,
  type McpUiHostContext,
  PostMessageTransport,
  RESOURCE_MIME_TYPE,
} from '@modelcontextprotocol/ext-apps/app-bridge';

type ToolResult = Awaited<ReturnType<Client['callTool']>>;

const SLOW_MS = 5_000;

/** A look as hosts give it, unlike the site's own. */
const LOOK = {
  variables: {
    '--color-background-primary': 'light-dark(#fffdf5, #10161f)',
    '--color-text-primary': 'light-dark(#10161f, #f2f5fa)',
    '--color-text-secondary': 'light-dark(#454c58, #b8c0cc)',
    '--color-border-secondary': 'light-dark(#d5d8de, #3a4350)',
    '--font-sans': 'monospace',
  },
} as NonNullable<McpUiHostContext['styles']>;

/** A refusal of a call that was carried out: its service went away before it could say so. */
const BROKEN_OFF: ToolResult = {
  content: [
    { type: 'text', text: JSON.stringify({ code: 'unavailable', detail: 'Part of the service is down.' }) },
  ],
  isError: true,
};

/** What no tool of the diary answers. */
const STRANGE: ToolResult = { content: [], structuredContent: { ok: true } };

const { site = '', sandbox = '' } = document.documentElement.dataset;
const form = document.forms[0] as HTMLFormElement;
const [cards, log, context] = ['cards', 'log', 'context'].map((id) => document.getElementById(id)) as [
  HTMLElement,
  HTMLElement,
  HTMLElement,
];

const chosen = (name: string): string => String(new FormData(form).get(name) ?? '');

/** A line of JSON for each message, for people and tests. */
const note = (method: string, params: unknown): void => log.append(`${JSON.stringify({ method, params })}\n`);

const client = new Client(
  { name: 'card-host', version: '1.0.0' },
  { capabilities: { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [RESOURCE_MIME_TYPE] } } } },
);
const headers = { authorization: `Bearer ${location.hash.slice(1)}` };
await client.connect(new StreamableHTTPClientTransport(new URL(`${site}/mcp`), { requestInit: { headers } }));
const { tools } = await client.listTools();
for (const { name } of tools) form.tool.append(new Option(name));

const hostContext = (): McpUiHostContext => ({
  locale: chosen('locale'),
  ...(chosen('theme') !== 'unsaid' && { theme: chosen('theme') as 'light' | 'dark' }),
  ...(chosen('look') === 'given' && { styles: LOOK }),
  ...(chosen('height') === 'fixed' && { containerDimensions: { height: 320 } }),
  displayMode: 'inline',
  platform: 'web',
});

/** What waits until it is answered by hand. */
const held: (() => void)[] = [];
form.release.addEventListener('click', () => {
  for (const release of held.splice(0)) release();
});

/** A call of a card, with what can go wrong on its way. */
const passOn = async (params: Parameters<Client['callTool']>[0]): Promise<ToolResult> => {
  note('tools/call', params);
  const way = chosen('calls');
  if (way === 'refused') throw new Error('The host lets no card call a tool.');
  if (way === 'strange') return STRANGE;
  if (way === 'unsent') throw new Error('Failed to fetch');
  const result = await client.callTool(params);
  if (way === 'lost') throw new Error('Connection closed');
  if (way === 'broken off') return BROKEN_OFF;
  if (way === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
  if (way === 'held') await new Promise<void>((resolve) => held.push(resolve));
  return result;
};

/** The result of the model's call as the card gets it: hosts leave things out. */
const altered = (result: ToolResult): ToolResult => {
  const { structuredContent, ...rest } = result;
  if (chosen('results') === 'text only') return rest;
  if (chosen('results') === 'empty') return { ...rest, content: [] };
  if (chosen('results') === 'strange') return STRANGE;
  if (chosen('results') === 'broken off') return BROKEN_OFF;
  if (chosen('results') === 'error')
    return { content: [{ type: 'text', text: 'Unauthorized' }], isError: true };
  return result;
};

const tell = async (bridge: AppBridge, args: Record<string, unknown>, result: ToolResult): Promise<void> => {
  const way = chosen('results');
  if (way === 'before input') await bridge.sendToolResult(result as never);
  await bridge.sendToolInput({ arguments: args });
  if (way === 'cancelled') return bridge.sendToolCancelled({ reason: 'stopped' });
  if (way === 'never' || way === 'before input') return;
  await bridge.sendToolResult(altered(result) as never);
  if (way === 'twice') await bridge.sendToolResult(result as never);
};

/** Shows the view of a tool for a call of it. */
const show = async (name: string, args: Record<string, unknown>): Promise<void> => {
  const tool = tools.find((one) => one.name === name);
  const uri = tool && getToolUiResourceUri(tool as never);
  const result = await client.callTool({ name, arguments: args });
  if (!tool || !uri) return note('no view', result);
  const { contents } = await client.readResource({ uri });
  const frame = document.createElement('iframe');
  frame.title = name;
  frame.style.width = `${chosen('width')}px`;
  const bridge = new AppBridge(
    null,
    { name: 'card-host', version: '1.0.0' },
    {
      ...(form.serverTools.checked && { serverTools: {} }),
      ...(form.openLinks.checked && { openLinks: {} }),
      updateModelContext: { text: {}, structuredContent: {} },
    },
    { hostContext: { ...hostContext(), toolInfo: { tool: tool as never } } },
  );
  bridge.onsandboxready = () =>
    void bridge.sendSandboxResourceReady({ html: String(Object(contents[0]).text) });
  bridge.oninitialized = () => {
    void tell(bridge, args, result);
  };
  bridge.onsizechange = ({ height }) => {
    note('size', { height });
    if (height && chosen('height') === 'free') frame.style.height = `${height}px`;
  };
  bridge.oncalltool = passOn as never;
  bridge.onopenlink = async (params) => {
    note('ui/open-link', params);
    return {};
  };
  bridge.onupdatemodelcontext = async (params) => {
    if (chosen('context') === 'unanswered') await new Promise(() => {});
    if (chosen('context') === 'refused') throw new Error('This host takes no context.');
    context.textContent = JSON.stringify(params, null, 1);
    return {};
  };
  form.addEventListener('change', () => {
    frame.style.width = `${chosen('width')}px`;
    void bridge.sendHostContextChange(hostContext());
  });
  cards.append(frame);
  const window = frame.contentWindow as Window;
  await bridge.connect(new PostMessageTransport(window, window));
  frame.src = sandbox;
};

form.addEventListener('submit', (event) => {
  event.preventDefault();
  show(chosen('tool'), JSON.parse(chosen('args'))).catch((error) => note('error', String(error)));
});
document.documentElement.dataset.ready = '';
