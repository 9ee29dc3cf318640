import { tracingChannel } from 'node:diagnostics_channel';
import { type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { MongoClient } from 'mongodb';

const startCommand = (tracer: Tracer, system: string, name: string, collection?: string): Span =>
  tracer.startSpan(collection ? `${name} ${collection}` : name, {
    kind: SpanKind.CLIENT,
    attributes: {
      'db.system.name': system,
      'db.operation.name': name,
      ...(collection && { 'db.collection.name': collection }),
    },
  });

/** The commands that a request sends to MongoDB. The client has to be made with `monitorCommands`. */
export const traceMongoCommands = (tracer: Tracer, client: MongoClient): void => {
  const spans = new Map<number, Span>();
  const end = (requestId: number, code = SpanStatusCode.UNSET): void => {
    spans.get(requestId)?.setStatus({ code }).end();
    spans.delete(requestId);
  };
  client
    .on('commandStarted', ({ requestId, commandName, command }) => {
      if (!trace.getActiveSpan()) return;
      const collection: unknown = command[commandName];
      const name = typeof collection === 'string' ? collection : undefined;
      spans.set(requestId, startCommand(tracer, 'mongodb', commandName, name));
    })
    .on('commandSucceeded', ({ requestId }) => end(requestId))
    .on('commandFailed', ({ requestId }) => end(requestId, SpanStatusCode.ERROR));
};

/** The commands that a request sends to Redis. */
export const traceRedisCommands = (tracer: Tracer): void => {
  type Message = { command: string };
  const spans = new WeakMap<object, Span>();
  const nothing = () => {};
  tracingChannel<'ioredis:command', Message>('ioredis:command').subscribe({
    start: (message) => {
      if (trace.getActiveSpan()) spans.set(message, startCommand(tracer, 'redis', message.command));
    },
    error: (message) => spans.get(message)?.setStatus({ code: SpanStatusCode.ERROR }),
    asyncEnd: (message) => spans.get(message)?.end(),
    end: nothing,
    asyncStart: nothing,
  });
};
