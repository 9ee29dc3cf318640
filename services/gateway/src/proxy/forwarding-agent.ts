import { Agent, type ClientRequestArgs } from 'node:http';
import type { Duplex } from 'node:stream';
import { lateConnection } from 'shared/calls/call-failure.ts';
import { IDLE_CONNECTION_MS, SERVICE_CONNECT_MS } from 'shared/deadlines.ts';

/** Connections to services that are kept. node:http itself would wait for each for as long as the kernel does. */
export class ForwardingAgent extends Agent {
  constructor() {
    super({ keepAlive: true, timeout: IDLE_CONNECTION_MS });
  }

  /** Destroyed with `lateConnection` if it is not made within 2 s. */
  override createConnection(...given: [ClientRequestArgs]): Duplex | null | undefined {
    const socket = super.createConnection(...given);
    const timer = setTimeout(() => socket?.destroy(lateConnection()), SERVICE_CONNECT_MS);
    const stop = () => clearTimeout(timer);
    return socket?.once('connect', stop).once('close', stop);
  }
}
