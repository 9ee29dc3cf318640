import { subscribe } from 'node:diagnostics_channel';
import type { RequestListener } from 'node:http';
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

/** Calls from one service to another, by undici or by `fetch`, which is undici too. */
export const traceCalls = (tracer: Tracer): void => {
  type UndiciRequest = { method: string; addHeader(name: string, value: string): void };
  type Message = { request: UndiciRequest; response?: { statusCode: number } };
  const spans = new WeakMap<UndiciRequest, Span>();
  subscribe('undici:request:create', (message) => {
    // Background work is not traced.
    if (!trace.getActiveSpan()) return;
    const { request } = message as Message;
    const span = tracer.startSpan(`call ${request.method}`, {
      kind: SpanKind.CLIENT,
      attributes: { 'http.request.method': request.method },
    });
    propagation.inject(trace.setSpan(context.active(), span), request, {
      set: (to, name, value) => to.addHeader(name, value),
    });
    spans.set(request, span);
  });
  subscribe('undici:request:headers', (message) => {
    const { request, response } = message as Message;
    endSpan(spans.get(request), response?.statusCode);
    spans.delete(request);
  });
  subscribe('undici:request:error', (message) => endSpan(spans.get((message as Message).request)));
};
