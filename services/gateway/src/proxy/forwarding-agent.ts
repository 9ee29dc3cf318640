import { Agent, type ClientRequestArgs } from 'node:http';
import type { Duplex } from 'node:stream';
import { lateConnection } from 'shared/calls/call-failure.ts';
import { SERVICE_CONNECT_MS } from 'shared/deadlines.ts';

/** Shorter than services keep a connection: one that they end may already carry the next request. */
const IDLE_MS = 60_000;

/** Connections to services that are kept. node:http itself would wait for each for as long as the kernel does. */
export class ForwardingAgent extends Agent {
  constructor() {
    super({ keepAlive: true, timeout: IDLE_MS });
  }

  /** Destroyed with `lateConnection` if it is not made within 2 s. */
  override createConnection(...given: [ClientRequestArgs]): Duplex | null | undefined {
    const socket = super.createConnection(...given);
    const timer = setTimeout(() => socket?.destroy(lateConnection()), SERVICE_CONNECT_MS);
    const stop = () => clearTimeout(timer);
    return socket?.once('connect', stop).once('close', stop);
  }
}
