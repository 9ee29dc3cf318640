import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, RequestListener } from 'node:http';
import {
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { answeredStatus } from './answered-status.ts';
import { operationName } from './operation-name.ts';

/** Every request that is answered becomes a span, named after its operation; health checks do not. */
export const traceServer =
  (
    tracer: Tracer,
    listener: RequestListener,
    { believesHeaders }: { believesHeaders: boolean },
  ): RequestListener =>
  (request, response) => {
    if (request.url?.startsWith('/health/')) return listener(request, response);
    const parent = believesHeaders ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT;
    const attributes = { 'http.request.method': request.method ?? '' };
    const span = tracer.startSpan('request', { kind: SpanKind.SERVER, attributes }, parent);
    response.once('close', () => {
      span.updateName(operationName(request) ?? 'other');
      span.setAttribute('request_id', request.id);
      endSpan(span, answeredStatus(response));
    });
    context.with(trace.setSpan(parent, span), listener, undefined, request, response);
  };

/** Without a status, there was no answer. */
const endSpan = (span: Span | undefined, statusCode?: number): void => {
  if (statusCode !== undefined) span?.setAttribute('http.response.status_code', statusCode);
  if (statusCode === undefined || statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
  span?.end();
};

/** Calls from one service to another: by undici, which `fetch` is too, and by node:http, with which the gateway forwards. */
export const traceCalls = (tracer: Tracer): void => {
  const spans = new WeakMap<object, Span>();
  const begin = <R extends { method: string }>(
    request: R,
    addHeader: (to: R, name: string, value: string) => void,
  ): void => {
    // Background work is not traced.
    if (!trace.getActiveSpan()) return;
    const span = tracer.startSpan(`call ${request.method}`, {
      kind: SpanKind.CLIENT,
      attributes: { 'http.request.method': request.method },
    });
    propagation.inject(trace.setSpan(context.active(), span), request, { set: addHeader });
    spans.set(request, span);
  };
  const end = (request: object, status?: number): void => {
    endSpan(spans.get(request), status);
    spans.delete(request);
  };

  type UndiciRequest = { method: string; addHeader(name: string, value: string): void };
  type UndiciMessage = { request: UndiciRequest; response: { statusCode: number } };
  subscribe('undici:request:create', (message) =>
    begin((message as UndiciMessage).request, (to, name, value) => to.addHeader(name, value)),
  );
  subscribe('undici:request:headers', (message) => {
    const { request, response } = message as UndiciMessage;
    end(request, response.statusCode);
  });
  subscribe('undici:request:error', (message) => end((message as UndiciMessage).request));

  type NodeMessage = { request: ClientRequest; response: { statusCode: number } };
  subscribe('http.client.request.created', (message) =>
    begin((message as NodeMessage).request, (to, name, value) => to.setHeader(name, value)),
  );
  subscribe('http.client.response.finish', (message) => {
    const { request, response } = message as NodeMessage;
    end(request, response.statusCode);
  });
  subscribe('http.client.request.error', (message) => end((message as NodeMessage).request));
};
