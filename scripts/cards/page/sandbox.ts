/**
 * The proxy that a web host shows a view in, on an origin of its own (MCP Apps 2026-01-26, "Sandbox proxy"): it loads the document that
 * the host hands it into a frame, and passes messages on.
 */
const RESOURCE_READY = 'ui/notifications/sandbox-resource-ready';

const inner = document.createElement('iframe');
inner.setAttribute('sandbox', 'allow-scripts allow-same-origin');
inner.title = 'Card';
inner.style.cssText = 'border: 0; width: 100%; height: 100%; position: absolute; inset: 0';
document.body.append(inner);

window.addEventListener('message', ({ source, data }) => {
  if (source === window.parent && data?.method === RESOURCE_READY) inner.srcdoc = data.params.html;
  else if (source === window.parent) inner.contentWindow?.postMessage(data, '*');
  else if (source === inner.contentWindow) window.parent.postMessage(data, '*');
});
const ready = { jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} };
window.parent.postMessage(ready, '*');
