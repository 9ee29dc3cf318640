import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../support/listen.ts';

export type Span = {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Record<string, unknown>;
};

type Attribute = { key: string; value: Record<string, unknown> };
type OtlpSpan = Omit<Span, 'service' | 'attributes'> & { attributes: Attribute[] };
type Otlp = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
};

const readAttributes = (attributes: Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const readSpans = (body: string): Span[] =>
  (JSON.parse(body) as Otlp).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map((span) => ({
        ...span,
        service: String(readAttributes(resource.attributes)['service.name']),
        attributes: readAttributes(span.attributes),
      })),
  );

/** A trace collector on loopback that works like OpenTelemetry's: OTLP as JSON over HTTP. */
export const startTraceCollector = async () => {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/traces') bodies.push(await text(request));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  const port = await listen(server);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans: () => bodies.flatMap(readSpans),
    /** Everything received, unchanged. */
    text: () => bodies.join('\n'),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

export type TraceCollector = Awaited<ReturnType<typeof startTraceCollector>>;
