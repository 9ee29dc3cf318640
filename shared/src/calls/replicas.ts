import { Agent } from 'undici';
import type { ServiceName } from '../contract/operation.ts';
import { Problem, unavailable } from '../contract/problem.ts';
import { READINESS_HELD_MS, READINESS_POLL_MS, SERVICE_CONNECT_MS } from '../deadlines.ts';
import type { Log } from '../observe/log.ts';
import { readyReplicas, upstreamFailures } from '../observe/metrics-outcomes.ts';
import type { Keys } from '../process/keys.ts';
import { callFailure } from './call-failure.ts';
import { lookUp } from './dns-lookup.ts';
import { serviceHeaders } from './principal.ts';
import { HELD_PREFERENCE, type Readiness } from './readiness.ts';

const READY_ANSWER_MS = 1000;
/** Without a call for so long a service is asked less often. */
const QUIET_AFTER_MS = 10_000;

/**
 * Connections to other services. undici itself would give each 10 s to be made, and does not end a request by its signal before
 * it is connected.
 */
export const serviceAgent = (options: Agent.Options = {}): Agent =>
  new Agent({ ...options, connect: { timeout: SERVICE_CONNECT_MS } });

/** The processes of one service. */
export type Replicas = {
  /**
   * Calls `send` with the next ready replica in turn, or with any where none says that it is ready. A replica whose
   * connection breaks off is left out until it reports ready again; what never reached it, and any read, is retried on another.
   * Throws `unavailable`, `timeout`, and any other problem that `send` throws.
   */
  call<Answer>(send: (origin: string) => Promise<Answer>, options: { onlyReads: boolean }): Promise<Answer>;
  /** Counts and logs an error of a request. */
  noteFailure(error: unknown): void;
  isUp(): boolean;
};

/**
 * `origin` is where one process listens, as `http://` address and port. `isOther`: by now it is one of another service.
 * `refusal`: why it refuses calls.
 */
type Watched = {
  origin: string;
  ready: boolean;
  checking: boolean;
  /** It holds an answer, which comes when it stops or ends. */
  held?: boolean;
  isOther?: boolean;
  refusal?: string | undefined;
};

/** The service that calls the replicas. */
type SigningService = { service: ServiceName; keys: Keys; log: Log };

/** The replicas at all addresses of a URL's host, `known` ones as they are; where its name cannot be resolved now, those known. */
const resolve = async (url: URL, known: Watched[]): Promise<Watched[]> => {
  const port = url.port || '80';
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const found = await lookUp(name);
  if (!found) return known.filter(({ origin }) => origin.endsWith(`:${port}`));
  return found.map(({ address, family }) => {
    const origin = `http://${family === 6 ? `[${address}]` : address}:${port}`;
    return known.find((replica) => replica.origin === origin) ?? { origin, ready: false, checking: false };
  });
};

/**
 * Asks with a signature like that of every call: a replica with another SECRET_KEY or a clock that differs refuses it already here.
 * An address may have passed to a container of another service, which would answer that nothing exists. A release that does not
 * name its service is taken for the right one.
 */
const checkReadiness = async (
  caller: SigningService,
  service: string,
  replica: Watched,
  isQuiet: boolean,
): Promise<void> => {
  const doing = isQuiet && replica.ready ? 'held' : 'checking';
  if (replica[doing]) return;
  replica[doing] = true;
  const headers = {
    ...serviceHeaders(caller.keys, caller.service),
    ...(doing === 'held' && { prefer: HELD_PREFERENCE }),
  };
  const signal = AbortSignal.timeout(READY_ANSWER_MS + (doing === 'held' ? READINESS_HELD_MS : 0));
  const answer = await fetch(`${replica.origin}/health/ready`, { headers, signal }).catch(() => undefined);
  const body = (await answer?.json().catch(() => undefined)) as Partial<Readiness> | undefined;
  if (body) {
    replica.isOther = (body.service ?? service) !== service;
    if (body.refusal && body.refusal !== replica.refusal)
      caller.log.warn(
        { upstream: service, origin: replica.origin, reason: body.refusal },
        'replica refuses calls',
      );
    replica.refusal = body.refusal;
  }
  replica.ready = (answer?.ok ?? false) && !replica.isOther;
  replica[doing] = false;
};

const timedOut = (): Problem =>
  new Problem(
    'timeout',
    'Part of the service did not answer in time. A write may have been done: repeat it with the same idempotency key, or read first.',
  );

/**
 * Looks a service's names up and asks each address whether it is ready, every second; where nothing is called for a while, it has each
 * say when it stops. Resolves after the first round.
 */
export const watchReplicas = async (
  caller: SigningService,
  service: ServiceName,
  urls: readonly URL[],
): Promise<Replicas> => {
  const { log } = caller;
  let replicas: Watched[] = [];
  let turn = 0;
  let wasUp = true;
  let calledAt = performance.now();
  const isUp = () => replicas.some(({ ready }) => ready);

  const poll = async (level: 'info' | 'warn'): Promise<void> => {
    const resolved = await Promise.all(urls.map((url) => resolve(url, replicas)));
    replicas = [...new Map(resolved.flat().map((replica) => [replica.origin, replica])).values()];
    const isQuiet = performance.now() - calledAt > QUIET_AFTER_MS;
    await Promise.all(replicas.map((replica) => checkReadiness(caller, service, replica, isQuiet)));
    if (isUp() !== wasUp)
      log[isUp() ? 'info' : level]({ upstream: service }, isUp() ? 'service is back' : 'service is away');
    wasUp = isUp();
    readyReplicas.set({ upstream: service }, replicas.filter(({ ready }) => ready).length);
  };

  for (const reason of ['timeout', 'broken_off']) upstreamFailures.inc({ upstream: service, reason }, 0);
  // When all start together, some are not there yet.
  await poll('info');
  setInterval(poll, READINESS_POLL_MS, 'warn').unref();

  const pick = (): Watched | undefined => {
    const ready = replicas.filter((replica) => replica.ready);
    const candidates = ready.length > 0 ? ready : replicas.filter(({ isOther }) => !isOther);
    turn = (turn + 1) % Math.max(1, candidates.length);
    return candidates[turn];
  };
  const noteFailure = (err: unknown): void => {
    log.warn({ upstream: service, err }, 'upstream failed');
    upstreamFailures.inc({
      upstream: service,
      reason: callFailure(err) === 'late' ? 'timeout' : 'broken_off',
    });
  };
  return {
    call: async (send, { onlyReads }) => {
      calledAt = performance.now();
      for (let tries = 2; tries > 0; tries -= 1) {
        const replica = pick();
        if (!replica) break;
        try {
          return await send(replica.origin);
        } catch (err) {
          if (err instanceof Problem) throw err;
          noteFailure(err);
          const failure = callFailure(err);
          if (failure === 'late') throw timedOut();
          replica.ready = false;
          // A write may have been done.
          if (!onlyReads && failure === 'broken_off') break;
          // Connecting there once more would take as long again.
          if (failure === 'unreachable' && !isUp()) break;
        }
      }
      throw unavailable();
    },
    noteFailure,
    isUp,
  };
};
