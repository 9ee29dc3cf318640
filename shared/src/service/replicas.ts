import { lookup } from 'node:dns/promises';
import type { Log } from './log.ts';
import { countUpstreamFailure, noteReadyReplicas } from './metrics-outcomes.ts';

const POLL_MS = 1000;
const NO_ANSWER_MS = 1000;

/** Where one process of a service listens; `host` is address and port. */
export type Replica = { protocol: 'http:'; hostname: string; port: string; host: string };

/** The processes of one service. */
export type Replicas = {
  /** The next one in turn of those that are ready; of all, where none says so. Undefined where the name has no address. */
  pick(): Replica | undefined;
  /** Leaves one out, whose connection broke off, until it says again that it is ready. */
  markGone(replica: Replica): void;
  /** Counts a request that failed, and that says nothing of the replica as it is now. */
  noteFailure(reason: 'broken_off' | 'timeout'): void;
  isUp(): boolean;
  close(): void;
};

type Watched = Replica & { ready: boolean; asking: boolean };

/** All addresses of a URL's host; those known before where the name cannot be resolved just now. */
const resolve = async (url: URL, known: Watched[]): Promise<Watched[]> => {
  const port = url.port || '80';
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const found = await lookup(name, { all: true }).catch(() => undefined);
  if (!found) return known.filter((replica) => replica.port === port);
  return found.map(({ address, family }) => {
    const hostname = family === 6 ? `[${address}]` : address;
    const host = `${hostname}:${port}`;
    return (
      known.find((replica) => replica.host === host) ?? {
        protocol: 'http:',
        hostname: address,
        port,
        host,
        ready: false,
        asking: false,
      }
    );
  });
};

const askWhetherReady = async (replica: Watched): Promise<void> => {
  if (replica.asking) return;
  replica.asking = true;
  const signal = AbortSignal.timeout(NO_ANSWER_MS);
  const answer = await fetch(`http://${replica.host}/health/ready`, { signal }).catch(() => undefined);
  await answer?.body?.cancel();
  replica.ready = answer?.ok ?? false;
  replica.asking = false;
};

/**
 * Looks a service's names up and asks each address for its readiness, every second. Resolves after the first round.
 */
export const watchReplicas = async (service: string, urls: readonly URL[], log: Log): Promise<Replicas> => {
  let replicas: Watched[] = [];
  let turn = 0;
  let wasUp = true;

  const look = async (): Promise<void> => {
    const resolved = await Promise.all(urls.map((url) => resolve(url, replicas)));
    replicas = [...new Map(resolved.flat().map((replica) => [replica.host, replica])).values()];
    await Promise.all(replicas.map(askWhetherReady));
    if (isUp() !== wasUp) log.warn({ upstream: service }, isUp() ? 'service is back' : 'service is away');
    wasUp = isUp();
    noteReadyReplicas(service, replicas.filter(({ ready }) => ready).length);
  };
  const isUp = () => replicas.some(({ ready }) => ready);

  await look();
  const timer = setInterval(look, POLL_MS);
  return {
    pick: () => {
      const ready = replicas.filter((replica) => replica.ready);
      const candidates = ready.length > 0 ? ready : replicas;
      turn = (turn + 1) % Math.max(1, candidates.length);
      return candidates[turn];
    },
    noteFailure: (reason) => countUpstreamFailure(service, reason),
    markGone: (replica) => {
      countUpstreamFailure(service, 'broken_off');
      const watched = replicas.find(({ host }) => host === replica.host);
      if (watched) watched.ready = false;
    },
    isUp,
    close: () => clearInterval(timer),
  };
};
