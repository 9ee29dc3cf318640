import { Agent, type IncomingMessage, request } from 'node:http';
import { countInstructions } from './instructions.ts';
import { allOf, cpuTime, type Processes, percentile, total } from './measure.ts';

export type OutgoingRequest = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** The status that the answer must have, if not 200. */
  status?: number;
};

export type Load = {
  /** Where to, as `http://127.0.0.1:port`. */
  url: string;
  /** Whose work is counted. */
  processes: Processes;
  next: () => OutgoingRequest;
  requests: number;
  /** How many are on their way at a time. */
  connections: number;
  /** Whose connections are used and left open; otherwise new ones. */
  agent?: Agent;
};

export type Measured = {
  /** Answers a second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Microseconds of a core for each request. */
  cpu: number;
  /** The same of each part. */
  cpuOfParts: Record<string, number>;
  /** Instructions of all parts for each request, where the machine counts them. */
  instructions: number | undefined;
};

/**
 * Sends requests over connections that stay open, each as soon as the one before was answered. Our own loop and not autocannon,
 * which rounds latencies to a millisecond: the ratios here are of a few tenths of one.
 */
export const drive = async (load: Load): Promise<Measured> => {
  const agent = load.agent ?? new Agent({ keepAlive: true, maxSockets: load.connections });
  const latencies: number[] = [];
  let left = load.requests;
  const endCount = await countInstructions(() => allOf(load.processes));
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
  const cpuAfter = await cpuTime(load.processes);
  const instructions = await endCount();
  if (!load.agent) agent.destroy();
  const cpuOfParts = Object.fromEntries(
    Object.entries(cpuAfter).map(([name, ns]) => [
      name,
      (ns - (cpuBefore[name] ?? 0)) / 1000 / load.requests,
    ]),
  );
  return {
    rate: load.requests / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpu: total(Object.values(cpuOfParts)),
    cpuOfParts,
    instructions: instructions === undefined ? undefined : instructions / load.requests,
  };
};

const send = ({ url, next }: Load, agent: Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    const { path, body, headers, status = 200, ...rest } = next();
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const outgoing = request(`${url}${path}`, { agent, ...rest, headers: { ...headers, ...length } });
    outgoing.once('error', reject).once('response', (answer: IncomingMessage) => {
      if (answer.statusCode !== status)
        reject(new Error(`${rest.method ?? 'GET'} ${path} answered ${answer.statusCode}, not ${status}`));
      answer.resume().once('end', resolve).once('error', reject);
    });
    outgoing.end(body);
  });
