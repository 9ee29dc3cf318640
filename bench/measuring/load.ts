import { Agent, type IncomingMessage, request } from 'node:http';
import { cpuTime, percentile } from './measure.ts';

export type OutgoingRequest = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

export type Load = {
  /** Where to, as `http://127.0.0.1:port`. */
  url: string;
  /** Whose work is counted, with all that they started. */
  processes: readonly number[];
  /** The status that every answer must have. */
  status: number;
  next: () => OutgoingRequest;
  requests: number;
  /** How many are on their way at a time. */
  connections: number;
};

export type Measured = {
  /** Answers a second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Microseconds of a core for each request. */
  cpu: number;
};

/**
 * Sends requests over connections that stay open, each as soon as the one before was answered. Our own loop and not autocannon,
 * which rounds latencies to a millisecond: the ratios here are of a few tenths of one.
 */
export const drive = async (load: Load): Promise<Measured> => {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const latencies: number[] = [];
  let left = load.requests;
  const cpuBefore = await cpuTime(load.processes);
  const start = performance.now();
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const sentAt = performance.now();
      await send(load, agent);
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: load.connections }, worker));
  const seconds = (performance.now() - start) / 1000;
  const cpu = (await cpuTime(load.processes)) - cpuBefore;
  agent.destroy();
  return {
    rate: load.requests / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpu: cpu / 1000 / load.requests,
  };
};

const send = ({ url, next, status }: Load, agent: Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    const { path, body, headers, ...rest } = next();
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const outgoing = request(`${url}${path}`, { agent, ...rest, headers: { ...headers, ...length } });
    outgoing.once('error', reject).once('response', (answer: IncomingMessage) => {
      if (answer.statusCode !== status)
        reject(new Error(`${rest.method ?? 'GET'} ${path} answered ${answer.statusCode}, not ${status}`));
      answer.resume().once('end', resolve).once('error', reject);
    });
    outgoing.end(body);
  });
